//! Correlations, and intervals by the bootstrap (Efron 1979).

/// Returns Pearson's correlation; 0 if all values of a list are equal.
pub(super) fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (centred(a), centred(b));
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let spread = (sum(&a, &a) * sum(&b, &b)).sqrt();
    if spread == 0.0 { 0.0 } else { sum(&a, &b) / spread }
}

/// Returns Spearman's ρ: the correlation of the ranks.
pub(super) fn spearman(a: &[f64], b: &[f64]) -> f64 {
    pearson(&ranks(a), &ranks(b))
}

/// Returns the correlation of the z-scores within groups: how well one list orders the other among members of the same
/// group.
pub(super) fn within_groups(a: &[f64], b: &[f64], groups: &[u32]) -> f64 {
    pearson(&z_scores(a, groups), &z_scores(b, groups))
}

fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// Returns the rank of each value. Equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let count = |is: &dyn Fn(f64) -> bool| values.iter().filter(|other| is(**other)).count() as f64;
    let rank = |value: &f64| count(&|other| other < *value) + (count(&|other| other == *value) - 1.0) / 2.0;
    values.iter().map(rank).collect()
}

fn z_scores(values: &[f64], groups: &[u32]) -> Vec<f64> {
    let score = |(value, group): (&f64, &u32)| {
        let members = values.iter().zip(groups).filter(|(_, other)| *other == group).map(|(value, _)| *value);
        let members = members.collect::<Vec<f64>>();
        let mean = members.iter().sum::<f64>() / members.len() as f64;
        let variance = members.iter().map(|member| (member - mean).powi(2)).sum::<f64>() / members.len() as f64;
        if variance == 0.0 { 0.0 } else { (value - mean) / variance.sqrt() }
    };
    values.iter().zip(groups).map(score).collect()
}

/// Number of samples of an interval.
const SAMPLES: usize = 2000;

/// Returns the interval that holds 95% of the values of a figure on samples of the same size, drawn with replacement.
pub(super) fn interval(size: usize, figure: impl Fn(&[usize]) -> f64) -> (f64, f64) {
    let mut state = 1_u64;
    let mut below = |end: usize| {
        // The generator splitmix64 (Steele, Lea and Flood 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    };
    let sample = |_| figure(&(0..size).map(|_| below(size)).collect::<Vec<usize>>());
    let mut figures: Vec<f64> = (0..SAMPLES).map(sample).collect();
    figures.sort_by(f64::total_cmp);
    (figures[SAMPLES / 40], figures[SAMPLES - 1 - SAMPLES / 40])
}

//! Rank statistics, which make no assumption about the distribution of costs, times and states.

mod rank_test;

pub use rank_test::{RankTest, holm, mann_whitney};

/// Returns the quantile of sorted values, linearly interpolated.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let position = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[position.floor() as usize], sorted[position.ceil() as usize]);
    Some(below + (above - below) * position.fract())
}

/// Returns Spearman's ρ: 1 if one value always grows with the other, −1 if it always shrinks; `None` for fewer than
/// three pairs, or if a value is constant.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let first = ranks(pairs.iter().map(|pair| pair.0));
    let second = ranks(pairs.iter().map(|pair| pair.1));
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| (one - middle) * (other - middle)).sum()
    };
    let spread = (product(&first, &first) * product(&second, &second)).sqrt();
    (spread > 0.0).then(|| product(&first, &second) / spread)
}

/// Returns the rank of each value, from 1; equal values share their mean rank.
fn ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        below + (equal + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spearman_depends_only_on_ranks() {
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 10.0), (3.0, 1e9)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (9.0, 1.0)]), Some(-1.0));
        let tied = spearman(&[(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 3.0)]).unwrap();
        assert!((tied - 8.0 / 9.0).abs() < 1e-12, "{tied}");
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(spearman(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.25), Some(7.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 5.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 5.0], 1.0), Some(5.0));
    }
}

//! Spearman's rank correlation of two lists of small numbers.

/// Returns Spearman's ρ, where equal numbers share the mean of their ranks; `None` if all numbers of a list are equal.
pub(super) fn spearman(pairs: &[(u32, u32)]) -> Option<f64> {
    let firsts = ranks(pairs.iter().map(|pair| pair.0));
    let seconds = ranks(pairs.iter().map(|pair| pair.1));
    // Centred ranks are whole numbers when doubled, so the sums are exact.
    let sum = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| i128::from(a * b)).sum::<i128>() as f64;
    let spread = sum(&firsts, &firsts) * sum(&seconds, &seconds);
    (spread > 0.0).then(|| sum(&firsts, &seconds) / spread.sqrt())
}

/// Returns twice the difference of each number's rank from the mean rank.
fn ranks(numbers: impl Iterator<Item = u32> + Clone) -> Vec<i64> {
    let mut counts = vec![0_i64; numbers.clone().max().map_or(0, |greatest| greatest as usize + 1)];
    numbers.clone().for_each(|number| counts[number as usize] += 1);
    let all: i64 = counts.iter().sum();
    let mut below = 0;
    let mut centred = Vec::with_capacity(counts.len());
    for count in counts {
        centred.push(2 * below + count - all);
        below += count;
    }
    numbers.map(|number| centred[number as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_of_a_textbook_example_is_right() {
        assert_eq!(spearman(&[(1, 10), (2, 20), (3, 30)]), Some(1.0));
        assert_eq!(spearman(&[(1, 30), (2, 20), (3, 10)]), Some(-1.0));
        // 1 - 6 (1 + 1) / (4 · 15)
        let rho = spearman(&[(1, 2), (2, 1), (3, 3), (4, 4)]);
        assert!(rho.is_some_and(|rho| (rho - 0.8).abs() < 1e-12), "{rho:?}");
        assert_eq!(spearman(&[(1, 2), (1, 3)]), None);
    }

    #[test]
    fn equal_numbers_share_their_ranks() {
        // The ranks 1, 2½, 2½, 4 and 1, 2, 3, 4.
        let rho = spearman(&[(5, 1), (7, 2), (7, 3), (9, 4)]);
        assert!(rho.is_some_and(|rho| (rho - 0.9_f64.sqrt()).abs() < 1e-12), "{rho:?}");
    }
}

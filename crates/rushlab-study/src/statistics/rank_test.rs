//! Rank tests between two samples of runs. They make no assumption about the distribution of the values.
//!
//! - Mann and Whitney (1947), *On a test of whether one of two random variables is stochastically larger than the
//!   other*: the statistic U counts the pairs in which the value of the first sample is smaller; equal values count
//!   half.
//! - Vargha and Delaney (2000), *A critique and improvement of the CL common language effect size statistics*: the
//!   effect size Â12 is U divided by the number of pairs.
//! - Holm (1979), *A simple sequentially rejective multiple test procedure*: adjusts p for several tests.

use std::cmp::Ordering;

/// The greatest size of a sample for which p is exact. Ties always use the normal approximation.
const MAX_EXACT: usize = 20;

/// The result of a Mann–Whitney test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankTest {
    /// Probability of a difference at least as large if both samples have the same distribution (two-sided).
    pub p: f64,
    /// Â12: probability that a value of the first sample is smaller than one of the second; equal values count half.
    pub a12: f64,
}

/// Compares two samples. Returns `None` if one is empty.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<RankTest> {
    let (m, n) = (first.len(), second.len());
    if m == 0 || n == 0 {
        return None;
    }
    let mut all: Vec<(f64, bool)> = first.iter().map(|value| (*value, true)).collect();
    all.extend(second.iter().map(|value| (*value, false)));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut u, mut ties, mut second_before) = (0.0, 0.0, 0);
    for group in all.chunk_by(|one, other| one.0.total_cmp(&other.0) == Ordering::Equal) {
        let in_first = group.iter().filter(|(_, is_first)| *is_first).count();
        let in_second = group.len() - in_first;
        u += in_first as f64 * ((n - second_before - in_second) as f64 + in_second as f64 / 2.0);
        second_before += in_second;
        let size = group.len() as f64;
        ties += size * (size * size - 1.0);
    }
    let pairs = m as f64 * n as f64;
    let p = if ties == 0.0 && m.max(n) <= MAX_EXACT { exact(u, m, n) } else { approximate(u, m, n, ties) };
    Some(RankTest { p, a12: u / pairs })
}

/// Returns the exact p of samples without ties: the share of all orders whose U is at least as far from the middle.
fn exact(u: f64, m: usize, n: usize) -> f64 {
    // orders[j][k] is the number of orders of the i values of the first sample placed so far and j values of the second
    // with U = k. The largest value of all is of the first sample and adds nothing to U, or of the second and is above
    // all i values of the first.
    let pairs = m * n;
    let mut orders = vec![vec![0.0_f64; pairs + 1]; n + 1];
    orders.iter_mut().for_each(|row| row[0] = 1.0);
    for i in 1..=m {
        for j in 1..=n {
            for k in 0..=pairs {
                let below = if k >= i { orders[j - 1][k - i] } else { 0.0 };
                orders[j][k] += below;
            }
        }
    }
    let smaller = u.min(pairs as f64 - u) as usize;
    let all: f64 = orders[n].iter().sum();
    let extreme: f64 = orders[n][..=smaller].iter().sum();
    (2.0 * extreme / all).min(1.0)
}

/// Returns p by the normal approximation, with corrections for ties and for continuity. `ties` is the sum of t³ − t
/// over all groups of t equal values.
fn approximate(u: f64, m: usize, n: usize, ties: f64) -> f64 {
    let (pairs, all) = (m as f64 * n as f64, (m + n) as f64);
    let variance = pairs / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    // All values are equal.
    if variance <= 0.0 {
        return 1.0;
    }
    let distance = ((u - pairs / 2.0).abs() - 0.5).max(0.0);
    erfc(distance / (2.0 * variance).sqrt())
}

/// Returns the complementary error function of a number that is not negative.
fn erfc(x: f64) -> f64 {
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.0 {
        // erf x = 2/√π · exp(−x²) · Σ 2ⁿ x²ⁿ⁺¹ / (1·3·…·(2n + 1))
        let next = |term: &f64, n: i32| Some(term * 2.0 * x * x / f64::from(2 * n + 1));
        let terms = (1..100).scan(x, |term, n| {
            *term = next(term, n)?;
            Some(*term)
        });
        return 1.0 - 2.0 * scale * (x + terms.sum::<f64>());
    }
    // The continued fraction of Laplace: exp(−x²)/√π / (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))))
    scale / (1..100).rev().fold(x, |rest, n| x + f64::from(n) / 2.0 / rest)
}

/// Adjusts the p of several tests: they are significant together at the level of the greatest adjusted p.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut adjusted = vec![0.0; values.len()];
    let mut greatest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        greatest = greatest.max((values.len() - rank) as f64 * values[index]).min(1.0);
        adjusted[index] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts U over all pairs.
    fn slow_u(first: &[f64], second: &[f64]) -> f64 {
        let count = |one: &f64, other: &f64| match one.total_cmp(other) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        };
        first.iter().flat_map(|one| second.iter().map(move |other| count(one, other))).sum()
    }

    /// Returns p as the share of all divisions into two samples whose U is at least as far from the middle.
    fn permutation_p(first: &[f64], second: &[f64]) -> f64 {
        let all = [first, second].concat();
        let middle = (first.len() * second.len()) as f64 / 2.0;
        let distance = (slow_u(first, second) - middle).abs();
        let (mut divisions, mut extreme) = (0, 0);
        for mask in (0_u32..1 << all.len()).filter(|mask| mask.count_ones() as usize == first.len()) {
            let part = |bit: u32| -> Vec<f64> {
                (0..all.len()).filter(|index| mask >> index & 1 == bit).map(|index| all[index]).collect()
            };
            divisions += 1;
            extreme += u32::from((slow_u(&part(1), &part(0)) - middle).abs() >= distance);
        }
        f64::from(extreme) / f64::from(divisions)
    }

    /// Returns numbers that look random, below `limit`.
    fn sample(size: usize, limit: u64, seed: u64) -> Vec<f64> {
        let number = |index: u64| (rushlab::random::run_seed(seed, index + 1) % limit) as f64;
        (0..size as u64).map(number).collect()
    }

    #[test]
    fn exact_p_is_the_share_of_all_divisions() {
        for (m, n) in [(1, 1), (1, 6), (3, 3), (4, 7), (8, 6), (2, 12)] {
            for seed in 0..3 {
                let (first, second) = (sample(m, u64::MAX, seed), sample(n, u64::MAX, seed + 100));
                let test = mann_whitney(&first, &second).unwrap();
                let expected = permutation_p(&first, &second);
                assert!((test.p - expected).abs() < 1e-12, "{m} {n} {seed}: {} {expected}", test.p);
                assert!((test.a12 - slow_u(&first, &second) / (m * n) as f64).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_approximation_is_close_to_the_share_of_all_divisions_with_ties() {
        for seed in 0..4 {
            let (first, second) = (sample(9, 6, seed), sample(8, 6, seed + 100));
            let test = mann_whitney(&first, &second).unwrap();
            let expected = permutation_p(&first, &second);
            assert!((test.p - expected).abs() < 0.05, "{seed}: {} {expected}", test.p);
            assert!((test.a12 - slow_u(&first, &second) / 72.0).abs() < 1e-12);
        }
    }

    #[test]
    fn known_values() {
        // By hand: U = 6.5 of 9; one group of 2 equal values; variance 9/12 · (7 − 6/30) = 5.1; z = (2 − 0.5)/√5.1 =
        // 0.664.
        let tied = mann_whitney(&[1.0, 2.0, 4.0], &[2.0, 3.0, 5.0]).unwrap();
        assert!((tied.a12 - 6.5 / 9.0).abs() < 1e-12 && (tied.p - 0.506_555).abs() < 1e-6, "{tied:?}");
        // Mann and Whitney's table for samples of 4 and 5: the probability of U ≤ 3 is 0.056.
        let tabulated = mann_whitney(&[3.0, 7.0, 8.0, 9.0], &[1.0, 2.0, 4.0, 5.0, 6.0]).unwrap();
        assert!((tabulated.p - 2.0 * 0.056).abs() < 0.001, "{tabulated:?}");
        let equal = mann_whitney(&[5.0; 30], &[5.0; 40]).unwrap();
        assert_eq!((equal.p, equal.a12), (1.0, 0.5));
        let apart = mann_whitney(&[1.0; 1000], &[f64::INFINITY; 1000]).unwrap();
        assert!(apart.p < 1e-300 && apart.a12 == 1.0, "{apart:?}");
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }

    #[test]
    fn the_error_function_has_its_tabulated_values() {
        // Abramowitz and Stegun (1964), tables 7.1 and 7.3.
        for (x, value) in [
            (0.0, 1.0),
            (0.5, 1.0 - 0.520_499_877_8),
            (1.0, 1.0 - 0.842_700_792_9),
            (1.99, 1.0 - 0.995_111_413_3),
            (2.0, 0.004_677_734_981),
            (3.0, 0.000_022_090_497),
        ] {
            assert!((erfc(x) - value).abs() < 1e-9, "{x}: {}", erfc(x));
        }
        assert!((erfc(2.0 - 1e-12) - erfc(2.0)).abs() < 1e-12);
    }

    #[test]
    fn holm_multiplies_and_keeps_the_order() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.5]);
        let expected = [0.04, 0.09, 0.09, 0.5];
        assert!(adjusted.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{adjusted:?}");
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}

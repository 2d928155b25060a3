//! The weights of the logit, fitted to choices by Newton's method. The likelihood is concave, so there is one maximum.

use super::features::{FEATURES, Features};

const COUNT: usize = FEATURES.len();

/// The greatest change of a weight in the last step.
const TOLERANCE: f64 = 1e-5;

const MAX_STEPS: usize = 30;

/// The weight of the sum of squared weights, half of which is subtracted from the log-likelihood. It keeps the weight
/// of a feature that is constant in all choices at 0.
const RIDGE: f64 = 1e-3;

/// A choice that a person made among the legal moves.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The features of each legal move.
    pub moves: Vec<Features>,
    /// The index of the chosen move.
    pub chosen: usize,
}

impl Choice {
    /// Returns the logarithm of the probability of the chosen move.
    pub fn log_likelihood(&self, weights: &Features) -> f64 {
        softmax(&self.moves, weights)[self.chosen].ln()
    }
}

/// Returns the probabilities of the logit.
pub(super) fn softmax(moves: &[Features], weights: &Features) -> Vec<f64> {
    let utility = |features: &Features| features.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
    let utilities: Vec<f64> = moves.iter().map(utility).collect();
    let greatest = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut probabilities: Vec<f64> = utilities.into_iter().map(|utility| (utility - greatest).exp()).collect();
    let sum: f64 = probabilities.iter().sum();
    probabilities.iter_mut().for_each(|probability| *probability /= sum);
    probabilities
}

/// Returns the weights under which the choices are likeliest. The weights from which the search starts change only how
/// long it takes.
pub fn fit<'a>(choices: impl IntoIterator<Item = &'a Choice> + Clone, start: &Features) -> Features {
    let mut weights = *start;
    for _ in 0..MAX_STEPS {
        let (gradient, information) = derivatives(choices.clone(), &weights);
        let step = solve(information, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < TOLERANCE) {
            break;
        }
    }
    weights
}

/// Returns the gradient of the log-likelihood, and the negative of its matrix of second derivatives.
fn derivatives<'a>(choices: impl IntoIterator<Item = &'a Choice>, weights: &Features) -> (Features, [Features; COUNT]) {
    let mut gradient = weights.map(|weight| -RIDGE * weight);
    let mut information = [[0.0; COUNT]; COUNT];
    (0..COUNT).for_each(|index| information[index][index] = RIDGE);
    for choice in choices {
        let probabilities = softmax(&choice.moves, weights);
        let mut mean = [0.0; COUNT];
        for (features, probability) in choice.moves.iter().zip(&probabilities) {
            (0..COUNT).for_each(|index| mean[index] += probability * features[index]);
        }
        for (features, probability) in choice.moves.iter().zip(&probabilities) {
            let centred: Features = std::array::from_fn(|index| features[index] - mean[index]);
            // The matrix is symmetric: the part below the diagonal is enough.
            for row in 0..COUNT {
                let scale = probability * centred[row];
                (0..=row).for_each(|column| information[row][column] += scale * centred[column]);
            }
        }
        let chosen = &choice.moves[choice.chosen];
        (0..COUNT).for_each(|index| gradient[index] += chosen[index] - mean[index]);
    }
    for row in 1..COUNT {
        let (above, below) = information.split_at_mut(row);
        above.iter_mut().zip(&below[0]).for_each(|(above, value)| above[row] = *value);
    }
    (gradient, information)
}

/// Solves a system of linear equations with a positive definite matrix, by Gaussian elimination.
fn solve(mut matrix: [Features; COUNT], mut right: Features) -> Features {
    for pivot in 0..COUNT {
        for row in pivot + 1..COUNT {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            (pivot..COUNT).for_each(|column| matrix[row][column] -= factor * above[column]);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..COUNT).rev() {
        let known: f64 = (row + 1..COUNT).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

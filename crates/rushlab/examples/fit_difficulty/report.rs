//! The report: the rating against people, with fixed and with cross-validated weights.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;

use rushlab::analysis::{Cluster, Difficulty};
use rushlab::{Limits, Puzzle};

use super::statistics::{interval, spearman, within_groups};

/// A puzzle that people tried.
struct Tried {
    difficulty: Difficulty,
    /// The median time of those who solved it.
    seconds: f64,
    /// The share of those who tried it and did not solve it.
    failures: f64,
}

/// The weights of length × misleading, length × stuck and depth. The weight of length is 1.
type Weights = [f64; 3];

/// The weights of the rating.
const RATING: Weights = [1.0, 1.0, 0.5];

/// The values that cross-validation chooses each weight from.
const GRID: [f64; 4] = [0.0, 0.5, 1.0, 2.0];

const FOLDS: usize = 6;

/// Spearman's ρ with seconds and failures over all puzzles, and the correlation of z-scores within puzzles of equal
/// length.
type Figures = [f64; 4];

pub(crate) fn report(text: &str) -> Result<String, Box<dyn Error>> {
    let puzzles = read(text)?;
    let lengths: Vec<f64> = puzzles.iter().map(|puzzle| f64::from(puzzle.difficulty.length)).collect();
    let ratings = rate(&puzzles, RATING);
    let mut out = String::new();
    writeln!(out, "{} puzzles               all puzzles         equal length", puzzles.len())?;
    writeln!(out, "                      seconds  failures   seconds  failures")?;
    let mut row = |name: &str, predictions: &[f64]| {
        let [seconds, failures, seconds_within, failures_within] = figures(&puzzles, predictions);
        let within = [seconds_within, failures_within]
            .map(|figure| if figure == 0.0 { "–".to_owned() } else { format!("{figure:.2}") });
        writeln!(out, "{name:<22}{seconds:>7.2}{failures:>10.2}{:>10}{:>10}", within[0], within[1])
    };
    row("length", &lengths)?;
    row("difficulty", &ratings)?;
    row("6-fold validation", &cross_validated(&puzzles, |index| index % FOLDS))?;
    row("a length left out", &cross_validated(&puzzles, |index| puzzles[index].difficulty.length as usize))?;
    row("without misleading", &rate(&puzzles, [0.0, 1.0, 0.5]))?;
    row("without stuck", &rate(&puzzles, [1.0, 0.0, 0.5]))?;
    row("without depth", &rate(&puzzles, [1.0, 1.0, 0.0]))?;
    row("half the weights", &rate(&puzzles, RATING.map(|weight| weight / 2.0)))?;
    row("double the weights", &rate(&puzzles, RATING.map(|weight| weight * 2.0)))?;
    writeln!(out)?;
    writeln!(out, "95% intervals         seconds        failures")?;
    let mut row = |name: &str, figure: &dyn Fn(&[usize]) -> Figures, columns: [usize; 2]| {
        let [seconds, failures] = columns.map(|column| {
            let (low, high) = interval(puzzles.len(), |sample| figure(sample)[column]);
            format!("{low:.2} to {high:.2}")
        });
        writeln!(out, "{name:<22}{seconds:<15}{failures}")
    };
    let of_sample = |sample: &[usize], predictions: &[f64]| {
        let chosen: Vec<&Tried> = sample.iter().map(|index| &puzzles[*index]).collect();
        figures(&chosen, &sample.iter().map(|index| predictions[*index]).collect::<Vec<f64>>())
    };
    let rating = |sample: &[usize]| of_sample(sample, &ratings);
    let gain = |sample: &[usize]| {
        let (rating, length) = (of_sample(sample, &ratings), of_sample(sample, &lengths));
        [0, 1, 2, 3].map(|column| rating[column] - length[column])
    };
    row("all puzzles", &rating, [0, 1])?;
    row("more than length", &gain, [0, 1])?;
    row("equal length", &rating, [2, 3])?;
    writeln!(out)?;
    let misleading = puzzles.iter().map(|puzzle| puzzle.difficulty.misleading).max().unwrap_or(0);
    writeln!(out, "greatest misleading   {:.2}", f64::from(misleading) / 1000.0)?;
    Ok(out)
}

fn read(text: &str) -> Result<Vec<Tried>, Box<dyn Error>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let mut puzzles = Vec::new();
    for line in lines {
        let field = |name: &str| {
            let column = header.iter().position(|other| *other == name);
            column.and_then(|column| line.split('\t').nth(column)).ok_or(format!("no {name} in: {line}"))
        };
        let number =
            |name: &str| field(name).and_then(|text| text.parse::<f64>().map_err(|_| format!("{name}: {text}")));
        let puzzle: Puzzle = field("board")?.parse()?;
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
        let difficulty = Difficulty::of(&cluster, 0).ok_or(format!("no solution: {line}"))?;
        let failures = 1.0 - number("solved")? / number("people")?;
        puzzles.push(Tried { difficulty, seconds: number("median_seconds")?, failures });
    }
    // Folds take every sixth puzzle, so each of them has puzzles of all lengths.
    puzzles.sort_by_key(|puzzle| puzzle.difficulty.length);
    Ok(puzzles)
}

fn rate(puzzles: &[Tried], weights: Weights) -> Vec<f64> {
    puzzles.iter().map(|puzzle| rating(&puzzle.difficulty, weights)).collect()
}

fn rating(difficulty: &Difficulty, [misleading, stuck, depth]: Weights) -> f64 {
    let Difficulty { length, depth: hardest, .. } = *difficulty;
    let share = |thousandths: u32| f64::from(thousandths) / 1000.0;
    f64::from(length) * (1.0 + misleading * share(difficulty.misleading) + stuck * share(difficulty.stuck))
        + depth * f64::from(hardest)
}

fn figures<T: std::borrow::Borrow<Tried>>(puzzles: &[T], predictions: &[f64]) -> Figures {
    let column = |value: fn(&Tried) -> f64| puzzles.iter().map(|puzzle| value(puzzle.borrow())).collect::<Vec<f64>>();
    let lengths: Vec<u32> = puzzles.iter().map(|puzzle| puzzle.borrow().difficulty.length).collect();
    let (seconds, failures) = (column(|puzzle| puzzle.seconds), column(|puzzle| puzzle.failures));
    [
        spearman(predictions, &seconds),
        spearman(predictions, &failures),
        within_groups(predictions, &seconds, &lengths),
        within_groups(predictions, &failures, &lengths),
    ]
}

/// Rates the puzzles of each fold with the weights that have the greatest sum of figures on the puzzles of the other
/// folds. Ratings are divided by the mean rating of those puzzles, because different weights give ratings of different
/// size.
fn cross_validated(puzzles: &[Tried], fold_of: impl Fn(usize) -> usize) -> Vec<f64> {
    let mut folds: Vec<usize> = (0..puzzles.len()).map(&fold_of).collect();
    folds.sort_unstable();
    folds.dedup();
    let fit = |fold: usize| {
        let training = (0..puzzles.len()).filter(|index| fold_of(*index) != fold).map(|index| &puzzles[index]);
        let training: Vec<&Tried> = training.collect();
        let weights = best_weights(&training);
        let sum: f64 = training.iter().map(|puzzle| rating(&puzzle.difficulty, weights)).sum();
        (fold, (weights, sum / training.len() as f64))
    };
    let fitted: HashMap<usize, (Weights, f64)> = folds.into_iter().map(fit).collect();
    let predict = |index: usize| {
        let (weights, mean) = fitted[&fold_of(index)];
        rating(&puzzles[index].difficulty, weights) / mean
    };
    (0..puzzles.len()).map(predict).collect()
}

fn best_weights(training: &[&Tried]) -> Weights {
    let pairs = GRID.iter().flat_map(|first| GRID.iter().map(move |second| (*first, *second)));
    let grid = pairs.flat_map(|(first, second)| GRID.iter().map(move |third| [first, second, *third]));
    let score = |weights: &Weights| {
        let predictions: Vec<f64> = training.iter().map(|puzzle| rating(&puzzle.difficulty, *weights)).collect();
        figures(training, &predictions).iter().sum::<f64>()
    };
    grid.max_by(|a, b| score(a).total_cmp(&score(b))).unwrap_or(RATING)
}

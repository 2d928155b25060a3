//! Populations as Schlegel's Appendix A prints them, and the average fitness that runs from the first of them reach.

use rushlab::Puzzle;
use rushlab::notation::{NotationError, PrintedList};
use rushlab::position::{Move, ReplayError, replay};
use rushlab_genetic::{InitialError, InitialPopulation, Method};

use super::Run;

/// A list of moves with its place in a text.
#[derive(Clone, Debug, PartialEq)]
struct Individual {
    line: usize,
    list: PrintedList,
}

/// Consecutive generations as a paper prints them: `1 (((2 3) W 1) ((3 2) E 1)) 98`, an individual per line.
///
/// A generation begins where the number of an individual is not greater than the one before. Other lines, such as
/// headings and averages, are left out.
///
/// ```
/// use rushlab_genetic::Method;
/// use rushlab_study::evolution::PrintedPopulations;
///
/// let text = "Generation 0:\n1 (((3 2) E 1)) 98\n2 (((3 2) W 1)) 99\nGeneration 1:\n1 (((2 3) W 2)) 98\n";
/// let populations = PrintedPopulations::read(text)?;
/// assert_eq!((populations.generations(), populations.later_averages()), (2, vec![Some(98.0)]));
/// let board = "( * * * * * * )\n( * * S S S * )\n( * G G * * * )\n( * * R * * * )\n( * * R * * * )\n( * * * * * * )";
/// let first = populations.first(&rushlab::format::parse(board)?, Method::Schlegel)?;
/// assert_eq!(first.size(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedPopulations {
    generations: Vec<Vec<Individual>>,
}

/// Why printed populations cannot be read or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintedError {
    /// There is no individual.
    #[error("there is no list of moves such as `1 (((2 3) W 1) ((3 2) E 1)) 98`")]
    Empty,
    /// A list cannot be read.
    #[error("line {line}: {error}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// A move of the first generation cannot be played.
    #[error("line {line}: move {number}: {error}")]
    Unplayable {
        /// The line, from 1.
        line: usize,
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong.
        error: ReplayError,
    },
    /// A list of the first generation is not an individual of the algorithm.
    #[error("line {line}: {error}")]
    Illegal {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: InitialError,
    },
}

/// How many runs reach the average fitness that is printed for a generation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReachedAverage {
    /// Number of the generation, from 0.
    pub generation: usize,
    /// The average that is printed.
    pub printed: f64,
    /// Number of runs that have this generation.
    pub runs: usize,
    /// Number of those whose average is at least as great, to two decimals.
    pub reached: usize,
    /// The mean of their averages.
    pub mean: f64,
}

impl PrintedPopulations {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// Fails if there is no list, or one cannot be read.
    pub fn read(text: &str) -> Result<PrintedPopulations, PrintedError> {
        let mut generations: Vec<Vec<Individual>> = Vec::new();
        let mut last = u64::MAX;
        for (line, content) in (1..).zip(text.lines()) {
            // The lines of the paper's example have a dash.
            let content = content.trim_start().trim_start_matches("- ");
            let Some(list) = PrintedList::read(content) else { continue };
            let list = list.map_err(|error| PrintedError::Unreadable { line, error })?;
            let number = list.id.parse().unwrap_or(last.saturating_add(1));
            if number <= last || generations.is_empty() {
                generations.push(Vec::new());
            }
            last = number;
            generations.last_mut().into_iter().for_each(|last| last.push(Individual { line, list: list.clone() }));
        }
        if generations.is_empty() { Err(PrintedError::Empty) } else { Ok(PrintedPopulations { generations }) }
    }

    /// Returns the number of generations.
    pub fn generations(&self) -> usize {
        self.generations.len()
    }

    /// Returns the number of individuals of the first generation.
    pub fn first_size(&self) -> usize {
        self.generations.first().map_or(0, Vec::len)
    }

    /// Returns the first generation.
    ///
    /// # Errors
    ///
    /// Fails if a list is not legal for the puzzle and the algorithm.
    pub fn first(&self, puzzle: &Puzzle, method: Method) -> Result<InitialPopulation, PrintedError> {
        let individuals = self.generations.first().map_or(&[][..], Vec::as_slice);
        let moves = |Individual { line, list }: &Individual| -> Result<Vec<Move>, PrintedError> {
            let played = replay(puzzle, &list.moves);
            match played.error {
                Some(error) => Err(PrintedError::Unplayable { line: *line, number: played.played.len() + 1, error }),
                None => Ok(played.played.into_iter().map(|(mv, _)| mv).collect()),
            }
        };
        let sequences = individuals.iter().map(moves).collect::<Result<Vec<_>, _>>()?;
        InitialPopulation::new(puzzle, method, sequences)
            .map_err(|error| PrintedError::Illegal { line: individuals[error.index].line, error })
    }

    /// Returns the average of the printed fitness values of each generation after the first; `None` if one is missing.
    pub fn later_averages(&self) -> Vec<Option<f64>> {
        let average = |individuals: &Vec<Individual>| {
            let sum: Option<f64> = individuals.iter().map(|individual| individual.list.fitness).sum();
            sum.map(|sum| sum / individuals.len() as f64)
        };
        self.generations.iter().skip(1).map(average).collect()
    }

    /// Compares runs that begin with the first generation with the later ones.
    pub fn reached(&self, runs: &[Run]) -> Vec<ReachedAverage> {
        let rounded = |average: f64| (100.0 * average).round();
        let compare = |(generation, printed): (usize, Option<f64>)| {
            let printed = printed?;
            let averages: Vec<f64> =
                runs.iter().filter_map(|run| Some(f64::from(run.fitness.get(generation)?[1]))).collect();
            let reached = averages.iter().filter(|average| rounded(**average) >= rounded(printed)).count();
            let mean = averages.iter().sum::<f64>() / averages.len().max(1) as f64;
            Some(ReachedAverage { generation, printed, runs: averages.len(), reached, mean })
        };
        (1..).zip(self.later_averages()).filter_map(compare).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use std::sync::Arc;

    use rushlab::format;
    use rushlab_genetic::{Method, Setting};

    use super::{PrintedError, PrintedPopulations};
    use crate::evolution::{GeneticConfiguration, RunOptions};

    const THREE: &str =
        "( * * * * * * )\n( * * S S S * )\n( * G G * * * )\n( * * R * * * )\n( * * R * * * )\n( * * * * * * )";

    /// In the form of the paper's example, with other lists.
    const TEXT: &str = "Generation 0:\n\n- 1 (((3 2) E 1)) 98\n- 2 (((2 3) W 1)) 98\naverage fitness = 98\n\n\
                        - 1 (((3 2) E 1)) 98\n- 2 (((3 2) W 1)) 99\n- 3 (((2 3) W 1)) 98\n1 (((3 2) W 1))\n";

    #[test]
    fn a_generation_begins_where_the_numbers_do_not_grow() {
        let printed = PrintedPopulations::read(TEXT).unwrap();
        assert_eq!((printed.generations(), printed.first_size()), (3, 2));
        let [first, second] = printed.later_averages()[..] else { panic!("{printed:?}") };
        assert!((first.unwrap() - 295.0 / 3.0).abs() < 1e-9 && second.is_none());
        assert_eq!(PrintedPopulations::read("Generation 0:\n"), Err(PrintedError::Empty));
        let unreadable = PrintedPopulations::read("1 (((3 2) E 1)) 98\n2 (((3 2) Q 1)) 98").unwrap_err();
        assert!(unreadable.to_string().starts_with("line 2: "), "{unreadable}");
    }

    #[test]
    fn the_first_generation_must_be_legal() {
        let puzzle = format::parse(THREE).unwrap();
        let refused = |text: &str| {
            let first = PrintedPopulations::read(text).unwrap().first(&puzzle, Method::Schlegel);
            first.map(|_| ()).unwrap_err().to_string()
        };
        assert!(refused("heading\n1 (((3 2) E 1)) 98\n2 (((3 2) W 2)) 98").starts_with("line 3: move 1: "));
        assert_eq!(refused("1 (((3 2) E 1) ((3 3) E 1)) 98"), "line 1: move 2: G moves twice in a row");
    }

    #[test]
    fn runs_are_compared_with_the_printed_averages() {
        let puzzle = format::parse(THREE).unwrap();
        let printed = PrintedPopulations::read(TEXT).unwrap();
        let initial = printed.first(&puzzle, Method::Schlegel).unwrap();
        let configuration = GeneticConfiguration::new(Method::Schlegel, Setting::Faithful);
        let options = RunOptions { initial: Some(Arc::new(initial)), ..RunOptions::default() };
        let run = |seed| configuration.run(&puzzle, seed, &options, |_| std::ops::ControlFlow::Continue(()));
        let runs: Vec<_> = (0..20).map(run).collect();
        assert!(runs.iter().all(|run| run.fitness[0] == [98.0, 98.0]));
        let [reached] = &printed.reached(&runs)[..] else { panic!("the second average is not printed") };
        let slow = runs.iter().filter_map(|run| run.fitness.get(1)).filter(|[_, mean]| *mean >= 98.33).count();
        assert_eq!((reached.generation, reached.reached), (1, slow));
        assert!((98.0..=100.0).contains(&reached.mean), "{reached:?}");
    }
}

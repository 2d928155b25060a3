//! Table 1 of GRH (Fontoura, Pacce and Schreiber): the results of the paper's own program on 40 boards of thinkfun.com,
//! five runs each. The boards themselves are not in the paper; [`BOARDS`] has boards with the same minima.

use rushlab::Puzzle;
use rushlab::format::Reader;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PaperRow {
    /// Least possible number of steps.
    pub minimum: u32,
    /// Best of five runs.
    pub best: u32,
    /// Mean of five runs.
    pub mean: f64,
    /// Mean time in seconds.
    pub seconds: f64,
}

const fn row(minimum: u32, best: u32, mean: f64, seconds: f64) -> PaperRow {
    PaperRow { minimum, best, mean, seconds }
}

/// The levels of the table, in English, with ten boards each.
#[allow(clippy::approx_constant, reason = "a time of 0.5236 seconds is not a sixth of pi")]
pub static LEVELS: [(&str, [PaperRow; 10]); 4] = [
    (
        "easy",
        [
            row(13, 13, 14.0, 0.008),
            row(11, 11, 11.8, 0.0336),
            row(28, 30, 31.2, 0.0658),
            row(12, 12, 13.2, 0.0102),
            row(13, 13, 14.8, 0.0026),
            row(21, 21, 21.4, 0.0102),
            row(24, 24, 25.6, 0.0404),
            row(18, 18, 18.8, 0.0444),
            row(21, 23, 23.4, 0.0518),
            row(19, 19, 19.0, 0.0374),
        ],
    ),
    (
        "medium",
        [
            row(33, 33, 33.8, 0.131),
            row(28, 30, 34.4, 0.199),
            row(31, 34, 37.8, 0.1954),
            row(34, 34, 37.2, 0.1118),
            row(33, 37, 39.2, 0.317),
            row(39, 45, 49.0, 0.6448),
            row(28, 32, 33.2, 0.2038),
            row(32, 33, 36.6, 0.207),
            row(34, 35, 37.4, 0.0754),
            row(28, 28, 29.2, 0.0428),
        ],
    ),
    (
        "hard",
        [
            row(35, 38, 40.0, 0.1724),
            row(38, 42, 45.0, 0.2852),
            row(42, 42, 43.2, 0.1234),
            row(37, 40, 42.6, 0.237),
            row(38, 41, 43.6, 0.175),
            row(42, 50, 54.2, 0.4476),
            row(40, 41, 46.2, 0.1342),
            row(35, 38, 40.0, 0.2486),
            row(36, 36, 39.2, 0.4474),
            row(31, 34, 35.8, 0.1498),
        ],
    ),
    (
        "expert",
        [
            row(79, 79, 80.4, 0.7196),
            row(93, 97, 103.6, 1.3816),
            row(86, 93, 96.6, 1.0534),
            row(62, 66, 69.2, 0.4582),
            row(85, 89, 90.6, 0.5236),
            row(66, 71, 73.8, 0.631),
            row(73, 75, 80.8, 0.6444),
            row(75, 78, 81.2, 0.5402),
            row(66, 80, 81.6, 0.7614),
            row(73, 79, 81.4, 0.434),
        ],
    ),
];

/// Forty minimal puzzles in the format `json`, in the order of the table: the shortest solution of each has as many
/// steps as the minimum of its row.
///
/// They are from this project's census by steps and from climbs to hard boards (`docs/census.md`).
pub static BOARDS: &str = include_str!("../../puzzles/grh-table.jsonl");

/// Returns the puzzles of [`BOARDS`] in order, each with its row of the table.
pub fn boards() -> impl Iterator<Item = (&'static PaperRow, Puzzle)> {
    let drafts = Reader::open(BOARDS.as_bytes(), None, None).into_iter().flatten().flatten();
    let rows = LEVELS.iter().flat_map(|(_, rows)| rows);
    rows.zip(drafts.filter_map(|draft| Puzzle::try_from(draft).ok()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::HashSet;

    use rushlab::Puzzle;
    use rushlab::puzzle::{Draft, Metric};
    use rushlab::search::Solver;

    use super::{LEVELS, PaperRow, boards};

    #[test]
    fn each_board_is_minimal_without_walls_and_has_the_minimum_of_its_row() {
        assert_eq!(boards().count(), 40);
        for (row, puzzle) in boards() {
            assert_eq!((puzzle.width(), puzzle.height(), puzzle.rules().metric), (6, 6, Metric::Steps));
            assert!(puzzle.walls().is_empty());
            let solved = Solver::new(&puzzle).run();
            assert_eq!((solved.cost(), solved.is_optimal()), (Some(row.minimum), true), "{:?}", puzzle.name());
            let labels = puzzle.vehicles().iter().map(|vehicle| vehicle.label);
            for label in labels.filter(|label| *label != puzzle.vehicles()[puzzle.primary_index()].label) {
                let mut draft = Draft::from(&puzzle);
                draft.vehicles.retain(|vehicle| vehicle.label != label);
                let without = Puzzle::try_from(draft).unwrap();
                assert!(Solver::new(&without).run().cost() < Some(row.minimum), "{:?}: {label}", puzzle.name());
            }
        }
        let distinct: HashSet<String> = boards().map(|(_, puzzle)| puzzle.canonical().id()).collect();
        assert_eq!(distinct.len(), 40);
    }

    #[test]
    fn the_rows_have_the_sums_that_the_paper_states() {
        let all: Vec<&PaperRow> = LEVELS.iter().flat_map(|(_, rows)| rows).collect();
        let at_minimum = |rows: &[PaperRow]| rows.iter().filter(|row| row.best == row.minimum).count();
        let by_level = LEVELS.each_ref().map(|(_, rows)| at_minimum(rows));
        assert_eq!(by_level, [8, 3, 2, 1], "80% of the easy boards, 35% of all");
        assert_eq!(all.iter().filter(|row| row.seconds < 0.5).count(), 31, "77.5% under half a second");
        let sum = |value: fn(&PaperRow) -> f64| all.iter().map(|row| value(row)).sum::<f64>();
        assert_eq!((sum(|row| row.minimum.into()), sum(|row| row.best.into())), (1632.0, 1734.0));
        assert!((sum(|row| row.mean) - 1830.0).abs() < 0.5);
        assert!(all.iter().all(|row| row.minimum <= row.best && f64::from(row.best) <= row.mean));
    }
}

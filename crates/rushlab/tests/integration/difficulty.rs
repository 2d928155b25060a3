//! The rating predicts people as well as its documentation says, and the boards of the published database are the
//! hardest of their clusters.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Level, Rater, hardest, redundant};
use rushlab::format;
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::Limits;

#[path = "../../examples/fit_difficulty/report.rs"]
mod report;
#[path = "../../examples/fit_difficulty/statistics.rs"]
mod statistics;

/// A puzzle of 25 moves.
const BOARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

fn cluster(board: &str) -> Cluster {
    Cluster::new(&format::parse(board).unwrap(), Limits::default(), &mut ()).unwrap()
}

#[test]
fn the_figures_of_the_documentation_are_recomputed() {
    let Some(corpus) = crate::common::corpus() else { return };
    let people = fs::read_to_string(corpus.join("people/people.tsv")).unwrap();
    let report = report::report(&people).unwrap();
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/difficulty.md")).unwrap();
    assert!(document.contains(&format!("```text\n{report}```")), "docs/difficulty.md should show\n{report}");
}

/// Cards 1 to 10 of the classic game are for beginners, the next ten are intermediate.
#[test]
fn most_of_the_classic_cards_have_the_level_printed_on_them() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("cards/cards-01-20.tsv")).unwrap();
    let boards = text.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap());
    let levels: Vec<Level> = boards.map(|board| Difficulty::of(&cluster(board), 0).unwrap().level()).collect();
    let expected = |index: usize| if index < 10 { Level::Beginner } else { Level::Intermediate };
    let others: Vec<(usize, Level)> =
        (0..20).filter(|index| levels[*index] != expected(*index)).map(|index| (index + 1, levels[index])).collect();
    // As `docs/difficulty.md` says.
    let known = [
        (10, Level::Intermediate),
        (15, Level::Advanced),
        (17, Level::Advanced),
        (18, Level::Advanced),
        (19, Level::Advanced),
        (20, Level::Beginner),
    ];
    assert_eq!(others, known);
}

#[test]
fn a_rating_does_not_depend_on_the_start_of_the_cluster() {
    let from_start = cluster(BOARD);
    let mut rater = Rater::new(&from_start);
    for number in [1, 100, 1000, from_start.size() - 1] {
        let puzzle = from_start.position(number).to_puzzle().unwrap();
        let own = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        assert_eq!(rater.rate(number), Difficulty::of(&own, 0), "{number}");
    }
}

#[test]
fn the_rating_is_the_sum_of_its_terms() {
    let difficulty = Difficulty::of(&cluster(BOARD), 0).unwrap();
    let Difficulty { length, misleading, stuck, depth, .. } = difficulty;
    let exact = f64::from(length) * (1.0 + f64::from(misleading + stuck) / 1000.0) + f64::from(depth) / 2.0;
    let rating = f64::from(difficulty.in_tenths()) / 10.0;
    assert!((rating - exact).abs() <= 0.1, "{rating} {exact}");
    let points = difficulty.points_in_tenths();
    assert_eq!(points.length + points.misleading + points.stuck + points.depth, difficulty.in_tenths());
}

#[test]
fn steps_have_no_rating() {
    let puzzle: Puzzle = BOARD.parse().unwrap();
    let steps = puzzle.with_rules(Rules::plain(Metric::Steps));
    assert!(!Difficulty::is_defined_for(&steps));
    let cluster = Cluster::new(&steps, Limits::default(), &mut ()).unwrap();
    assert_eq!(Difficulty::of(&cluster, 0), None);
}

/// Checks every tenth line, to save time.
#[test]
fn the_boards_of_the_database_are_the_hardest_of_their_clusters() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("database/rush-sample.txt")).unwrap();
    for line in text.lines().step_by(10) {
        let [moves, board, positions] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let cluster = cluster(board);
        assert_eq!(cluster.size().to_string(), positions, "{board}");
        assert_eq!(cluster.greatest_distance().unwrap().to_string(), moves.trim_start_matches('0'), "{board}");
        let hardest = cluster.position(hardest(&cluster).unwrap()).to_puzzle().unwrap();
        let line = format::board_line(&hardest.with_canonical_labels().unwrap()).unwrap();
        assert_eq!(line, board.replace('o', "."));
        assert!(redundant(&hardest, Limits::default(), &mut ()).unwrap().unwrap().is_empty(), "{board}");
    }
}

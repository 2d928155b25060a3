use super::{by_name, relaxed_unsolvable};
use crate::format;
use crate::position::Position;
use crate::puzzle::{Metric, Puzzle, Rules};

fn estimate(name: &str, puzzle: &Puzzle) -> Option<u32> {
    by_name(name).unwrap().compile(puzzle).estimate(&Position::start(puzzle))
}

fn course(board: &str) -> Puzzle {
    format::parse(board).unwrap().with_rules(Rules::comp472(Metric::Moves))
}

#[test]
fn the_examples_of_comp_472_have_the_printed_estimates() {
    let examples = [
        ("IIB...C.BHHHC.AAD.....D.EEGGGF.....F", [1, 1, 5]),
        ("C.B...C.BHHHAADD........EEGGGF.....F", [1, 2, 5]),
        ("...GF...BGF.AABCF....CDD...C....EE..", [3, 3, 15]),
    ];
    for (board, values) in examples {
        for (name, value) in ["h1", "h2", "h3"].into_iter().zip(values) {
            assert_eq!(estimate(name, &course(board)), Some(value), "{name} {board}");
        }
    }
}

#[test]
fn the_figure_of_inf421_has_the_printed_estimates() {
    // Figure 1 is the first of the classic cards.
    let puzzle = format::parse("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.").unwrap();
    assert_eq!(estimate("h1", &puzzle), Some(2));
    assert_eq!(estimate("inf421-h2", &puzzle), Some(4));
}

#[test]
fn h4_counts_one_of_two_alternative_blockers_and_recursive_counts_none() {
    // B must go up, where C blocks it, or down, where D blocks it. So C or D must move, but neither of them must move
    // in every solution.
    let puzzle = format::parse("..CCC...B...AAB..........DDD........").unwrap();
    assert_eq!(estimate("recursive", &puzzle), Some(2));
    assert_eq!(estimate("h4", &puzzle), Some(3));
    assert_eq!(estimate("inf421-h2", &puzzle), Some(2));
}

#[test]
fn puzzles_with_an_unsolvable_delete_relaxation_are_recognised_with_the_reason() {
    let reasons = [
        ("............AA.BB...................", "B is ahead in the same line, and no vehicle can pass it"),
        ("............AA..x...................", "there is a wall at row 3, column 5"),
        ("............AA...................... A3", "the primary has fuel for 3 cells, but the exit is 4 cells away"),
        ("...B.....B..AA.B.....C.....C.....C..", "B can never leave row 3, column 4"),
    ];
    for (board, reason) in reasons {
        let puzzle = format::parse(board).ok();
        let found = puzzle.as_ref().and_then(relaxed_unsolvable).map(|reason| reason.to_string());
        assert_eq!(found.as_deref(), Some(reason), "{board}");
        let estimates = puzzle.map(|puzzle| [estimate("h4", &puzzle), estimate("recursive", &puzzle)]);
        assert_eq!(estimates, Some([None, None]), "{board}");
    }
}

#[test]
fn a_vehicle_that_blocks_several_others_is_counted_once_but_not_by_inf421_h2() {
    // E left 3; B, C and D down 3; A right 4.
    let puzzle = format::parse("...BCD...BCDAA.BCD.........EEE......").unwrap();
    assert_eq!(estimate("inf421-h2", &puzzle), Some(6), "an overestimate by one");
    assert_eq!([estimate("h4", &puzzle), estimate("recursive", &puzzle)], [Some(5), Some(5)]);
}

#[test]
fn chains_of_blockers_are_followed_to_the_end() {
    // The only solution is E up 1; D left 1; B down 3; A right 3.
    let puzzle = format::parse("...B.....B...AAB..E.....EDDD........").unwrap();
    let estimates = |puzzle: &Puzzle| ["h1", "inf421-h2", "recursive", "h4"].map(|name| estimate(name, puzzle));
    assert_eq!(estimates(&puzzle), [1, 2, 4, 4].map(Some));
    let steps = puzzle.with_rules(Rules::plain(Metric::Steps));
    assert_eq!(
        estimates(&steps),
        [1, 2, 6, 8].map(Some),
        "h4 counts the steps of every vehicle, recursive only those of the primary"
    );
    // If the last of them has no fuel, none can move.
    let stuck = format::parse("...B.....B...AAB..E.....EDDD........ E0").unwrap();
    assert_eq!(estimates(&stuck), [Some(1), Some(2), None, None]);
    assert_eq!(
        relaxed_unsolvable(&stuck).map(|reason| reason.to_string()).as_deref(),
        Some("B can never leave row 3, column 4")
    );
}

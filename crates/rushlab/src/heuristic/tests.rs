use super::{Parameters, relaxed_unsolvable, named};
use crate::format;
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::position::Position;

fn estimate(name: &str, puzzle: &Puzzle) -> Option<u32> {
    named(name).unwrap().compile(puzzle).estimate(&Position::start(puzzle))
}

fn course(board: &str) -> Puzzle {
    format::parse(board).unwrap().with_rules(Rules::comp472(Metric::Moves))
}

#[test]
fn the_examples_of_seed_003_have_the_printed_values() {
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
fn the_figure_of_seed_004_has_the_printed_value() {
    // Figure 1 is the first of the classic cards.
    let puzzle = format::parse("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.").unwrap();
    assert_eq!(estimate("h1", &puzzle), Some(2));
    assert_eq!(estimate("inf421-h2", &puzzle), Some(4));
}

#[test]
fn either_of_two_counts_for_h4_and_neither_for_recursive() {
    // B must go up, where C is in the way, or down, where D is: one of them must move, but neither of the two in any case.
    let puzzle = format::parse("..CCC...B...AAB..........DDD........").unwrap();
    assert_eq!(estimate("recursive", &puzzle), Some(2));
    assert_eq!(estimate("h4", &puzzle), Some(3));
    assert_eq!(estimate("inf421-h2", &puzzle), Some(2));
}

#[test]
fn what_has_no_solution_is_seen_without_search_where_an_argument_is_enough() {
    let reasons = [
        ("............AA.BB...................", "B is ahead in the same line, and lets nobody pass"),
        ("............AA..x...................", "there is a wall at row 3, column 5"),
        ("............AA...................... A3", "the tank holds 3, and the exit is 4 cells away"),
        ("...B.....B..AA.B.....C.....C.....C..", "B can never leave row 3, column 4"),
    ];
    for (board, reason) in reasons {
        let puzzle = format::parse(board).ok();
        let told = puzzle.as_ref().and_then(relaxed_unsolvable).map(|reason| reason.to_string());
        assert_eq!(told.as_deref(), Some(reason), "{board}");
        let estimates = puzzle.map(|puzzle| [estimate("h4", &puzzle), estimate("recursive", &puzzle)]);
        assert_eq!(estimates, Some([None, None]), "{board}");
    }
}

#[test]
fn who_is_in_the_way_of_several_is_counted_once_but_not_by_seed_004() {
    // E left 3; B, C and D down 3; A right 4.
    let puzzle = format::parse("...BCD...BCDAA.BCD.........EEE......").unwrap();
    assert_eq!(estimate("inf421-h2", &puzzle), Some(6), "too much by one");
    assert_eq!([estimate("h4", &puzzle), estimate("recursive", &puzzle)], [Some(5), Some(5)]);
}

#[test]
fn chains_of_blockers_are_followed_to_their_end() {
    // E up 1; D left 1; B down 3; A right 3: nobody has a choice.
    let puzzle = format::parse("...B.....B...AAB..E.....EDDD........").unwrap();
    let estimates = |puzzle: &Puzzle| ["h1", "inf421-h2", "recursive", "h4"].map(|name| estimate(name, puzzle));
    assert_eq!(estimates(&puzzle), [1, 2, 4, 4].map(Some));
    let steps = puzzle.with_rules(Rules::plain(Metric::Steps));
    assert_eq!(
        estimates(&steps),
        [1, 2, 6, 8].map(Some),
        "h4 knows how far each must go, recursive that of the primary"
    );
    // Where the last of them has no fuel, none can move.
    let stuck = format::parse("...B.....B...AAB..E.....EDDD........ E0").unwrap();
    assert_eq!(estimates(&stuck), [Some(1), Some(2), None, None]);
    assert_eq!(relaxed_unsolvable(&stuck).map(|reason| reason.to_string()).as_deref(), Some("B can never leave row 3, column 4"));
}

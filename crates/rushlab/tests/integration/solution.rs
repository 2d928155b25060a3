//! Solutions: how steps are merged into moves, how lists of moves are checked, and how both are read and written.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::common::{check_solution, small_puzzles};
use proptest::prelude::*;
use rushlab::notation::{self, NOTATIONS, NotationError};
use rushlab::position::{IllegalMove, Move, Position, ReplayError};
use rushlab::puzzle::{Direction, Label, Metric, Rules};
use rushlab::search::{ALGORITHMS, Limits, Status, Task};
use rushlab::{Puzzle, Solution, SolutionError, Solver};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

fn board(metric: Metric) -> Puzzle {
    BOARD.parse::<Puzzle>().unwrap().with_rules(Rules::plain(metric))
}

fn mv(puzzle: &Puzzle, label: &str, direction: Direction, cells: u8) -> Move {
    Move { vehicle: puzzle.vehicle_named(Label::new(label).unwrap()).unwrap(), direction, cells }
}

/// Returns moves as the same moves of one cell each.
fn in_steps(moves: &[Move]) -> Vec<Move> {
    moves.iter().flat_map(|mv| std::iter::repeat_n(Move { cells: 1, ..*mv }, mv.cells.into())).collect()
}

#[test]
fn under_the_metric_steps_consecutive_steps_of_a_vehicle_are_one_move() {
    let puzzle = board(Metric::Steps);
    let steps = "BD1 BD1 AU1 XR1 XR1 XR1";
    let solution = Solution::parse(&puzzle, steps).unwrap();
    assert_eq!(solution.to_string(), "BD2 AU1 XR3");
    assert_eq!((solution.moves().len(), solution.steps(), solution.cost()), (3, 6, 6));
    // A vehicle that turns round makes two moves.
    let turned = Solution::parse(&puzzle, "BD1 BD1 AU1 AD1 XR2 XR1").unwrap();
    assert_eq!((turned.to_string().as_str(), turned.cost()), ("BD2 AU1 AD1 XR3", 7));

    let puzzle = board(Metric::Moves);
    let solution = Solution::parse(&puzzle, steps).unwrap();
    assert_eq!(solution.to_string(), steps, "under the metric moves each move of the list counts");
    assert_eq!((solution.moves().len(), solution.steps(), solution.cost()), (6, 6, 6));
}

#[test]
fn a_search_under_the_metric_steps_returns_merged_moves() {
    let puzzle = board(Metric::Steps);
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.about().random) {
        let outcome = algorithm.run(&Task::new(&puzzle), &mut ());
        check_solution(&puzzle, &outcome);
        if algorithm.about().optimal.holds(rushlab::heuristic::DEFAULT, puzzle.rules()) {
            let solution = outcome.solution.unwrap();
            assert_eq!((solution.moves().len(), solution.steps()), (2, 5), "{}", algorithm.about().name);
            assert_eq!((solution.cost(), outcome.bound), (5, 5), "{}", algorithm.about().name);
        }
    }
}

#[test]
fn a_list_of_moves_is_a_solution_only_if_it_is_legal_and_solves_the_puzzle() {
    let puzzle = board(Metric::Moves);
    let (down, right) = (mv(&puzzle, "B", Direction::Down, 2), mv(&puzzle, "X", Direction::Right, 3));
    let solution = Solution::from_moves(&puzzle, &[down, right]).unwrap();
    assert_eq!((solution.moves(), solution.puzzle()), (&[down, right][..], &puzzle));

    let error = Solution::from_moves(&puzzle, &[down]).unwrap_err();
    assert_eq!(error, SolutionError::Unsolved);
    assert_eq!(error.to_string(), "the moves are legal, but the puzzle is not solved after the last one");
    assert_eq!(Solution::from_moves(&puzzle, &[]).unwrap_err(), SolutionError::Unsolved);

    let error = Solution::from_moves(&puzzle, &[mv(&puzzle, "A", Direction::Up, 1), right]).unwrap_err();
    assert!(matches!(error, SolutionError::Unplayable { number: 2, reason: ReplayError::Illegal(_) }), "{error:?}");
    assert_eq!(error.to_string(), "move 2 cannot be played: X is blocked by B at row 3, column 4");
    let missing = Move { vehicle: 99, ..right };
    let reason = ReplayError::Illegal(IllegalMove::NoVehicle { index: 99 });
    assert_eq!(Solution::from_moves(&puzzle, &[missing]).unwrap_err(), SolutionError::Unplayable { number: 1, reason });

    // A solution may pass through the goal, but must end there.
    let back = mv(&puzzle, "X", Direction::Left, 1);
    assert_eq!(Solution::from_moves(&puzzle, &[down, right, back]).unwrap_err(), SolutionError::Unsolved);
    assert!(Solution::from_moves(&puzzle, &[down, right, back, Move { direction: Direction::Right, ..back }]).is_ok());
}

#[test]
fn a_puzzle_that_is_solved_at_the_start_has_an_empty_solution() {
    let puzzle: Puzzle = "............AA....BB................".parse().unwrap();
    let solved = Solver::new(&puzzle).run().solution.unwrap().positions().last().unwrap().to_puzzle().unwrap();
    for solution in [Solver::new(&solved).run().solution.unwrap(), Solution::from_moves(&solved, &[]).unwrap()] {
        assert_eq!((solution.moves().len(), solution.steps(), solution.cost()), (0, 0, 0));
        assert_eq!(solution.positions().count(), 1);
        assert_eq!(solution.to_string(), "");
    }
    assert_eq!(Solution::parse(&solved, "").unwrap().cost(), 0);
}

#[test]
fn a_text_that_is_not_a_solution_has_an_error() {
    let puzzle = board(Metric::Moves);
    let errors = [
        ("BD2", "the moves are legal, but the puzzle is not solved after the last one"),
        ("BD2 XR4", "move 2 cannot be played: X would leave the board after 3 cells"),
        ("BD2 ZR1", "move 2 cannot be played: no vehicle is labelled Z"),
        ("BD2 XR300", "move 2 cannot be played: a distance of 300 cells is longer than any board"),
        ("BD2 XR3 !", "move 3, `!`, cannot be read; an example of this notation is `AR1`"),
    ];
    for (text, error) in errors {
        assert_eq!(Solution::parse(&puzzle, text).unwrap_err().to_string(), error, "{text}");
    }
    let unknown = Solution::parse(&puzzle, "Hello, world?").unwrap_err();
    assert_eq!(unknown, SolutionError::Notation(NotationError::Unknown));
}

#[test]
fn a_solution_is_written_and_read_in_every_notation() {
    for metric in [Metric::Moves, Metric::Steps] {
        let puzzle = board(metric);
        let solution = Solver::new(&puzzle).run().solution.unwrap();
        for notation in NOTATIONS {
            let text = solution.to_notation(*notation);
            assert_eq!(Solution::parse(&puzzle, &text).as_ref(), Ok(&solution), "{}: {text}", notation.about().name);
        }
        assert_eq!(solution.to_notation(notation::LETTERS), solution.to_string());
        let words: Vec<String> = solution.named_moves().iter().map(ToString::to_string).collect();
        assert_eq!(words, ["B down 2", "X right 3"]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_solution_leads_from_the_start_to_a_solved_position(puzzle in small_puzzles(), rules in crate::common::rules(0..9)) {
        let puzzle = puzzle.with_rules(rules);
        let outcome = Solver::new(&puzzle).limits(Limits::states(20_000)).run();
        let Some(solution) = outcome.solution.filter(|_| outcome.status == Status::Solved) else { return Ok(()) };
        let positions: Vec<Position> = solution.positions().collect();
        prop_assert_eq!(positions.len(), solution.moves().len() + 1);
        prop_assert_eq!(&positions[0], &Position::start(&puzzle));
        for (pair, mv) in positions.windows(2).zip(solution.moves()) {
            prop_assert_eq!(pair[0].play(*mv), Ok(pair[1].clone()));
        }
        prop_assert!(positions[positions.len() - 1].is_solved());

        prop_assert_eq!(Solution::from_moves(&puzzle, solution.moves()), Ok(solution.clone()));
        let steps = Solution::from_moves(&puzzle, &in_steps(solution.moves()));
        prop_assert_eq!(steps.as_ref().map(Solution::steps), Ok(solution.steps()));
        if rules.metric == Metric::Steps {
            prop_assert_eq!(steps.as_ref(), Ok(&solution), "single steps are merged into the same moves");
        }
        prop_assert_eq!(Solution::parse(&puzzle, &solution.to_string()), Ok(solution));
    }
}

//! How GRH reads the path to a board off: each reading against slow code that follows the trace.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};

use rushlab::position::{Move, Position};
use rushlab::puzzle::{Metric, Rules};
use rushlab::{NamedMove, Puzzle, format};
use rushlab_genetic::{
    Crossover, Evolution, InitialPopulation, Method, ParameterKey, ParameterValues, Setting, Source,
};

/// Where the vehicles are.
type Board = Vec<Option<u8>>;

const OWN: f64 = 0.0;
const WITHOUT_LOOPS: f64 = 1.0;
const FIRST_PARENT: f64 = 2.0;
const SHORTEST_PARENT: f64 = 3.0;

fn card() -> Puzzle {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    puzzle.with_rules(Rules::plain(Metric::Steps))
}

fn values(path: f64) -> ParameterValues {
    let mut values = ParameterValues::new(Method::Grh, Setting::Faithful);
    for (key, value) in [
        (ParameterKey::Path, path),
        (ParameterKey::Population, 60.0),
        (ParameterKey::Mutation, 0.3),
        (ParameterKey::Restart, 0.0),
    ] {
        values.set(key, value).unwrap();
    }
    values
}

fn board_after(puzzle: &Puzzle, moves: &[Move]) -> Board {
    let play = |position: Position, mv: &Move| position.play(*mv).unwrap();
    moves.iter().fold(Position::start(puzzle), play).offsets().to_vec()
}

/// The parents of the boards of all populations, with the steps from each.
struct Parents {
    start: Board,
    parents: HashMap<Board, (Board, u32)>,
    replaces: bool,
    /// Number of boards that changed their parent.
    replaced: usize,
}

impl Parents {
    fn length(&self, board: &Board) -> u32 {
        if *board == self.start {
            return 0;
        }
        let (parent, steps) = &self.parents[board];
        self.length(parent) + steps
    }

    fn add(&mut self, board: Board, parent: Board, steps: u32) {
        let is_known = board == self.start || self.parents.contains_key(&board);
        let is_shorter = self.replaces && is_known && self.length(&parent) + steps < self.length(&board);
        self.replaced += usize::from(is_shorter);
        if !is_known || is_shorter {
            self.parents.insert(board, (parent, steps));
        }
    }

    /// Adds a generation.
    fn add_generation(&mut self, evolution: &Evolution, before: &[Board]) {
        let puzzle = evolution.puzzle();
        let steps = |mv: &NamedMove| u32::from(mv.cells);
        let trace = evolution.trace().unwrap();
        for (origin, individual) in trace.origins.iter().zip(evolution.individuals()) {
            let mutation: u32 =
                origin.mutations.iter().filter_map(|mutation| mutation.change?.after).map(|mv| steps(&mv)).sum();
            let (parent, crossed) = match origin.source {
                Source::Child { couple, attempt } => {
                    let couple = &trace.couples[couple];
                    let Crossover::Transfer { mates, board, mv, .. } = &couple.attempts[attempt].crossover else {
                        panic!("not a crossover of boards")
                    };
                    let parent = board_after(puzzle, &couple.parents[*board].moves);
                    (parent, steps(&mates[*board]) + steps(mv))
                }
                Source::Copy { of, .. } => (before[of].clone(), 0),
                other => panic!("{other:?}"),
            };
            self.add(individual.position.offsets().to_vec(), parent, crossed + mutation);
        }
    }
}

fn boards(evolution: &Evolution) -> Vec<Board> {
    evolution.individuals().map(|individual| individual.position.offsets().to_vec()).collect()
}

#[test]
fn a_board_is_reached_through_its_first_or_its_shortest_parent_among_the_boards_of_populations() {
    let puzzle = card();
    for (path, seed) in [(FIRST_PARENT, 1), (SHORTEST_PARENT, 1), (SHORTEST_PARENT, 2)] {
        let mut evolution = Evolution::new(&puzzle, Method::Grh, values(path), seed);
        evolution.set_tracing(true);
        let start = board_after(&puzzle, &[]);
        let replaces = path == SHORTEST_PARENT;
        let mut known = Parents { start: start.clone(), parents: HashMap::new(), replaces, replaced: 0 };
        boards(&evolution).into_iter().for_each(|board| known.add(board, start.clone(), 2));
        for _ in 0..40 {
            let before = boards(&evolution);
            evolution.next_generation();
            known.add_generation(&evolution, &before);
            for individual in evolution.individuals() {
                let board = individual.position.offsets().to_vec();
                assert_eq!(individual.cost, known.length(&board));
                assert_eq!(board_after(&puzzle, &individual.moves), board);
            }
        }
        assert_eq!(known.replaced > 0, replaces);
    }
}

#[test]
fn each_reading_gives_shorter_paths_than_the_one_before() {
    let puzzle = card();
    let mean_cost = |path: f64| {
        let costs = (1..=10).map(|seed| {
            let mut evolution = Evolution::new(&puzzle, Method::Grh, values(path), seed);
            while evolution.termination().is_none() {
                evolution.next_generation();
            }
            f64::from(evolution.solution().unwrap().cost)
        });
        costs.sum::<f64>() / 10.0
    };
    let costs = [OWN, WITHOUT_LOOPS, FIRST_PARENT, SHORTEST_PARENT].map(mean_cost);
    assert!(costs.is_sorted_by(|longer, shorter| longer > shorter), "{costs:?}");
}

#[test]
fn a_path_without_loops_visits_no_board_twice() {
    let puzzle = card();
    let mut evolution = Evolution::new(&puzzle, Method::Grh, values(WITHOUT_LOOPS), 1);
    for _ in 0..30 {
        evolution.next_generation();
        for individual in evolution.individuals() {
            let visited = (0..=individual.moves.len()).map(|end| board_after(&puzzle, &individual.moves[..end]));
            assert_eq!(visited.collect::<HashSet<Board>>().len(), individual.moves.len() + 1);
        }
    }
}

#[test]
fn an_evolution_continues_from_the_boards_of_given_paths() {
    let puzzle = card();
    let first = Evolution::new(&puzzle, Method::Grh, values(OWN), 1);
    let sequences: Vec<Vec<Move>> = first.individuals().map(|individual| individual.moves).collect();
    let initial = InitialPopulation::new(&puzzle, Method::Grh, sequences).unwrap();
    let second = Evolution::with_initial(&puzzle, Method::Grh, values(OWN), 1, &initial);
    assert!(first.individuals().eq(second.individuals()));
    let blocked = first.individuals().next().unwrap().moves[0];
    let far = Move { cells: 5, ..blocked };
    let refused = InitialPopulation::new(&puzzle, Method::Grh, vec![vec![blocked], vec![far]]).unwrap_err();
    assert_eq!((refused.index, refused.failure.move_number), (1, Some(1)));
}

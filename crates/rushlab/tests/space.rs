//! The compiled space has exactly the slides of the reference rules, on random puzzles under every combination of rules.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use proptest::prelude::*;
use rushlab::Puzzle;
use rushlab::puzzle::{Draft, Metric, Rules};
use rushlab::reference::{Position, Slide};
use rushlab::space::{AnySpace, Space};

/// The puzzle without tanks: those are not in the space.
fn dry(puzzle: &Puzzle, steps: bool, valet: bool) -> Puzzle {
    let mut draft = Draft::from(puzzle);
    draft.fuel.clear();
    let metric = if steps { Metric::Steps } else { Metric::Moves };
    draft.rules = Rules { metric, valet, default_fuel: None };
    Puzzle::try_from(draft).unwrap()
}

/// Walks at random through the space and compares every position on the way with the reference.
fn compare(puzzle: &Puzzle, space: &impl Space, choices: &[prop::sample::Index]) {
    let (mut state, mut position) = (space.start(), Position::start(puzzle));
    for choice in choices {
        assert_eq!(space.position(puzzle, &state), position);
        assert_eq!(space.is_goal(&state), position.solved(puzzle));
        let mut found = Vec::new();
        space.expand(&state, usize::MAX, &mut space.scratch(), |next, slide, cost| found.push((next, slide, cost)));
        let slides: Vec<Slide> = found.iter().map(|(_, slide, _)| *slide).collect();
        assert_eq!(slides, position.slides(puzzle));
        for (next, slide, cost) in &found {
            assert_eq!(space.position(puzzle, next), position.play(puzzle, *slide).unwrap());
            assert_eq!(*cost, puzzle.rules().metric.cost(slide.cells));
        }
        let Some((next, slide, _)) = found.get(choice.index(found.len().max(1))).copied() else { break };
        (state, position) = (next, position.play(puzzle, slide).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_space_has_the_slides_of_the_reference(
        puzzle in common::puzzles(), steps in any::<bool>(), valet in any::<bool>(),
        choices in proptest::collection::vec(any::<prop::sample::Index>(), 1..40),
    ) {
        let puzzle = dry(&puzzle, steps, valet);
        match AnySpace::new(&puzzle) {
            AnySpace::Narrow(space) => compare(&puzzle, &space, &choices),
            AnySpace::Middle(space) => compare(&puzzle, &space, &choices),
            AnySpace::Wide(space) => compare(&puzzle, &space, &choices),
        }
    }
}

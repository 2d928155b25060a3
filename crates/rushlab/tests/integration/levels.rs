//! The built-in puzzles have the properties that their documentation states.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashSet;

use rushlab::analysis::{Cluster, Difficulty, Level, redundant};
use rushlab::collection::{PUZZLES_PER_LEVEL, built_in};
use rushlab::generate::DistinctPuzzles;
use rushlab::puzzle::{Rules, Side};
use rushlab::search::Limits;

#[test]
fn built_in_puzzles_are_minimal_ordered_by_difficulty_and_distinct() {
    let (mut names, mut distinct) = (HashSet::new(), DistinctPuzzles::default());
    let mut last: Option<(Level, u32)> = None;
    let mut longest = 0;
    let mut count = 0;
    for (level, puzzle) in built_in() {
        let name = puzzle.name().unwrap().to_owned();
        assert_eq!((puzzle.width(), puzzle.height(), puzzle.rules()), (6, 6, Rules::default()), "{name}");
        assert!(puzzle.walls().is_empty() && puzzle.exit().side == Side::Right && puzzle.exit().line == 2, "{name}");
        assert!(puzzle.vehicles().iter().all(|vehicle| vehicle.fuel.is_none()), "{name}");
        assert!(distinct.insert(&puzzle), "{name} is a duplicate");
        assert!(redundant(&puzzle, Limits::default(), &mut ()).unwrap().unwrap().is_empty(), "{name} is not minimal");
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let difficulty = Difficulty::of(&cluster, 0).unwrap();
        assert_eq!(difficulty.level(), level, "{name}");
        assert!(
            last.is_none_or(|last| last <= (level, difficulty.in_tenths())),
            "{name} is easier than the one before"
        );
        last = Some((level, difficulty.in_tenths()));
        longest = longest.max(difficulty.length);
        assert!(names.insert(name));
        count += 1;
    }
    assert_eq!(count, Level::ALL.len() * PUZZLES_PER_LEVEL);
    assert!(longest > 40);
}

//! The built-in levels are what they claim to be.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashSet;

use rushlab::analysis::{Cluster, Difficulty, Level, spare};
use rushlab::collection::{LEVELS_OF_EACH, levels};
use rushlab::generate::Distinct;
use rushlab::puzzle::{Rules, Side};
use rushlab::search::Limits;

#[test]
fn forty_levels_are_minimal_graded_and_all_different() {
    let (mut names, mut boards) = (HashSet::new(), Distinct::default());
    let mut last: Option<(Level, u32)> = None;
    let mut longest = 0;
    let mut count = 0;
    for (level, puzzle) in levels() {
        let name = puzzle.name().unwrap().to_owned();
        assert_eq!((puzzle.width(), puzzle.height(), puzzle.rules()), (6, 6, Rules::default()), "{name}");
        assert!(puzzle.walls().is_empty() && puzzle.exit().side == Side::Right && puzzle.exit().line == 2, "{name}");
        assert!(puzzle.vehicles().iter().all(|vehicle| vehicle.fuel.is_none()), "{name}");
        assert!(boards.insert(&puzzle), "{name} is a double");
        assert!(spare(&puzzle, Limits::default(), &mut ()).unwrap().unwrap().is_empty(), "{name} is not minimal");
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let difficulty = Difficulty::of(&cluster, 0).unwrap();
        assert_eq!(difficulty.level(), level, "{name}");
        assert!(last.is_none_or(|last| last < (level, difficulty.tenths())), "{name} is easier than the one before");
        last = Some((level, difficulty.tenths()));
        longest = longest.max(difficulty.length);
        assert!(names.insert(name));
        count += 1;
    }
    assert_eq!(count, Level::ALL.len() * LEVELS_OF_EACH);
    assert!(longest > 40);
}

//! Random valid puzzles for property tests, a reference search, and the folder of the corpus.
#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{HashSet, VecDeque};
use std::io::Write as _;
use std::path::PathBuf;

use proptest::prelude::*;
use rushlab::Puzzle;
use rushlab::position::{Move, Position};
use rushlab::puzzle::{
    Draft, DraftExit, DraftFuel, DraftVehicle, DraftWall, Label, Metric, Orientation, Rules, Side, Vehicle,
};
use rushlab::search::Outcome;

/// The kinds of labels in a random puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Naming {
    Capitals,
    SmallLetters,
    Numbers,
    Pairs,
    Mixed,
}

fn label(naming: Naming, index: usize) -> Label {
    let text = match naming {
        Naming::Capitals => char::from(b'A' + (index % 26) as u8).to_string(),
        Naming::SmallLetters => char::from(b'a' + (index % 26) as u8).to_string(),
        Naming::Numbers => (index + 1).to_string(),
        Naming::Pairs => format!("{}{}", char::from(b'A' + (index / 26) as u8), char::from(b'A' + (index % 26) as u8)),
        Naming::Mixed => {
            ["A", "x", "o", "X", "Ä", "12", "é9", "K", "P", "R", "51", "q", "abcdefghij", "O"][index % 14].to_owned()
        }
    };
    Label::new(&text).unwrap()
}

/// Returns puzzles of any size, exit side, kind of labels and rules. Vehicles that would overlap are left out.
pub(crate) fn puzzles() -> impl Strategy<Value = Puzzle> {
    puzzles_of(prop_oneof![2 => Just((6, 6)), 3 => (3..=16_i64, 3..=16_i64)], 1..25)
}

/// Returns puzzles that are small enough to visit every position.
pub(crate) fn small_puzzles() -> impl Strategy<Value = Puzzle> {
    puzzles_of((3..=6_i64, 3..=6_i64), 1..12)
}

fn puzzles_of(
    size: impl Strategy<Value = (i64, i64)>,
    vehicles: std::ops::Range<usize>,
) -> impl Strategy<Value = Puzzle> {
    let vehicle = (any::<bool>(), 2..5_i64, 0..16_i64, 0..16_i64, proptest::option::weighted(0.2, 0..9999_i64));
    let naming = prop_oneof![
        3 => Just(Naming::Capitals),
        2 => Just(Naming::SmallLetters),
        1 => Just(Naming::Numbers),
        1 => Just(Naming::Pairs),
        2 => Just(Naming::Mixed)
    ];
    (
        size,
        proptest::collection::vec(vehicle, vehicles),
        proptest::collection::vec((0..16_i64, 0..16_i64), 0..3),
        any::<(bool, bool, bool, bool)>(),
        naming,
        any::<proptest::sample::Index>(),
        proptest::option::of(0..200_u16),
        proptest::option::of("[a-z \"\\\\{}é#.\u{feff}]{0,12}"),
    )
        .prop_filter_map("no vehicle fits", |(size, vehicles, walls, flags, naming, primary, tank, name)| {
            assemble(size, &vehicles, &walls, flags, naming, primary, tank, name)
        })
}

/// Whether a vehicle is horizontal, its length, row, column and fuel figure.
type Shape = (bool, i64, i64, i64, Option<i64>);

#[expect(clippy::too_many_arguments, reason = "these are the parts that a strategy generates")]
fn assemble(
    (width, height): (i64, i64),
    shapes: &[Shape],
    walls: &[(i64, i64)],
    (other_side, steps, valet, walled): (bool, bool, bool, bool),
    naming: Naming,
    primary: proptest::sample::Index,
    tank: Option<u16>,
    name: Option<String>,
) -> Option<Puzzle> {
    let mut taken = vec![false; (width * height) as usize];
    let mut draft = Draft { width, height, name, ..Draft::default() };
    let most = if matches!(naming, Naming::Mixed) { 14 } else { 26 };
    for &(horizontal, length, row, column, fuel) in shapes {
        let orientation = if horizontal { Orientation::Horizontal } else { Orientation::Vertical };
        let (row, column) = (row % height, column % width);
        let cells: Vec<(i64, i64)> =
            (0..length).map(|along| if horizontal { (row, column + along) } else { (row + along, column) }).collect();
        let free =
            |&(row, column): &(i64, i64)| row < height && column < width && !taken[(row * width + column) as usize];
        if draft.vehicles.len() == most || !cells.iter().all(free) {
            continue;
        }
        cells.iter().for_each(|(row, column)| taken[(row * width + column) as usize] = true);
        let label = label(naming, draft.vehicles.len());
        draft.vehicles.push(DraftVehicle { label, orientation, length, row, column, text_line: 0 });
        draft.fuel.extend(fuel.map(|units| DraftFuel { label, units, text_line: 0 }));
    }
    for (row, column) in walls.iter().filter(|_| walled).map(|(row, column)| (row % height, column % width)) {
        if !taken[(row * width + column) as usize] {
            draft.walls.push(DraftWall { row, column, text_line: 0 });
        }
    }
    if draft.vehicles.is_empty() {
        return None;
    }
    let primary = draft.vehicles[primary.index(draft.vehicles.len())];
    draft.primary = Some(primary.label);
    let side = match (primary.orientation, other_side) {
        (Orientation::Horizontal, true) => Side::Left,
        (Orientation::Vertical, true) => Side::Bottom,
        (orientation, false) => Side::default_for(orientation),
    };
    draft.exit = Some(DraftExit { side, line: None });
    // Half of the puzzles are plain, because most formats hold nothing else.
    if valet {
        draft.rules =
            Rules { metric: if steps { Metric::Steps } else { Metric::Moves }, valet: steps, default_fuel: tank };
    } else if !walled {
        draft.fuel.clear();
    }
    Some(Puzzle::try_from(draft).unwrap())
}

/// Returns all combinations of metric and valet, with a default fuel in a range or without one.
pub(crate) fn rules(default_fuel: std::ops::Range<u16>) -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>(), proptest::option::of(default_fuel)).prop_map(|(steps, valet, default_fuel)| Rules {
        metric: if steps { Metric::Steps } else { Metric::Moves },
        valet,
        default_fuel,
    })
}

/// Returns small fuel figures for the vehicles of a puzzle, in their order; a vehicle may have none.
pub(crate) fn small_figures() -> impl Strategy<Value = Vec<Option<u16>>> {
    proptest::collection::vec(proptest::option::weighted(0.4, 0..8_u16), 26)
}

/// Returns a puzzle with other fuel figures, given in the order of its vehicles.
pub(crate) fn with_figures(puzzle: &Puzzle, figures: &[Option<u16>]) -> Puzzle {
    let figure = |(vehicle, units): (&Vehicle, &Option<u16>)| {
        Some(DraftFuel { label: vehicle.label, units: (*units)?.into(), text_line: 0 })
    };
    let fuel = puzzle.vehicles().iter().zip(figures).filter_map(figure).collect();
    Puzzle::try_from(Draft { fuel, ..Draft::from(puzzle) }).unwrap()
}

/// Returns a puzzle without its fuel figures.
pub(crate) fn without_figures(puzzle: &Puzzle) -> Puzzle {
    with_figures(puzzle, &[])
}

/// Returns whether a vehicle of the puzzle has a tank that can run dry.
pub(crate) fn has_tanks(puzzle: &Puzzle) -> bool {
    (0..puzzle.vehicles().len()).any(|vehicle| puzzle.tank(vehicle).is_some())
}

/// A generator of pseudorandom numbers that are the same on every machine: SplitMix64 (Steele, Lea & Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// Returns a board with random vehicles, at most `most` of them. The first is the primary. It lies at the left end
    /// of its row, far from the exit.
    pub(crate) fn board(&mut self, width: i64, height: i64, most: usize) -> Draft {
        let mut draft =
            Draft { width, height, exit: Some(DraftExit { side: Side::Right, line: None }), ..Draft::default() };
        let mut taken = HashSet::new();
        for attempt in 0..40 * most {
            let orientation = [Orientation::Horizontal, Orientation::Vertical][self.below(2) as usize];
            let (row, column, length) =
                (self.below(height as u64) as i64, self.below(width as u64) as i64, 2 + i64::from(self.below(3) == 0));
            let (orientation, column) = if attempt == 0 { (Orientation::Horizontal, 0) } else { (orientation, column) };
            let cells = (0..length).map(|along| match orientation {
                Orientation::Horizontal => (row, column + along),
                Orientation::Vertical => (row + along, column),
            });
            let cells: Vec<(i64, i64)> = cells.collect();
            let free = |cell: &(i64, i64)| cell.0 < height && cell.1 < width && !taken.contains(cell);
            if draft.vehicles.len() < most && cells.iter().all(free) {
                let label = label(Naming::Pairs, draft.vehicles.len());
                draft.vehicles.push(DraftVehicle { label, orientation, length, row, column, text_line: 0 });
                taken.extend(cells);
            }
        }
        draft.primary = Some(draft.vehicles[0].label);
        draft
    }
}

/// Returns the cost of an optimal solution, found by breadth-first search with the reference rules; `Err` if there are
/// more than `most` positions. Every move costs 1, because under the metric `steps` only moves of one cell are listed.
pub(crate) fn plain_search(puzzle: &Puzzle, most: usize) -> Result<Option<u32>, ()> {
    let start = Position::start(puzzle);
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, cost)) = queue.pop_front() {
        if position.is_solved() {
            return Ok(Some(cost));
        }
        if seen.len() > most {
            return Err(());
        }
        for mv in position.legal_moves() {
            let next = position.play(mv).unwrap();
            if seen.insert(next.clone()) {
                queue.push_back((next, cost + 1));
            }
        }
    }
    Ok(None)
}

/// Plays the solution of a search by the reference rules and checks its figures.
pub(crate) fn check_solution(puzzle: &Puzzle, outcome: &Outcome) {
    let solution = outcome.solution.as_ref().unwrap();
    let mut position = Position::start(puzzle);
    for mv in solution.moves() {
        position = position.play(*mv).unwrap();
    }
    assert!(position.is_solved());
    let cost: u32 = solution.moves().iter().map(|mv| puzzle.rules().metric.cost(mv.cells)).sum();
    let steps: u32 = solution.moves().iter().map(|mv| u32::from(mv.cells)).sum();
    assert_eq!((solution.cost(), solution.steps(), outcome.cost()), (cost, steps, Some(cost)));
    assert_eq!(outcome.moves(), solution.moves());
    let repeats = |pair: &[Move]| (pair[0].vehicle, pair[0].direction) == (pair[1].vehicle, pair[1].direction);
    let merged = !solution.moves().windows(2).any(repeats);
    assert!(merged || puzzle.rules().metric == Metric::Moves, "steps in a row are one move");
}

/// Returns the folder with puzzles and figures from other sources, if it exists.
pub(crate) fn corpus() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let named = std::env::var_os("RUSHLAB_CORPUS").map(PathBuf::from);
    assert!(named.as_ref().is_none_or(|folder| folder.is_dir()), "RUSHLAB_CORPUS is not a folder");
    let folder = named.unwrap_or_else(beside);
    let found = folder.is_dir().then_some(folder);
    if found.is_none() {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "skipped: no corpus; set RUSHLAB_CORPUS to its folder");
    }
    found
}

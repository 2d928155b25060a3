//! The census checked against slow, simple code and against the published results.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fs;
use std::ops::ControlFlow;

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, hardest, redundant};
use rushlab::format::{board_line, parse};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::Limits;
use rushlab_census::{
    Annealing, BoardClass, BoardNumbering, COLLETTE, CensusBoard, CensusRules, Classifier, Climb, FOGLEMAN, Fillings,
    MinimalPuzzle, RULES, SERVAIS, Size, Supply, VAN_ASSEMA, rules_by_name,
};

/// Runs a census. Returns the canonical boards with their classification.
fn census(rules: &'static CensusRules, size: Size, walls: std::ops::RangeInclusive<u8>) -> Vec<(Puzzle, BoardClass)> {
    let numbering = BoardNumbering::new(rules, size, walls, |_| ControlFlow::Continue(())).unwrap();
    let mut classifier = Classifier::new(size, Metric::Moves);
    let mut found = Vec::new();
    let _ = numbering.for_each_board(0, numbering.count(), |board| {
        match classifier.classify(board) {
            BoardClass::NotCanonical => {}
            other => found.push((board.puzzle(size).unwrap(), other)),
        }
        ControlFlow::Continue(())
    });
    found
}

/// Returns the masks of the horizontal and of the vertical vehicles; the top-left cell is the lowest bit.
fn masks(width: usize, cells: &[u8]) -> (u64, u64) {
    let mut masks = (0, 0);
    for (place, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.is_ascii_uppercase()) {
        let matches = |other: Option<usize>| other.is_some_and(|other| cells.get(other) == Some(cell));
        let column = place % width;
        let horizontal =
            (column > 0 && matches(place.checked_sub(1))) || (column + 1 < width && matches(Some(place + 1)));
        if horizontal { masks.0 |= 1 << place } else { masks.1 |= 1 << place }
    }
    masks
}

/// Returns every board that the rules allow, as text, built cell by cell.
fn every_board(rules: &CensusRules, width: usize, height: usize, walls: usize) -> Vec<Vec<u8>> {
    fn fill(
        place: usize,
        letter: u8,
        walls: usize,
        size: (&CensusRules, usize, usize),
        board: &mut Vec<u8>,
        all: &mut Vec<Vec<u8>>,
    ) {
        let (rules, width, height) = size;
        let Some(at) = (place..width * height).find(|at| board[*at] == b' ') else {
            all.push(board.clone());
            return;
        };
        let (row, column) = (at / width, at % width);
        let primary_row = row == (height - 1) / 2;
        board[at] = b'.';
        fill(at + 1, letter, walls, size, board, all);
        if walls > 0 {
            board[at] = b'x';
            fill(at + 1, letter, walls - 1, size, board, all);
        }
        board[at] = b' ';
        for (length, step, primary) in
            [2, 3].into_iter().flat_map(|length| [(length, 1, true), (length, 1, false), (length, width, false)])
        {
            let cells: Vec<usize> = (0..length).map(|along| at + along * step).collect();
            let inside = if step == 1 { column + length <= width } else { row + length <= height };
            if !inside || cells.iter().any(|cell| board[*cell] != b' ') {
                continue;
            }
            // The primary is the last vehicle of its row, and the only one under some rules.
            let in_primary_row = primary_row && step == 1;
            if (in_primary_row && (board.contains(&b'A') || !(primary || rules.shared_row)))
                || (primary && !(in_primary_row && length == 2))
                || (!primary && !rules.lengths.contains(&length))
            {
                continue;
            }
            let label = if primary { b'A' } else { letter };
            cells.iter().for_each(|cell| board[*cell] = label);
            fill(at + 1, letter + 1, walls, size, board, all);
            cells.iter().for_each(|cell| board[*cell] = b' ');
        }
    }
    let mut all = Vec::new();
    fill(0, b'B', walls, (rules, width, height), &mut vec![b' '; width * height], &mut all);
    all.retain(|board| {
        let (across, down) = masks(width, board);
        let row_of = |row: usize| row * width..(row + 1) * width;
        let full_row = |row: usize| row_of(row).all(|cell| across >> cell & 1 == 1 || board[cell] == b'x');
        let full_column = |column: usize| (0..height).all(|row| down >> (row * width + column) & 1 == 1);
        let Some(primary) = board.iter().position(|cell| *cell == b'A') else { return false };
        let mut ahead = primary..row_of((height - 1) / 2).end;
        let full_line = (0..height).any(full_row) || (0..width).any(full_column);
        let length = |label: u8| board.iter().filter(|cell| **cell == label).count();
        let vehicles = |wanted| (b'A'..=b'Z').filter(|label| length(*label) == wanted).count();
        let supplied = rules
            .supply
            .is_none_or(|supply| vehicles(2) <= usize::from(supply.cars) && vehicles(3) <= usize::from(supply.trucks));
        (rules.full_lines || !full_line) && supplied && ahead.all(|cell| board[cell] != b'x')
    });
    all
}

#[test]
fn the_clusters_partition_all_boards() {
    static LIMITED: CensusRules = CensusRules { supply: Some(Supply { cars: 3, trucks: 1 }), ..VAN_ASSEMA };
    for (rules, width, height, most) in [
        (&FOGLEMAN, 4, 4, 0),
        (&FOGLEMAN, 4, 3, 1),
        (&FOGLEMAN, 3, 5, 1),
        (&FOGLEMAN, 5, 3, 0),
        (&VAN_ASSEMA, 4, 4, 0),
        (&VAN_ASSEMA, 4, 3, 1),
        (&SERVAIS, 5, 3, 0),
        (&LIMITED, 4, 4, 0),
    ] {
        let prefix = if width == height { String::new() } else { format!("{width}x{height}:") };
        let mut left: HashSet<String> = HashSet::new();
        for board in every_board(rules, width, height, most) {
            let text = prefix.clone() + std::str::from_utf8(&board).unwrap();
            left.insert(board_line(&parse(&text).unwrap().with_canonical_labels().unwrap()).unwrap());
        }
        let all = left.len() as u64;
        // Finds the smallest position of each cluster by plain search.
        let mut smallest = BTreeSet::new();
        while let Some(first) = left.iter().next().cloned() {
            left.remove(&first);
            let (mut open, mut best) = (VecDeque::from([first.clone()]), (masks(width, cells(&first)), first));
            while let Some(text) = open.pop_front() {
                best = best.min((masks(width, cells(&text)), text.clone()));
                let puzzle = parse(&text).unwrap();
                let position = rushlab::position::Position::start(&puzzle);
                for mv in position.legal_moves() {
                    let next = position.play(mv).unwrap().to_puzzle().unwrap();
                    let next = board_line(&next.with_canonical_labels().unwrap()).unwrap();
                    if left.remove(&next) {
                        open.push_back(next);
                    }
                }
            }
            smallest.insert(best.1);
        }
        let size = Size::new(width, height).unwrap();
        let found = census(rules, size, 0..=most as u8);
        let boards: BTreeSet<String> = found.iter().map(|(puzzle, _)| board_line(puzzle).unwrap()).collect();
        assert_eq!(boards, smallest, "{} {width}x{height}", rules.name);
        let positions: u64 = found.iter().map(|(_, found)| positions(found)).sum();
        assert_eq!(positions, all, "{} {width}x{height}", rules.name);
        let counted = BoardNumbering::count_positions(rules, size, 0..=most as u8, |_| ControlFlow::Continue(()));
        assert_eq!(counted, Ok(all), "{} {width}x{height}", rules.name);
    }
}

fn cells(text: &str) -> &[u8] {
    text.rsplit(':').next().unwrap().as_bytes()
}

fn positions(found: &BoardClass) -> u64 {
    match found {
        BoardClass::NotCanonical => 0,
        BoardClass::Unsolvable { positions } | BoardClass::NotMinimal { positions, .. } => *positions,
        BoardClass::Minimal(row) => row.positions,
    }
}

#[test]
fn each_classification_agrees_with_the_analysis() {
    let samples = [
        (&FOGLEMAN, Metric::Moves, 4, 4, 0..=1, 7),
        (&FOGLEMAN, Metric::Moves, 5, 5, 0..=0, 301),
        (&FOGLEMAN, Metric::Moves, 6, 4, 0..=0, 211),
        (&FOGLEMAN, Metric::Moves, 4, 7, 0..=0, 997),
        (&FOGLEMAN, Metric::Steps, 4, 4, 0..=1, 11),
        (&FOGLEMAN, Metric::Steps, 5, 5, 0..=0, 401),
        (&VAN_ASSEMA, Metric::Moves, 5, 5, 0..=0, 997),
        (&COLLETTE, Metric::Steps, 5, 5, 0..=0, 1499),
        (&SERVAIS, Metric::Steps, 6, 4, 0..=0, 97),
    ];
    for (rules, metric, width, height, walls, step) in samples {
        let size = Size::new(width, height).unwrap();
        let numbering = BoardNumbering::new(rules, size, walls, |_| ControlFlow::Continue(())).unwrap();
        let mut classifier = Classifier::new(size, metric);
        let mut checked = 0;
        for id in (0..numbering.count()).step_by(step) {
            let _ = numbering.for_each_board(id, id + 1, |board| {
                let found = classifier.classify(board);
                if found != BoardClass::NotCanonical {
                    checked += 1;
                    let puzzle = board.puzzle(size).unwrap().with_rules(Rules::plain(metric));
                    assert_eq!(
                        facts(&found),
                        by_analysis(&puzzle),
                        "{}, {metric}, {width}x{height}, id {id}",
                        rules.name
                    );
                }
                ControlFlow::Continue(())
            });
        }
        assert!(checked > 50, "{checked} clusters of {}, {width}x{height}", rules.name);
    }
}

/// Number of positions, the cost of the hardest position, and this position with its number of walls if it is minimal.
type Facts = (u64, Option<usize>, Option<(String, usize)>);

fn facts(class: &BoardClass) -> Facts {
    match class {
        BoardClass::NotCanonical => panic!("this board is not canonical"),
        BoardClass::Unsolvable { positions } => (*positions, None, None),
        BoardClass::NotMinimal { positions, cost } => (*positions, Some(*cost), None),
        BoardClass::Minimal(puzzle) => minimal_facts(puzzle),
    }
}

fn minimal_facts(puzzle: &MinimalPuzzle) -> Facts {
    (puzzle.positions, Some(puzzle.cost), Some((puzzle.board.clone(), puzzle.walls)))
}

/// Classifies a cluster by other code.
fn by_analysis(puzzle: &Puzzle) -> Facts {
    let cluster = Cluster::new(puzzle, Limits::default(), &mut ()).unwrap();
    let positions = cluster.size() as u64;
    let (Some(cost), Some(hardest)) = (cluster.greatest_distance(), hardest(&cluster)) else {
        return (positions, None, None);
    };
    let cost = Some(cost as usize);
    let hardest = cluster.position(hardest).to_puzzle().unwrap();
    if !redundant(&hardest, Limits::default(), &mut ()).unwrap().unwrap().is_empty() {
        return (positions, cost, None);
    }
    let board = board_line(&hardest.with_canonical_labels().unwrap()).unwrap();
    (positions, cost, Some((board, hardest.walls().len())))
}

#[test]
fn the_published_censuses_are_reproduced_line_for_line() {
    let Some(corpus) = crate::common::corpus() else { return };
    for (name, side, walls, solvable) in
        [("4x4_w0", 4, 0..=0, 493), ("5x5_w0", 5, 0..=0, 62_106), ("5x5_w1", 5, 0..=1, 831_255)]
    {
        let found = census(&FOGLEMAN, Size::new(side, side).unwrap(), walls);
        let mut rows = BTreeSet::new();
        for (_, found) in &found {
            if let BoardClass::Minimal(row) = found {
                rows.insert(format!("{:02} {} {}", row.cost, row.board, row.positions));
            }
        }
        let published = fs::read_to_string(corpus.join(format!("census/{name}.txt"))).unwrap();
        assert_eq!(rows, published.lines().map(str::to_owned).collect());
        let unsolvable = found.iter().filter(|(_, found)| matches!(found, BoardClass::Unsolvable { .. })).count();
        assert_eq!(found.len() - unsolvable, solvable);
    }
}

/// Runs a climb.
fn climb(size: Size, metric: Metric, walls: usize, climb: &Climb) -> MinimalPuzzle {
    let mut progress = |_, _| ControlFlow::Continue(());
    Annealing::new(size, metric, 0..=walls).climb(climb, &mut progress).unwrap()
}

#[test]
fn what_annealing_finds_is_minimal_and_the_hardest_of_its_cluster() {
    for (metric, width, height, walls) in [
        (Metric::Moves, 4, 4, 0),
        (Metric::Moves, 5, 4, 2),
        (Metric::Steps, 5, 5, 0),
        (Metric::Moves, 6, 6, 1),
        (Metric::Moves, 7, 4, 0),
    ] {
        let size = Size::new(width, height).unwrap();
        for number in 0..3 {
            let short = Climb { seed: 1, number, budget: 200_000, start: None };
            let found = climb(size, metric, walls, &short);
            let read = parse(&found.board).unwrap().with_rules(Rules::plain(metric));
            assert_eq!(minimal_facts(&found), by_analysis(&read));
            // It is a board of the census.
            assert!(CensusBoard::of(&read).is_some_and(|(own, _)| own == size));
            assert_eq!(climb(size, metric, walls, &short), found, "the same climb");
        }
    }
}

#[test]
fn annealing_finds_the_hardest_puzzles_of_small_boards() {
    for (side, walls, moves) in [(4, 0, 7), (5, 0, 20)] {
        let size = Size::new(side, side).unwrap();
        let climbs = (0..4).map(|number| Climb { seed: 1, number, budget: 3_000_000, start: None });
        let most = climbs.map(|each| climb(size, Metric::Moves, walls, &each).cost);
        assert_eq!(most.max(), Some(moves), "{side}x{side}");
    }
}

/// The hardest 7×7 puzzle that annealing has found, with the smaller cluster of two.
const HARDEST_7X7: &str = "KBBOCCCKM.ODDRLMEEPQRLAA.PQSL.NFFQSGGN.HHHIIIJJJ.";

#[test]
fn a_climb_never_ends_below_its_start() {
    let hardest_6x6 = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.";
    let wider = "7x6:.GBB.L..GHI.LM.GHIAAM.CCCK.M...JKDD.EEJFF.";
    for (board, size, columns, moves) in [
        (hardest_6x6, Size::new(6, 6), 0, 51),
        (hardest_6x6, Size::new(7, 6), 1, by_analysis(&parse(wider).unwrap()).1.unwrap()),
        (HARDEST_7X7, Size::new(7, 7), 0, 135),
    ] {
        let (own, board) = CensusBoard::of(&parse(board).unwrap()).unwrap();
        let start = board.within(own, size.unwrap(), columns);
        assert!(start.is_some());
        let found = climb(size.unwrap(), Metric::Moves, 0, &Climb { seed: 1, number: 0, budget: 100_000, start });
        assert!(found.cost >= moves, "{} and {moves} moves", found.cost);
    }
}

#[test]
fn a_board_is_placed_only_where_it_fits() {
    let (own, board) = CensusBoard::of(&parse(HARDEST_7X7).unwrap()).unwrap();
    for (width, height, columns, fits) in
        [(7, 7, 0, true), (7, 7, 1, false), (8, 8, 1, true), (8, 8, 2, false), (6, 7, 0, false), (8, 6, 0, false)]
    {
        let placed = board.within(own, Size::new(width, height).unwrap(), columns);
        assert_eq!(placed.is_some(), fits, "{width}x{height}, {columns}");
    }
    for other in ["AAXX............", "....XXXA...A.....", "XX.............."] {
        assert!(parse(other).ok().and_then(|puzzle| CensusBoard::of(&puzzle)).is_none(), "{other}");
    }
}

#[test]
fn the_hardest_known_7x7_puzzles_have_the_documented_optimum() {
    for (board, metric, moves, positions) in [
        (HARDEST_7X7, Metric::Moves, 135, 30_012),
        ("LNBBBCCLNDDDEEL.OFFGGAAO...SMHHPQRSMIIPQRTJJKK..T", Metric::Moves, 135, 190_565),
        ("BBCC.RSDDEE.RS.M.FFFT.MAAP.TGGN.PHHL.NOQIILJJOQKK", Metric::Steps, 230, 422_492),
    ] {
        let puzzle: Puzzle = board.parse::<Puzzle>().unwrap().with_rules(Rules::plain(metric));
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        assert_eq!((cluster.distance(0), cluster.greatest_distance()), (Some(moves), Some(moves)), "{board}");
        assert_eq!(cluster.size(), positions, "{board}");
    }
}

/// The id of the cluster with the hardest 6×6 puzzle by steps.
const HARDEST_BY_STEPS: u64 = 65_480_198;

#[test]
fn the_hardest_6x6_puzzle_by_steps_is_the_published_one() {
    let size = Size::new(6, 6).unwrap();
    let numbering = BoardNumbering::new(&FOGLEMAN, size, 0..=0, |_| ControlFlow::Continue(())).unwrap();
    let mut classifier = Classifier::new(size, Metric::Steps);
    let _ = numbering.for_each_board(HARDEST_BY_STEPS, HARDEST_BY_STEPS + 1, |board| {
        let BoardClass::Minimal(puzzle) = classifier.classify(board) else { panic!("{board:?}") };
        // Collette, Raskin and Servais (2006).
        assert_eq!((puzzle.cost, puzzle.positions), (93, 24_132));
        ControlFlow::Continue(())
    });
}

#[test]
fn the_numbers_of_6x6_positions_are_the_published_ones() {
    let size = Size::new(6, 6).unwrap();
    let count = |rules| BoardNumbering::count_positions(rules, size, 0..=0, |_| ControlFlow::Continue(())).unwrap();
    // Fogleman (2018); Collette, Raskin and Servais (2006), who give two digits; a complete census.
    assert_eq!(count(&FOGLEMAN), 27_103_652_326);
    assert_eq!(count(&COLLETTE) / 100_000_000, 363);
    assert_eq!(count(&SERVAIS), 1_971_069_864);
}

#[test]
fn the_number_of_6x6_fillings_is_that_of_van_assema() {
    let mut fillings = Fillings::new(Size::new(6, 6).unwrap());
    assert_eq!((0..fillings.parts()).map(|part| fillings.count(part)).sum::<u64>(), 68_478_733);
}

#[test]
fn rules_are_found_by_their_names() {
    for rules in RULES {
        assert_eq!(rules_by_name(rules.name), Some(*rules));
    }
    assert_eq!(rules_by_name("none"), None);
}

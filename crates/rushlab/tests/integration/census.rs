//! The census checked against slow, simple code and against the published results.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fs;
use std::ops::ControlFlow;

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, hardest, redundant};
use rushlab::census::{BoardClass, BoardNumbering, Classifier, Size};
use rushlab::format::{board_line, parse};
use rushlab::search::Limits;

/// Runs a census. Returns the canonical boards with their classification.
fn census(size: Size, walls: std::ops::RangeInclusive<u8>) -> Vec<(Puzzle, BoardClass)> {
    let numbering = BoardNumbering::new(size, walls).unwrap();
    let mut classifier = Classifier::new(size);
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

/// Returns every board that the published rules allow, as text, built cell by cell.
fn every_board(width: usize, height: usize, walls: usize) -> Vec<Vec<u8>> {
    fn fill(place: usize, letter: u8, walls: usize, size: (usize, usize), board: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        let (width, height) = size;
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
        for (length, step) in [(2, 1), (3, 1), (2, width), (3, width)] {
            let cells: Vec<usize> = (0..length).map(|along| at + along * step).collect();
            let inside = if step == 1 { column + length <= width } else { row + length <= height };
            if !inside || cells.iter().any(|cell| board[*cell] != b' ') {
                continue;
            }
            // The primary is the only vehicle of its row.
            let primary = primary_row && step == 1;
            if primary && (length != 2 || board.contains(&b'A')) {
                continue;
            }
            let label = if primary { b'A' } else { letter };
            cells.iter().for_each(|cell| board[*cell] = label);
            fill(at + 1, letter + 1, walls, size, board, all);
            cells.iter().for_each(|cell| board[*cell] = b' ');
        }
    }
    let mut all = Vec::new();
    fill(0, b'B', walls, (width, height), &mut vec![b' '; width * height], &mut all);
    all.retain(|board| {
        let (across, down) = masks(width, board);
        let row_of = |row: usize| row * width..(row + 1) * width;
        let full_row = |row: usize| row_of(row).all(|cell| across >> cell & 1 == 1 || board[cell] == b'x');
        let full_column = |column: usize| (0..height).all(|row| down >> (row * width + column) & 1 == 1);
        let Some(primary) = board.iter().position(|cell| *cell == b'A') else { return false };
        let ahead = primary..row_of((height - 1) / 2).end;
        !(0..height).any(full_row) && !(0..width).any(full_column) && ahead.clone().all(|cell| board[cell] != b'x')
    });
    all
}

#[test]
fn the_clusters_partition_all_boards() {
    for (width, height, most) in [(4, 4, 0), (4, 3, 1), (3, 5, 1), (5, 3, 0)] {
        let prefix = if width == height { String::new() } else { format!("{width}x{height}:") };
        let mut left: HashSet<String> = HashSet::new();
        for board in every_board(width, height, most) {
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
        let found = census(size, 0..=most as u8);
        let boards: BTreeSet<String> = found.iter().map(|(puzzle, _)| board_line(puzzle).unwrap()).collect();
        assert_eq!(boards, smallest, "{width}x{height}");
        let positions: u64 = found.iter().map(|(_, found)| positions(found)).sum();
        assert_eq!(positions, all, "{width}x{height}");
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
    let sizes = [(4, 4, 0..=1, 7), (5, 5, 0..=0, 301), (6, 4, 0..=0, 211), (4, 7, 0..=0, 997)];
    for (width, height, walls, step) in sizes {
        let size = Size::new(width, height).unwrap();
        let numbering = BoardNumbering::new(size, walls).unwrap();
        let mut classifier = Classifier::new(size);
        let mut checked = 0;
        for id in (0..numbering.count()).step_by(step) {
            let _ = numbering.for_each_board(id, id + 1, |board| {
                let found = classifier.classify(board);
                if found != BoardClass::NotCanonical {
                    checked += 1;
                    assert_eq!(found, by_analysis(&board.puzzle(size).unwrap()), "id {id}");
                }
                ControlFlow::Continue(())
            });
        }
        assert!(checked > 50, "{checked} clusters of {width}x{height}");
    }
}

/// Classifies a cluster by other code.
fn by_analysis(puzzle: &Puzzle) -> BoardClass {
    let cluster = Cluster::new(puzzle, Limits::default(), &mut ()).unwrap();
    let positions = cluster.size() as u64;
    let (Some(moves), Some(hardest)) = (cluster.greatest_distance(), hardest(&cluster)) else {
        return BoardClass::Unsolvable { positions };
    };
    let moves = moves as usize;
    let hardest = cluster.position(hardest).to_puzzle().unwrap();
    if !redundant(&hardest, Limits::default(), &mut ()).unwrap().unwrap().is_empty() {
        return BoardClass::NotMinimal { positions, moves };
    }
    let board = board_line(&hardest.with_canonical_labels().unwrap()).unwrap();
    BoardClass::Minimal(rushlab::census::MinimalPuzzle { moves, board, positions, walls: hardest.walls().len() })
}

#[test]
fn the_published_censuses_are_reproduced_line_for_line() {
    let Some(corpus) = crate::common::corpus() else { return };
    for (name, side, walls, solvable) in
        [("4x4_w0", 4, 0..=0, 493), ("5x5_w0", 5, 0..=0, 62_106), ("5x5_w1", 5, 0..=1, 831_255)]
    {
        let found = census(Size::new(side, side).unwrap(), walls);
        let mut rows = BTreeSet::new();
        for (_, found) in &found {
            if let BoardClass::Minimal(row) = found {
                rows.insert(format!("{:02} {} {}", row.moves, row.board, row.positions));
            }
        }
        let published = fs::read_to_string(corpus.join(format!("census/{name}.txt"))).unwrap();
        assert_eq!(rows, published.lines().map(str::to_owned).collect());
        let unsolvable = found.iter().filter(|(_, found)| matches!(found, BoardClass::Unsolvable { .. })).count();
        assert_eq!(found.len() - unsolvable, solvable);
    }
}

//! The 8-puzzle by the textbook searches: a graph needs a start, a goal, neighbours and, for A*, an estimate.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::search::graph::{Graph, Textbook, search};

/// The tiles row by row; 0 is the gap.
struct EightPuzzle([u8; 9]);

const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

impl Graph for EightPuzzle {
    type State = [u8; 9];

    fn start(&self) -> [u8; 9] {
        self.0
    }

    fn is_goal(&self, tiles: &[u8; 9]) -> bool {
        *tiles == GOAL
    }

    fn neighbours(&self, tiles: &[u8; 9]) -> impl IntoIterator<Item = ([u8; 9], u32)> {
        let (tiles, gap) = (*tiles, tiles.iter().position(|tile| *tile == 0).unwrap_or(0));
        let beside = (0..9).filter(move |other| {
            gap % 3 == other % 3 && gap.abs_diff(*other) == 3 || gap / 3 == other / 3 && gap.abs_diff(*other) == 1
        });
        beside.map(move |other| {
            let mut next = tiles;
            next.swap(gap, other);
            (next, 1)
        })
    }

    /// Returns the sum of the distances of all tiles from their places.
    fn estimate(&self, tiles: &[u8; 9]) -> Option<u32> {
        let distance = |from: usize, to: usize| (from / 3).abs_diff(to / 3) + (from % 3).abs_diff(to % 3);
        Some(
            tiles
                .iter()
                .enumerate()
                .map(|(at, tile)| if *tile == 0 { 0 } else { distance(at, usize::from(*tile) - 1) } as u32)
                .sum(),
        )
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for textbook in [Textbook::Bfs, Textbook::AStar] {
        let outcome = search(&EightPuzzle([8, 6, 7, 2, 5, 4, 3, 0, 1]), textbook, &mut ());
        let moves = outcome.cost().ok_or("half of all boards cannot be solved")?;
        println!("{}: {moves} moves: {} boards expanded", textbook.name(), outcome.statistics.expanded);
    }
    Ok(())
}

//! The picture of a maze with a path: `.` and `W` as in the text, the path as a line.

use rushlab::search::graph::{Maze, MazeCell};

pub(super) fn draw(maze: &Maze, path: &[MazeCell]) -> String {
    let mut cells: Vec<char> =
        maze.cells().map(|cell| if maze.is_wall(cell) == Some(true) { 'W' } else { '.' }).collect();
    let mut joined = vec![false; cells.len()];
    let index = |cell: MazeCell| cell.row * maze.columns() + cell.column;
    for (at, cell) in path.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| cell.letter_to(path[before]));
        let after = path.get(at + 1).and_then(|after| cell.letter_to(*after));
        let ends = [before, after];
        cells[index(*cell)] = match ends {
            [None, _] => 'S',
            [_, None] => 'T',
            _ => line(ends.map(Option::unwrap_or_default)),
        };
        joined[index(*cell)] = ends.contains(&Some('R'));
    }
    let mut picture = String::new();
    for (at, cell) in cells.iter().enumerate() {
        picture.push(*cell);
        let is_last = (at + 1).is_multiple_of(maze.columns());
        picture.push(if is_last {
            '\n'
        } else if joined[at] {
            '─'
        } else {
            ' '
        });
    }
    picture
}

/// Returns the line that joins two sides of a cell.
fn line(mut sides: [char; 2]) -> char {
    sides.sort_unstable();
    match sides {
        ['D', 'U'] => '│',
        ['L', 'R'] => '─',
        ['D', 'R'] => '┌',
        ['D', 'L'] => '┐',
        ['R', 'U'] => '└',
        _ => '┘',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rushlab::search::graph::{Textbook, search};

    #[test]
    fn the_path_turns_in_every_direction() {
        let draw = |text: &str| {
            let maze: Maze = text.parse().unwrap();
            draw(&maze, search(&maze, Textbook::Bfs, &mut ()).path())
        };
        assert_eq!(draw("....\nWW.W\n....\n...."), ". . ┌─T\nW W │ W\n┌───┘ .\nS . . .\n");
        assert_eq!(draw("S..W\nWW.T\n...W\n.WWW"), "S───┐ W\nW W └─T\n. . . W\n. W W W\n");
        assert_eq!(draw(".WS\n...\nTWW"), ". W S\n┌───┘\nT W W\n");
        assert_eq!(draw("."), "S\n");
    }
}

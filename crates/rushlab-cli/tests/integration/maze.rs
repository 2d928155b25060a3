//! `rushlab maze`, and what Esau's text shows of Rush Hour as a graph.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use crate::common::{run, text};

const MAZE: &str = ". . . .\nW W . W\n. . . .\n. . . .\n";
const JAM_1: &str = "bb...ga..c.gaxxc.ga..c..e...ffe.ddd.";

/// Writes a file and returns its path.
fn file(folder: &tempfile::TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs the program; returns its exit code and its output.
fn result(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments);
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn a_maze_and_its_dictionary_have_the_same_path() {
    let folder = tempfile::tempdir().unwrap();
    let maze = file(&folder, "maze.txt", MAZE);
    let (code, printed, _) = result(&["maze", &maze]);
    assert_eq!(code, Some(0));
    assert!(printed.contains("\nURRUUR\n(3, 0) → (2, 0) → (2, 1) → (2, 2) → (1, 2) → (0, 2) → (0, 3)\n"), "{printed}");
    assert!(printed.contains("\n. . ┌─T\nW W │ W\n┌───┘ .\nS . . .\n"), "{printed}");
    let dictionary = printed.split("\n\n").next().unwrap();
    let graph = file(&folder, "graph.txt", dictionary);
    for file in [&maze, &graph] {
        let (code, rows, _) =
            result(&["maze", file, "--start", "3,0", "--target", "0,3", "--algorithm", "all", "--tsv"]);
        assert_eq!((code, rows.lines().count()), (Some(0), 6), "{rows}");
        assert!(rows.starts_with("status\tcost\texpanded\tpath\t"), "{rows}");
        assert!(rows.lines().skip(1).all(|row| row.starts_with("solved\t6\t") && row.contains("\tURRUUR\t")), "{rows}");
    }
    let (code, rows, _) = result(&["maze", &file(&folder, "shut.txt", ".W.\nWWW\n...\n"), "--tsv"]);
    assert_eq!((code, rows.lines().nth(1).unwrap()), (Some(0), "unsolvable\t-\t3\t-\t4\t3\tdijkstra"));
}

#[test]
fn a_graph_with_costs_has_a_path_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let graph = file(&folder, "graph.txt", "A: B:1 C:4\nB: C:1\nC: D\n");
    let (_, rows, _) = result(&["maze", &graph, "--target", "D", "--algorithm", "bfs,dijkstra", "--tsv"]);
    assert!(rows.contains("solved\t5\t3\tA C D\t4\t4\tbfs\n"), "{rows}");
    assert!(rows.contains("solved\t3\t3\tA B C D\t4\t4\tdijkstra\n"), "{rows}");
    let (_, trace, _) = result(&["maze", &graph, "--target", "D", "--trace", "-", "--tsv"]);
    assert!(trace.contains("dijkstra\t2\t2\t0\tC\t2\t1\n"), "{trace}");
}

#[test]
fn wrong_mazes_and_options_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let maze = file(&folder, "maze.txt", MAZE);
    let ragged = file(&folder, "ragged.txt", "...\n..\n");
    let refused: [(&[&str], &str); 5] = [
        (&["maze", &maze, "--start", "1,0"], "the start (1, 0) is a wall; choose a free cell"),
        (&["maze", &maze, "--target", "x"], "\"x\" is no cell; write row and column, from 0: `3,0`"),
        (&["maze", &ragged], "line 2: the row has 2 cells, and the first row has 3"),
        (&["maze", &maze, "--algorithm", "dfs"], "dfs solves Rush Hour only"),
        (&["maze", "no-such-file"], "no-such-file cannot be read"),
    ];
    for (arguments, message) in refused {
        let (code, _, errors) = result(arguments);
        assert!(code == Some(2) && errors.contains(message) && errors.lines().count() == 1, "{arguments:?}: {errors}");
    }
    // Plain IDA* follows every path of an open field.
    let field = file(&folder, "field.txt", &format!("{}W\n", ".".repeat(29)).repeat(30));
    let (code, rows, _) =
        result(&["maze", &field, "--target", "0,28", "--algorithm", "idastar", "--timeout", "300ms", "--tsv"]);
    assert!(code == Some(0) || code == Some(1), "{rows}");
    let (code, rows, _) = result(&["maze", &field, "--target", "0,28", "--max-states", "10", "--tsv"]);
    assert!(code == Some(1) && rows.contains("\nlimit\t-\t"), "{rows}");
}

#[test]
fn plain_boards_are_those_of_esau() {
    let (_, boards, _) = result(&["solve", JAM_1, "--boards", "plain", "--past-border", "--algorithm", "textbook-bfs"]);
    assert!(boards.starts_with("= 0\nbb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.\n\n= 1\n"), "{boards}");
    assert!(boards.ends_with("\n\n= 8\nabb...\na.....\na....x\ne..c.g\neffc.g\ndddc.g\n"), "{boards}");
    let (_, moves, _) = result(&["solve", JAM_1, "--notation", "letters", "--quiet"]);
    let moves = moves.lines().find(|line| line.contains("bR1")).unwrap().to_owned();
    let (code, replayed, _) = result(&["replay", JAM_1, "--play", &moves, "--boards=plain"]);
    assert!(code == Some(0) && replayed.ends_with("\na...xx\ne..c.g\neffc.g\ndddc.g\n"), "{replayed}");
    let (code, played, errors) = result(&["replay", JAM_1, "--play", "bR1 xR9", "--boards=plain"]);
    assert!(code == Some(2) && played.matches("= ").count() == 2 && errors.contains("move 2 is illegal"), "{errors}");
}

#[test]
fn vehicles_and_neighbours_are_listed_with_positions_from_0() {
    let (_, vehicles, _) = result(&["show", JAM_1, "--tsv"]);
    assert!(vehicles.starts_with("puzzle\tvehicle\torientation\tsize\tfixed\tvariable\n"), "{vehicles}");
    assert!(vehicles.contains("1\tg\tvertical\t3\tcolumn 5\trow 0\n"), "{vehicles}");
    assert!(vehicles.contains("1\tx\thorizontal\t2\trow 2\tcolumn 1\n"), "{vehicles}");
    let (_, rows, _) = result(&["explore", JAM_1, "--neighbours", "--tsv"]);
    assert!(rows.lines().count() == 13 && rows.contains("\tb right 1\t.bb..g"), "{rows}");
    assert!(rows.lines().nth(1).unwrap().ends_with("\tb=0 g=0 a=1 c=1 x=1 e=4 f=4 d=2"), "{rows}");
    let (_, drawn, _) = result(&["explore", JAM_1, "--neighbours"]);
    assert!(
        drawn.starts_with("1: 11 boards one move away\nstart") && drawn.contains("\nb right 1: b=1 g=0"),
        "{drawn}"
    );
}

/// Returns the columns `list`, `legal`, `solved`, `fitness` and `problem` of a replay of many lists.
fn replayed(arguments: &[&str], expected: Option<i32>) -> Vec<[String; 5]> {
    let (code, rows, errors) = result(arguments);
    assert_eq!(code, expected, "{rows}{errors}");
    let columns: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(columns[0], ["list", "puzzle", "legal", "solved", "moves", "steps", "fitness", "problem"]);
    columns[1..].iter().map(|row| [0, 2, 3, 6, 7].map(|column| row[column].to_owned())).collect()
}

#[test]
fn many_lists_are_played_on_their_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let one = file(&folder, "one.txt", "......A..B..AXXB..A..B......CC......\n");
    let two = file(&folder, "two.txt", "..............AA.B.....B............\n");
    let in_turn = file(&folder, "in-turn.txt", "a: [BD2, XR3]\n\nb: [BD2,\n  AR2]\n");
    let rows = replayed(&["replay", &one, &two, "--moves-file", &in_turn, "--tsv"], Some(0));
    assert_eq!(rows, [["a", "yes", "yes", "-", "-"], ["b", "yes", "yes", "-", "-"]]);
    let named = file(&folder, "named.txt", "two: [BD2, AR2]\none: [XR3]\nthree: [AR1]\none: No solution\n");
    let rows = replayed(&["replay", &one, &two, "--moves-file", &named, "--tsv"], Some(2));
    assert_eq!(rows[0], ["two", "yes", "yes", "-", "-"]);
    assert_eq!(rows[1], ["one", "no", "no", "-", "line 2: move 1, X right 3: X is blocked by B at row 3, column 4"]);
    assert_eq!(rows[2], ["three", "-", "-", "-", "line 3: no puzzle or file is called three"]);
    assert_eq!(rows[3], ["one", "-", "-", "-", "no moves: the list says that there is no solution"]);
    let more = file(&folder, "more.txt", "a: [BD2]\nb: [BD1]\nc: [BD1]\n");
    let rows = replayed(&["replay", &one, &two, "--moves-file", &more, "--tsv"], Some(2));
    assert_eq!(rows[2], ["c", "-", "-", "-", "line 3: there are more lists than puzzles"]);
    // Every list is played on an only puzzle.
    assert_eq!(replayed(&["replay", &one, "--moves-file", &more, "--tsv"], Some(0)).len(), 3);
}

#[test]
fn a_printed_generation_is_checked_with_its_fitness() {
    let folder = tempfile::tempdir().unwrap();
    let board =
        "( * * * * * * )\n( * * S S S * )\n( * G G * * * )\n( * * R * * * )\n( * * R * * * )\n( * * * * * * )\n";
    let board = file(&folder, "three.txt", board);
    let generation = "Generation 0:\n1 (((2 3) W 1) ((3 2) E 1)) 98\n2 (((2 3) W 2) ((3 2) W 1) ((2 1) E 2)) 99\n3 (((3 2) E 1)) 97\n4 (((3 2) W 9)) 99\n";
    let lists = file(&folder, "generation.txt", generation);
    assert!(Path::new(&lists).is_file());
    let rows = replayed(&["replay", &board, "--moves-file", &lists, "--tsv"], Some(2));
    assert_eq!(rows[0], ["1", "yes", "no", "98", "-"]);
    assert_eq!(rows[1], ["2", "yes", "no", "99", "-"]);
    assert_eq!(rows[2], ["3", "yes", "no", "98", "line 4: the printed fitness is 97, and it should be 98"]);
    assert_eq!(rows[3][..2], ["4", "no"]);
    let (_, table, notes) = result(&["replay", &board, "--moves-file", &lists]);
    assert!(table.ends_with("4 lists: 2 with a problem, 0 solve their puzzles\n"), "{table}");
    assert!(notes.contains("1 line of the moves are no lists"), "{notes}");
}

//! Figures that the source documents publish, reproduced on the boards of the corpus.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use rushlab::Puzzle;
use rushlab::format::{self, Reader};
use rushlab::heuristic::{self, HEURISTICS};
use rushlab::notation;
use rushlab::position::{Move, replay};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::graph::{self, RushHour, Textbook};
use rushlab::search::{self, Status, Task};

fn read(path: &Path) -> Puzzle {
    let name = path.file_name().and_then(|name| name.to_str());
    let mut drafts = Reader::open(fs::File::open(path).unwrap(), None, name).unwrap();
    Puzzle::try_from(drafts.next().unwrap().unwrap()).unwrap()
}

fn cost(puzzle: &Puzzle, algorithm: &str, heuristic: &str) -> u32 {
    let task = Task::new(puzzle).with_heuristic(heuristic::by_name(heuristic).unwrap());
    let outcome = search::by_name(algorithm).unwrap().run(&task, &mut ());
    assert_eq!(outcome.status, Status::Solved);
    outcome.cost().unwrap()
}

#[test]
fn the_boards_of_inf421_have_the_costs_of_its_table_5() {
    let Some(corpus) = crate::common::corpus() else { return };
    for (number, moves) in [8, 32, 32, 37, 51, 49].into_iter().enumerate() {
        let puzzle = read(&corpus.join(format!("inf421/RushHour{}.txt", number + 1)));
        for (algorithm, heuristic) in [("bfs", "h0"), ("dijkstra", "h0"), ("astar", "h1"), ("astar", "h4")] {
            assert_eq!(cost(&puzzle, algorithm, heuristic), moves, "RushHour{} {algorithm}", number + 1);
        }
    }
}

/// Returns the cost and the states discovered with a textbook search on each of the six files of INF421.
fn textbook(corpus: &Path, algorithm: &str, heuristic: &str) -> Vec<(u32, u64)> {
    let heuristic = heuristic::by_name(heuristic).unwrap();
    let run = |number: usize| {
        let puzzle = read(&corpus.join(format!("inf421/RushHour{number}.txt")));
        let outcome = search::by_name(algorithm).unwrap().run(&Task::new(&puzzle).with_heuristic(heuristic), &mut ());
        (outcome.cost().unwrap(), outcome.statistics.states)
    };
    (1..=6).map(run).collect()
}

#[test]
fn the_textbook_search_has_the_counts_of_the_bfs_column_of_inf421_table_4() {
    let Some(corpus) = crate::common::corpus() else { return };
    let published = [(8, 1079), (32, 75), (32, 858), (37, 601), (51, 3202), (49, 15898)];
    assert_eq!(textbook(&corpus, "textbook-bfs", "h0"), published);
    // With h0 the heap does not return states first in, first out; the lengths are the same.
    let lengths: Vec<u32> = textbook(&corpus, "textbook-astar", "h0").iter().map(|(cost, _)| *cost).collect();
    assert_eq!(lengths, [8, 32, 32, 37, 51, 49]);
}

/// The figure for the reversed file was computed by an independent program of Algorithm 1 that keeps the order of the
/// file.
#[test]
fn the_textbook_search_has_the_vehicles_in_the_order_of_the_file() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("inf421/RushHour6.txt")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let (head, vehicles) = lines.split_at(2);
    let reversed: Vec<&str> = head.iter().chain(vehicles.iter().rev()).copied().collect();
    let (forward, backward) = (format::parse(&text).unwrap(), format::parse(&reversed.join("\n")).unwrap());
    let states = |puzzle: &Puzzle| search::TEXTBOOK_BFS.run(&Task::new(puzzle), &mut ()).statistics.states;
    assert_eq!((states(&forward), states(&backward)), (15_898, 16_273));
    // The order is no part of the puzzle, and is kept where the vehicles are the same.
    assert_eq!(forward, backward);
    assert_eq!(forward.vehicles(), backward.vehicles());
    let with_rules = backward.clone().with_rules(Rules::plain(Metric::Moves)).with_name(Some("reversed".to_owned()));
    assert_eq!(states(&with_rules), 16_273);
    assert_eq!(states(&format::relabel(format::JSON, &backward).unwrap()), 16_273);
}

/// The h1 and h2 columns of Table 4 are 1057, 73, 813, 569, 3013, 13153 and 1036, 71, 789, 537, 3153, 11997; the
/// lengths of Table 5 are 8, 32, 32, 37, 51, 49. The figures below were computed by an independent program of
/// Algorithm 2.
#[test]
fn algorithm_2_of_inf421_as_printed_has_longer_solutions_than_its_table_5() {
    let Some(corpus) = crate::common::corpus() else { return };
    let h1 = [(8, 1069), (32, 73), (33, 819), (37, 572), (51, 3063), (49, 12726)];
    assert_eq!(textbook(&corpus, "textbook-astar", "h1"), h1);
    let h2 = [(8, 841), (32, 69), (33, 793), (37, 511), (51, 2717), (49, 12223)];
    assert_eq!(textbook(&corpus, "textbook-astar", "inf421-h2"), h2);
}

#[test]
fn the_textbook_searches_have_the_node_count_of_esau() {
    // In Esau's program x drives one cell past the border.
    let jam: Puzzle = "BB...GA..C.GAXXC.GA..C..E...FFE.DDD.".parse().unwrap();
    let puzzle = jam.past_border().unwrap();
    let outcome = search::TEXTBOOK_BFS.run(&Task::new(&puzzle), &mut ());
    let counts = |statistics: search::Statistics| (statistics.generated, statistics.expanded, statistics.states);
    // The goal is taken from the queue too, but not expanded: 1,059 boards are taken.
    assert_eq!(counts(outcome.statistics), (11_586, 1_058, 1_086));
    assert_eq!(outcome.cost(), Some(8));
    // His algorithm is Dijkstra's. With a stable order of equal distances, as in his sorted list, it is the same.
    let graph = RushHour::new(&puzzle, heuristic::H0);
    for textbook in [Textbook::Bfs, Textbook::Dijkstra] {
        let outcome = graph::search(&graph, textbook, &mut ());
        assert_eq!((counts(outcome.statistics), outcome.cost()), ((11_586, 1_058, 1_086), Some(8)), "{textbook:?}");
        let moves = graph.moves(outcome.path());
        assert_eq!(notation::write(notation::LETTERS, &puzzle, &moves), "BR1 AU1 EU1 FL3 GD3 DL2 CD2 XR4\n");
    }
}

#[test]
fn figure_1_of_inf421_is_read_and_written_as_a_matrix() {
    let figure = "2 2 0 0 0 5\n6 0 0 7 0 5\n6 1 1 7 0 5\n6 0 0 7 0 0\n8 0 0 0 3 3\n8 0 4 4 4 0\n";
    let drawn = figure.lines().map(|row| format!("| {} |\n", row.replace(' ', " | "))).collect::<String>();
    let puzzle = format::parse(figure).unwrap();
    assert_eq!(format::parse(&drawn).unwrap(), puzzle);
    assert_eq!(format::write(format::MATRIX, &puzzle).unwrap(), figure);
    assert_eq!((puzzle.primary().label.as_str(), cost(&puzzle, "bfs", "h0")), ("1", 8));
    let Some(corpus) = crate::common::corpus() else { return };
    let file = read(&corpus.join("inf421/RushHour1.txt"));
    assert_eq!(format::write(format::MATRIX, &file).unwrap(), figure);
    // A board with a 51 follows GRH: there 1 is a horizontal vehicle like any other.
    assert_eq!(format::parse("1 1 2 0\n51 51 2 0\n0 0 0 0\n").unwrap().primary().label.as_str(), "51");
}

#[test]
fn the_boards_of_esau_have_the_costs_of_the_printed_lists() {
    let Some(corpus) = crate::common::corpus() else { return };
    // The number of instructions that Esau prints for each case. For A03 the paper prints 8 of 14.
    let lists = [8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10];
    for (number, moves) in (1..).zip(lists) {
        let case = format!("{}{number:02}", if number <= 10 { 'A' } else { 'B' });
        assert_eq!(cost(&read(&corpus.join(format!("cmpt225/{case}.txt"))), "dijkstra", "h0"), moves, "{case}");
    }
}

#[test]
fn on_the_hardest_boards_h4_expands_fewer_positions_than_any_other_admissible_heuristic() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("bench/hard100.txt")).unwrap();
    let boards: Vec<(u32, Puzzle)> = text
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            (words.next().unwrap().parse().unwrap(), format::parse(words.next().unwrap()).unwrap())
        })
        .collect();
    let expanded = |name: &str| -> u64 {
        let heuristic = heuristic::by_name(name).unwrap();
        let run = |(moves, puzzle): &(u32, Puzzle)| {
            let outcome = search::by_name("astar").unwrap().run(&Task::new(puzzle).with_heuristic(heuristic), &mut ());
            assert_eq!(outcome.cost(), Some(*moves));
            outcome.statistics.expanded
        };
        boards.iter().map(run).sum()
    };
    let h4 = expanded("h4");
    let rules = boards[0].1.rules();
    let admissible = HEURISTICS.iter().map(|heuristic| heuristic.about());
    for about in admissible.filter(|about| about.name != "h4" && about.admissible.holds(rules)) {
        let others = expanded(about.name);
        assert!(h4 < others, "{}: {others}, h4: {h4}", about.name);
    }
}

/// Returns the solutions that Esau prints, each with the name of its case: `- A01: [AR1, PU1 …]`.
fn lists(corpus: &Path) -> Option<Vec<(String, String)>> {
    let documents = fs::read_dir(corpus.parent()?.join("seeds")).ok()?;
    let path = documents.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("/002_"))?;
    let text = fs::read_to_string(path).ok()?;
    let list = |line: &str| {
        let (case, moves) = line.strip_prefix("- ")?.split_once(": ")?;
        (case.len() == 3 && moves.starts_with('[')).then(|| (case.to_owned(), moves.to_owned()))
    };
    Some(text.lines().filter_map(list).collect())
}

#[test]
fn the_lists_of_esau_solve_their_boards_in_its_notation() {
    let Some(corpus) = crate::common::corpus() else { return };
    let Some(lists) = lists(&corpus) else { return };
    let with_boards: Vec<_> = lists.iter().filter(|(case, _)| case.as_str() <= "B20").collect();
    assert_eq!(with_boards.len(), 20);
    let mut as_printed = Vec::new();
    for (case, list) in with_boards {
        let puzzle = read(&corpus.join(format!("cmpt225/{case}.txt")));
        if replay(&puzzle, &notation::read(list, None).unwrap()).solved {
            as_printed.push(case.as_str());
        }
        let replay = replay(&puzzle, &notation::read(list, Some(notation::ESAU)).unwrap());
        assert_eq!((&replay.error, replay.solved), (&None, case != "A03"), "{case}");
        let left = cost(&replay.played.last().unwrap().1.to_puzzle().unwrap(), "dijkstra", "h0");
        assert_eq!(left, if case == "A03" { 6 } else { 0 }, "{case}");
        assert_eq!(replay.played.len() as u32 + left, cost(&puzzle, "dijkstra", "h0"), "{case}");
        if case != "A03" {
            let moves: Vec<Move> = replay.played.iter().map(|(mv, _)| *mv).collect();
            let written = notation::write(notation::ESAU, &puzzle, &moves);
            assert_eq!(format!("[{}]", written.trim_end().replace(' ', ", ")), *list, "{case}");
        }
    }
    assert_eq!(as_printed, ["A01", "A05", "B20"]);
}

//! What the handout leaves open costs nothing.

use std::collections::{BinaryHeap, HashMap};

use rushlab::heuristic::Estimator;
use rushlab::position::Position;

use super::super::findings::Findings;
use super::super::pair;
use super::*;

/// Changes every file with a name that contains some text, at least one of them.
fn everywhere(part: &str, change: impl Fn(&str) -> String) -> Files {
    let mut files = honest().0.clone();
    let mut changed = 0;
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name.contains(part)) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let other = change(&text);
        changed += usize::from(other != text);
        *bytes = other.into_bytes();
    }
    assert!(changed > 0);
    files
}

fn by_line(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

/// Replaces the fields of a line of a search file.
fn fields(line: &str, change: impl Fn(&str, &str, &str, &str, &str) -> String) -> String {
    let words: Vec<&str> = line.splitn(5, ' ').collect();
    change(words[0], words[1], words[2], words[3], words.get(4).copied().unwrap_or_default())
}

fn search_layouts() -> Vec<(&'static str, Files)> {
    let search = |change: fn(&str, &str, &str, &str, &str) -> String| {
        everywhere("search", move |text| by_line(text, |line| fields(line, change)))
    };
    vec![
        ("tabs", search(|f, g, h, board, fuel| format!("{f}\t{g}\t{h}\t{board}\t{fuel}"))),
        ("commas", search(|f, g, h, board, fuel| format!("{f}, {g}, {h}, {board}, {fuel}"))),
        ("decimals", search(|f, g, h, board, fuel| format!("{f}.0 {g}.0 {h}.0 {board} {fuel}"))),
        (
            "the words of the handout",
            search(|f, g, h, board, fuel| format!("f(n) = {f}, g(n) = {g}, h(n) = {h}, state = {board} {fuel}")),
        ),
        ("no fuel", search(|f, g, h, board, _| format!("{f} {g} {h} {board}"))),
        (
            "fuel with colons",
            search(|f, g, h, board, fuel| {
                let fuel: Vec<String> = fuel
                    .split(' ')
                    .filter(|tank| !tank.is_empty())
                    .map(|tank| format!("{}:{}", &tank[..1], &tank[1..]))
                    .collect();
                format!("{f} {g} {h} {board} {}", fuel.join(", "))
            }),
        ),
        (
            "f of UCS is 0",
            everywhere("ucs-search", |text| {
                by_line(text, |line| fields(line, |_, g, h, board, fuel| format!("0 {g} {h} {board} {fuel}")))
            }),
        ),
        (
            "f of GBFS is 0",
            everywhere("gbfs", |text| match text.starts_with('-') {
                true => text.to_owned(),
                false => by_line(text, |line| fields(line, |_, g, h, board, fuel| format!("0 {g} {h} {board} {fuel}"))),
            }),
        ),
        ("a heading", everywhere("search", |text| format!("f g h state\n\n{text}\n"))),
    ]
}

fn solution_layouts() -> Vec<(&'static str, Files)> {
    let solution = |change: fn(&str) -> String| everywhere("-sol-", change);
    vec![
        (
            "capitals",
            solution(|text| {
                text.replace("Runtime", "RUNTIME")
                    .replace("path length", "Path Length")
                    .replace(" left ", " Left ")
                    .replace(" right ", " RIGHT ")
                    .replace("Car fuel", "car FUEL")
            }),
        ),
        (
            "no decoration",
            solution(|text| {
                text.lines().filter(|line| !line.starts_with(['!', '-'])).map(|line| format!("{line}\n")).collect()
            }),
        ),
        (
            "spaces",
            solution(|text| by_line(text, |line| format!("  {}  ", line.replace(": ", " :   ").replace("; ", " ;  ")))),
        ),
        (
            "drawn with spaces",
            solution(|text| {
                by_line(text, |line| match line.len() {
                    6 => line.chars().map(|cell| format!("{cell} ")).collect(),
                    _ => line.to_owned(),
                })
            }),
        ),
        (
            "many decimals",
            solution(|text| {
                by_line(text, |line| match line.starts_with("Runtime") {
                    true => "Execution time: 0.12345678901234567 s".to_owned(),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "decimal comma",
            solution(|text| {
                by_line(text, |line| match line.starts_with("Runtime") {
                    true => "Runtime: 0,5 seconds".to_owned(),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "no units",
            solution(|text| text.replace(" states\n", "\n").replace(" moves\n", "\n").replace(" seconds\n", "\n")),
        ),
        (
            "a wrapped list",
            solution(|text| {
                by_line(text, |line| match line.starts_with("Solution path:") {
                    true => line.replace("; ", ";\n").replacen(": ", ":\n", 1),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "arrows",
            solution(|text| {
                by_line(text, |line| match line.starts_with("Solution path:") {
                    true => line.replace("left", "←").replace("right", "→").replace("up", "↑").replace("down", "↓"),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "tabs in lines of moves",
            solution(|text| {
                by_line(text, |line| match line.contains("        ") {
                    true => line.split_whitespace().collect::<Vec<_>>().join("\t"),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "fuel of the moved vehicle only",
            solution(|text| {
                by_line(text, |line| match line.contains("        ") {
                    true => line.split_whitespace().take(5).collect::<Vec<_>>().join(" "),
                    false => line.to_owned(),
                })
            }),
        ),
        (
            "the valet has taken the ambulance",
            solution(|text| {
                let Some((moves, board)) = text.rsplit_once("\n!") else { return text.to_owned() };
                if moves.contains("Runtime") {
                    format!("{moves}\n!{}", board.replace("AA", ".."))
                } else {
                    text.to_owned()
                }
            }),
        ),
        (
            "only the words of the handout",
            solution(|text| match text.contains("no solution") {
                true => "no solution\n".to_owned(),
                false => text.to_owned(),
            }),
        ),
        (
            "in German capitals of a sentence",
            solution(|text| match text.contains("no solution") {
                true => "No solution.".to_owned(),
                false => text.to_owned(),
            }),
        ),
    ]
}

#[test]
fn other_layouts_are_not_punished() {
    let all = [
        ("line ends of Windows", everywhere("", |text| text.replace('\n', "\r\n"))),
        ("a byte order mark", everywhere("", |text| format!("\u{feff}{text}"))),
        ("no last line end", everywhere("", |text| text.trim_end().to_owned())),
    ];
    for (name, files) in all.into_iter().chain(search_layouts()).chain(solution_layouts()) {
        let wrong = wrong(&files, &[CourseHeuristic::H3, CourseHeuristic::H4]);
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

#[test]
fn folders_and_the_name_of_the_only_search_file_are_free() {
    let mut files = Files::new();
    for (name, bytes) in &honest().0 {
        files.insert(format!("project/output/{name}"), bytes.clone());
    }
    assert_eq!(wrong(&files, &[]), []);
    files.insert("old/copies/of/ucs-sol-1.txt".to_owned(), b"nothing".to_vec());
    assert_eq!(wrong(&files, &[]), [], "the file in fewer folders counts");
    let notes =
        report(&files).files.into_iter().filter(|file| file.name == "ucs-sol-1.txt").flat_map(|file| file.notes);
    assert_eq!(notes.collect::<Vec<_>>(), ["project/output/ucs-sol-1.txt is graded, not old/copies/of/ucs-sol-1.txt"]);
}

/// Writes the search file of another implementation: it prefers other ties, and may test successors for the goal.
fn other_search(puzzle: &Puzzle, search: CourseSearch, newest_first: bool, early: bool) -> String {
    let mut estimator: Option<Box<dyn Estimator>> = search.heuristic.and_then(|own| Some(own.base()?.compile(puzzle)));
    let mut h = |position: &Position| {
        let factor = if search.heuristic == Some(CourseHeuristic::H3) { 2 } else { 1 };
        factor * i64::from(estimator.as_mut().and_then(|own| own.estimate(position)).unwrap_or(0))
    };
    let mut open = BinaryHeap::new();
    let mut best: HashMap<String, i64> = HashMap::new();
    let (mut nodes, mut text) = (vec![(puzzle.start(), 0)], String::new());
    open.push((0, 0, 0));
    while let Some((_, _, node)) = open.pop() {
        let (position, g): (Position, i64) = nodes[node].clone();
        if best.get(&position.to_string()).is_some_and(|known| *known < g || *known == i64::MIN) {
            continue;
        }
        let own = h(&position);
        let (f, shown) = match search.strategy {
            Strategy::UniformCost => (g, g),
            Strategy::Greedy => (own, 0),
            Strategy::A => (g + own, g),
        };
        text += &format!("{f} {shown} {own} {position}\n");
        if position.is_solved() {
            return text;
        }
        best.insert(position.to_string(), i64::MIN);
        for mv in position.legal_moves().into_iter().rev() {
            let next = position.play(mv).unwrap();
            if early && next.is_solved() {
                return text;
            }
            let known = best.get(&next.to_string()).copied();
            if known.is_none_or(|known| g + 1 < known) {
                best.insert(next.to_string(), g + 1);
                let priority = match search.strategy {
                    Strategy::UniformCost => g + 1,
                    Strategy::Greedy => h(&next),
                    Strategy::A => g + 1 + h(&next),
                };
                let tie = if newest_first { nodes.len() as i64 } else { -(nodes.len() as i64) };
                open.push((-priority, tie, nodes.len()));
                nodes.push((next, g + 1));
            }
        }
    }
    text
}

#[test]
fn other_orders_of_ties_are_not_punished() {
    let heuristics = [CourseHeuristic::H1, CourseHeuristic::H2, CourseHeuristic::H3];
    let mut different = 0;
    for puzzle in &honest().1.puzzles {
        for search in CourseSearch::all(&heuristics) {
            for (newest_first, early) in [(false, false), (true, false), (false, true)] {
                let text = other_search(&puzzle.puzzle, search, newest_first, early);
                let file = CourseFile { search, kind: FileKind::Search, puzzle: puzzle.number };
                let mut findings = Findings::default();
                pair::check_search(&text, file, puzzle, &mut findings);
                assert_eq!(findings.problems, [], "{file} {newest_first} {early}");
                let boards = |text: &str| {
                    text.lines().map(|line| line.split(' ').nth(3).unwrap().to_owned()).collect::<Vec<_>>()
                };
                let ours = String::from_utf8(honest().0[&file.to_string()].clone()).unwrap();
                different += usize::from(boards(&text) != boards(&ours));
            }
        }
    }
    assert!(different > 30, "{different}");
}

//! Tests of `report.html` and `report.md`: they agree with the analysis, are well-formed, and escape names.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::run;

const NAMED: &str = r#"{"rushlab":1,"name":"<script>alert('x')</script> & \"q\" [l](http://evil.example) *b* | `c`",
    "width":6,"height":6,"primary":"X","exit":{"side":"right"},"vehicles":[
    {"label":"X","orientation":"horizontal","length":2,"row":3,"column":1},
    {"label":"B","orientation":"vertical","length":2,"row":3,"column":4,"fuel":3}]}"#;
/// Twelve easy puzzles.
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/starter.txt");
const UNSOLVABLE: &str = "............AA.BBB..................";

/// Runs a comparison and returns its report as HTML and Markdown.
fn report(folder: &Path, arguments: &[&str]) -> (String, String) {
    // Without a board, the starter puzzles are compared.
    let given = arguments.first().is_some_and(|first| !first.starts_with("--"));
    let input = if given { &[][..] } else { &[STARTER] };
    let output = run(&[&["compare", "--out", folder.to_str().unwrap()], input, arguments].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    (read("report.html"), read("report.md"))
}

/// Returns a row of a table in HTML.
fn row(cells: &[String]) -> String {
    let (head, rest) = cells.split_first().unwrap();
    let rest: String = rest.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    // Titles of searches have non-breaking spaces.
    format!("<tr><th scope=\"row\">{}</th>{rest}", head.replace(' ', "\u{a0}"))
}

/// Returns the rows of an analysis by search, each a map from heading to value.
fn analysis(folder: &Path) -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
    let text = fs::read_to_string(folder.join("analysis.csv")).unwrap();
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut searches: BTreeMap<String, Vec<BTreeMap<String, String>>> = BTreeMap::new();
    for line in lines {
        let row: BTreeMap<String, String> =
            heads.iter().map(|head| (*head).to_owned()).zip(line.split(',').map(str::to_owned)).collect();
        let search = format!("{} {}", row["Algorithm"], row["Heuristic"]).replace(" NA", "");
        searches.entry(search).or_default().push(row);
    }
    searches
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// Checks that every tag is closed, and that quotes and angle brackets are escaped.
fn assert_well_formed(page: &str) {
    let (before, style) = page.split_once("<style>").unwrap();
    let (_, after) = style.split_once("</style>").unwrap();
    let page = format!("{before}{after}");
    let mut open = Vec::new();
    for piece in page.strip_prefix("<!DOCTYPE html>").unwrap().split('<').skip(1) {
        let (tag, content) = piece.split_once('>').unwrap();
        assert!(!content.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
        let entities = content.split('&').skip(1).chain(tag.split('&').skip(1));
        entities.for_each(|entity| {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name)), "{piece}");
        });
        let name = tag.trim_start_matches('/').split_whitespace().next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are never closed");
}

/// Checks what must hold for every report.
fn assert_readable(page: &str, text: &str) {
    assert_well_formed(page);
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    for (tag, times) in
        [("<h1>", 1), ("<main>", 1), ("<title>Rush Hour: ", 1), ("<script", 0), ("<link", 0), ("<img", 0)]
    {
        assert_eq!(page.matches(tag).count(), times, "{tag}");
    }
    for outside in [" src=", "url(", "@import", "xmlns", "=\"http"] {
        assert!(!page.contains(outside), "{outside} is an external reference");
    }
    assert_eq!(page.matches("<th").count() - page.matches("<thead>").count(), page.matches("<th scope=").count());
    let described = page.matches("role=\"img\" aria-label=\"").count() + page.matches("<title>").count() - 1;
    assert_eq!(page.matches("<svg").count(), described, "every picture has a description");
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(ids.iter().all(|id| page.matches(&format!(" id=\"{id}\"")).count() == 1), "{ids:?}");
    let links = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    links.for_each(|link| assert!(ids.contains(&link), "{link} leads nowhere"));
    for file in [page, text] {
        let words = file.split(|letter: char| !letter.is_alphanumeric());
        words.for_each(|word| assert!(!["NaN", "inf"].contains(&word), "NaN or infinity"));
    }
}

#[test]
fn the_report_of_the_starter_puzzles_agrees_with_the_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let (page, text) = report(folder.path(), &[]);
    assert_readable(&page, &text);
    let searches = analysis(folder.path());
    assert_eq!(searches.len(), 9);
    let shares: Vec<String> = searches
        .iter()
        .map(|(search, rows)| {
            let number = |row: &BTreeMap<String, String>, head: &str| row[head].parse::<u64>().unwrap();
            let over: Vec<u64> =
                rows.iter().map(|row| number(row, "Length of the Solution") - number(row, "Optimal Length")).collect();
            let optimal = over.iter().filter(|over| **over == 0).count();
            let count = rows.len() as f64;
            let length = rows.iter().map(|row| number(row, "Length of the Solution")).sum::<u64>() as f64 / count;
            let share = format!("{:.0}%", 100.0 * optimal as f64 / count);
            let cells = [
                search.clone(),
                rows.len().to_string(),
                optimal.to_string(),
                share.clone(),
                format!("{length:.2}"),
                format!("{:.2}", over.iter().sum::<u64>() as f64 / count),
                over.iter().max().unwrap().to_string(),
            ];
            assert!(page.contains(&row(&cells)), "{cells:?}");
            let cells = cells.map(|cell| cell.replace('*', "\\*"));
            assert!(text.contains(&format!("| {} |", cells.join(" | "))), "{cells:?}");

            let mut states: Vec<u64> = rows.iter().map(|row| number(row, "Length of the Search Path")).collect();
            states.sort_unstable();
            let total: u64 = states.iter().sum();
            let median = (states[5] + states[6]) as f64 / 2.0;
            let cells = [
                search.clone(),
                grouped((total as f64 / count).round() as u64),
                grouped(median.round() as u64),
                grouped(total),
            ];
            assert!(page.contains(&row(&cells)), "{cells:?}");
            format!("{search} {share}")
        })
        .collect();
    assert!(shares.contains(&"UCS 100%".to_owned()) && shares.contains(&"GBFS h1 25%".to_owned()), "{shares:?}");
    assert!(
        text.contains("UCS, A/A\\* h1, A/A\\* h2 and A/A\\* h4 find an optimal solution of all 12 solvable puzzles")
    );
    assert!(text.contains("No puzzle has fuel."));
}

#[test]
fn the_checks_of_heuristics_agree_with_the_command_properties() {
    let folder = tempfile::tempdir().unwrap();
    let (page, _) = report(folder.path(), &[]);
    let output = run(&["properties", STARTER, "--heuristic", "h3", "--output", "tsv"]);
    let rows: Vec<Vec<String>> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect();
    let sum = |column: usize| grouped(rows.iter().map(|row| row[column].parse::<u64>().unwrap()).sum());
    let sentence = format!("is too high in {} of {} solvable positions", sum(5), sum(2));
    assert!(page.contains(&sentence), "{sentence}");
    assert!(page.contains(&format!("{} moves lower it by 2 or more at once", sum(6))));
    assert!(page.contains("h3 is neither admissible nor consistent: checked on all"));
    assert!(page.contains(
        "h3 is not admissible: it estimates 5, but the solution takes 2 (moves). In the cluster of puzzle 1."
    ));
}

#[test]
fn names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("named.json");
    fs::write(&input, NAMED).unwrap();
    let (page, text) = report(&folder.path().join("out"), &[input.to_str().unwrap()]);
    assert_readable(&page, &text);
    assert!(
        page.contains("Puzzle 1 (&lt;script&gt;alert('x')&lt;/script&gt; &amp; &quot;q&quot; [l](http://evil.example)")
    );
    assert!(
        text.contains("(\\<script\\>alert('x')\\</script\\> \\& \"q\" \\[l\\](http\\://evil.example) \\*…)"),
        "{text}"
    );
    assert!(text.contains("1 puzzle with fuel"));
}

#[test]
fn every_comparison_has_a_report() {
    let folder = tempfile::tempdir().unwrap();
    for (index, (arguments, sentence)) in [
        (&[UNSOLVABLE][..], "No solution is known"),
        (&[UNSOLVABLE, "--algorithms", "ucs"], "No search of this comparison uses a heuristic."),
        (&["--max-states", "10"], "108 of 108 (100%) searches ended at a limit."),
        (&["--algorithms", "bfs,dfs,auto,bidirectional", "--metric", "steps"], "Rules: steps."),
        (&["--algorithms", "a", "--heuristics", "h3,h0", "--weight", "1"], "h3 λ=1"),
        (&["--rules", "comp472", "--duplicates", "board"], "12 puzzles with fuel"),
    ]
    .into_iter()
    .enumerate()
    {
        let (page, text) = report(&folder.path().join(index.to_string()), arguments);
        assert_readable(&page, &text);
        assert!(text.contains(sentence), "{arguments:?}: {text}");
    }
}

#[test]
fn the_same_results_give_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let first = report(folder.path(), &["--threads", "1"]);
    // All searches are finished, so their times are the same.
    let again = report(folder.path(), &["--threads", "2"]);
    assert!(first == again);
}

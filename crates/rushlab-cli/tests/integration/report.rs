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
        text.contains("UCS, A/A\\* h1, A/A\\* h2 and A/A\\* h4 find an optimal solution for all 12 solvable puzzles")
    );
    assert!(text.contains("No puzzle has fuel."));
}

#[test]
fn the_checks_of_heuristics_agree_with_the_command_properties() {
    let folder = tempfile::tempdir().unwrap();
    let (page, _) = report(folder.path(), &[]);
    let output = run(&["explore", STARTER, "--heuristic", "h3", "--tsv"]);
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
    assert!(
        page.contains(
            "h3 is not admissible: it estimates 5, but the solution takes 2 moves. In the cluster of puzzle 1."
        )
    );
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
        (&[UNSOLVABLE, "--algorithm", "ucs"], "No search of this comparison uses a heuristic."),
        (&["--max-states", "10"], "108 of 108 (100%) searches ended at a limit."),
        (
            &["--algorithm", "bfs,dfs,auto,bidirectional", "--metric", "steps"],
            "Solutions are counted in steps of one cell.",
        ),
        (&["--algorithm", "a", "--heuristic", "h3,h0", "--set", "weight=1.001"], "here λ = 1.001)"),
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
    let again = report(folder.path(), &["--threads", "1"]);
    assert!(first == again);
}

#[test]
fn the_pictures_of_the_text_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = report(folder.path(), &[]);
    let linked: Vec<&str> = text.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(linked.len() > 10 && linked.contains(&"lengths-1.svg") && linked.contains(&"reasons-1.svg"), "{linked:?}");
    for name in &linked {
        let svg = fs::read_to_string(folder.path().join("pictures").join(name)).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("fill=\"#fff"), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path().join("pictures")).unwrap().count(), linked.len(), "every file is shown");
}

#[test]
fn the_report_explains_its_results() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    // The first is example 1 of the handout. The second puzzle has a truck in the exit row, which the valet removes: h1
    // is 1 and h2 is 3, but two moves are enough. In the third a car across the row and a car in it are both one
    // vehicle, but one and two cells.
    let boards = "IIB...C.BHHHC.AAD.....D.EEGGGF.....F\n............AADDD...................\n............AADDB.....B.............\n";
    fs::write(&input, boards).unwrap();
    let (page, text) = report(&folder.path().join("out"), &[input.to_str().unwrap(), "--rules", "comp472"]);
    assert_readable(&page, &text);
    assert!(
        text.contains("h1 and h3 put all positions in the same order, so greedy search cannot distinguish them."),
        "{text}"
    );
    assert!(text.contains("h3 is λ · h1 with λ = 5, and a positive factor keeps the order. GBFS h1 and GBFS h3 did the same on 3 of 3 (100%)"));
    assert!(text.contains("h2 is never lower than h1: it is higher in "));
    assert!(text.contains("so h2 \\> h1 only where a vehicle stands in the line of the primary, in front of it: in "));
    assert!(text.contains("h2 is not admissible: it estimates 3, but the solution takes 2 moves."));
    assert!(text.contains("A/A\\* h4 expands "), "what h4 saves and costs");
}

#[test]
fn one_is_singular_and_no_option_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (page, text) = report(folder.path(), &["............AA......................", "--rules", "comp472"]);
    assert_readable(&page, &text);
    assert!(
        text.contains("Every shortest solution takes 1 move.") && page.contains("Puzzle 1: 1 move</summary>"),
        "{text}"
    );
    let slides = fs::read_to_string(folder.path().join("slides.html")).unwrap();
    for file in [&page, &text, &slides] {
        let prose = file.split("<style>").map(|part| part.split("</style>").last().unwrap()).collect::<String>();
        for noun in ["moves", "puzzles", "states", "positions", "searches", "vehicles", "clusters", "cases", "runs"] {
            for before in [" ", ">", "("] {
                assert!(!prose.contains(&format!("{before}1 {noun}")), "1 {noun}");
            }
        }
        let is_option = |word: &str| word.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        let words = prose.split(|letter: char| letter.is_whitespace() || letter == '>' || letter == '`');
        words.for_each(|word| assert!(!is_option(word), "{word}"));
    }
}

/// Returns the slides of a folder without their style and script.
fn slides(folder: &Path) -> String {
    let page = fs::read_to_string(folder.join("slides.html")).unwrap();
    let (before, script) = page.split_once("<script>").unwrap();
    let (_, after) = script.split_once("</script>").unwrap();
    format!("{before}{after}")
}

#[test]
fn slides_are_self_contained_and_lead_to_their_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    for (index, arguments) in
        [&[][..], &[UNSOLVABLE, "--algorithm", "ucs"], &["--max-states", "10"]].into_iter().enumerate()
    {
        let out = folder.path().join(index.to_string());
        report(&out, arguments);
        let page = slides(&out);
        assert_well_formed(&page);
        for outside in [" src=", "url(", "@import", "=\"http"] {
            assert!(!page.contains(outside), "{outside} is an external reference");
        }
        let count = page.matches("<section class=\"slide ").count();
        assert!(count >= 4, "{count}");
        for number in 1..=count {
            assert_eq!(page.matches(&format!("id=\"slide-{number}\"")).count(), 1);
            let links = usize::from(number > 1) + usize::from(number < count);
            assert_eq!(page.matches(&format!("href=\"#slide-{number}\"")).count(), links);
        }
        // A property without a proof may hold on the puzzles, which another slide checks.
        let h4 = page.contains("the delete relaxation. Admissible: yes. Consistent: not guaranteed.");
        assert!(h4 || !arguments.is_empty(), "{page}");
        // The PDF has the same slides.
        let pdf = fs::read(out.join("slides.pdf")).unwrap();
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
        assert_eq!(String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count(), count);
    }
}

/// Runs a script in a browser with pages of a folder in frames. Returns what it prints; `None` if no browser is
/// installed.
fn in_browser(folder: &Path, script: &str) -> Option<String> {
    let page = folder.join("test.html");
    fs::write(&page, format!("<body><pre></pre><script>{script}</script></body>")).unwrap();
    let named = std::env::var("RUSHLAB_CHROMIUM").ok();
    let programs = named.iter().map(String::as_str).chain(["chromium", "chromium-browser", "google-chrome", "chrome"]);
    let output = programs.into_iter().find_map(|program| {
        let mut command = std::process::Command::new(program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]);
        command.args(["--allow-file-access-from-files", "--virtual-time-budget=10000", "--window-size=1600,900"]);
        let profile = format!("--user-data-dir={}", folder.join("profile").display());
        command.arg(profile).arg("--dump-dom").arg(format!("file://{}", page.display())).output().ok()
    })?;
    let dom = String::from_utf8(output.stdout).unwrap();
    Some(dom.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap_or_default().to_owned())
}

#[test]
fn pages_fit_a_phone_and_slides_fit_the_screen_and_obey_keys() {
    let folder = tempfile::tempdir().unwrap();
    report(folder.path(), &["--runs", "2"]);
    let script = r#"
        const out = document.querySelector("pre");
        const frame = (page, width, height) => new Promise((loaded) => {
          const element = document.createElement("iframe");
          Object.assign(element, { width, height, src: page, onload: () => loaded(element.contentWindow) });
          document.body.append(element);
        });
        (async () => {
          for (const page of ["report.html", "slides.html"]) {
            const { document: phone } = await frame(page, 360, 740);
            const wide = [...phone.querySelectorAll("table")].filter((table) => table.scrollWidth > 340).length;
            out.append(`${page} ${phone.scrollingElement.scrollWidth} ${wide > 0}\n`);
          }
          const screen = await frame("slides.html", 1280, 720);
          const slides = [...screen.document.querySelectorAll(".slide")];
          out.append(`high ${slides.filter((slide) => slide.getBoundingClientRect().height > 721).map((slide) => slide.id)}\n`);
          const at = () => slides.findIndex((slide) => Math.abs(slide.getBoundingClientRect().top) < 2);
          for (const key of ["ArrowRight", " ", "PageUp", "End", "ArrowLeft", "Home"]) {
            screen.dispatchEvent(new screen.KeyboardEvent("keydown", { key }));
            out.append(`${key} ${at() < 0 ? "none" : at() - (at() > 4 ? slides.length : 0)}\n`);
          }
          out.append("done");
        })();
    "#;
    let Some(printed) = in_browser(folder.path(), script) else {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: no Chromium; set RUSHLAB_CHROMIUM\n");
        return;
    };
    let expected = [
        "report.html 360 true",
        "slides.html 360 true",
        "high ",
        "ArrowRight 1",
        "  2",
        "PageUp 1",
        "End -1",
        "ArrowLeft -2",
        "Home 0",
        "done",
    ];
    assert_eq!(printed.lines().collect::<Vec<&str>>(), expected);
}

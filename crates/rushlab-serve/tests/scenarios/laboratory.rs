//! Solving, search trees, experiments, races and evolutions.

use serde_json::json;

use super::{Context, choose};
use crate::browser::Page;

/// A puzzle of 10 moves with 2,897 positions.
const BOARD: &str = "..ABB.CCA.DDXX..EFGGGHEFIJJHKKILL.MM";

/// Selects the algorithm and the heuristic of the tab Solve.
fn select_search(page: &Page, algorithm: &str, heuristic: &str) {
    choose(page, ".solve select:has(option[value=astar])", algorithm);
    choose(page, ".solve select:has(option[value=h4])", heuristic);
}

/// Fails if the page is wider than the screen.
fn fits(page: &Page, what: &str) {
    let widths = page.run("[document.documentElement.scrollWidth, innerWidth]");
    assert!(widths[0].as_f64() <= widths[1].as_f64(), "{what} is {} wide on {}", widths[0], widths[1]);
}

pub(super) fn solve(context: &Context<'_>) {
    let page = context.open(&format!("#/solve/p/{BOARD}"));
    select_search(&page, "astar", "h4");
    // The plain names and one line for each are visible.
    page.wait_for(".solve .help", "A*: cheapest so far plus estimate.");
    page.wait_for(".solve .choice-row:nth-child(2) .help", "never estimates too much (it is admissible)");
    page.press("Solve");
    page.wait_for(".solve .message", "Solved in 10 moves; no solution is shorter.");
    page.wait("document.querySelectorAll('.solve .moves li').length === 10");
    page.wait_for(".solve .seen", "A* expanded 128 positions");
    page.wait_for(".solve .seen", "At the start, Landmarks estimated 7 moves: 3 too few.");
    page.run("document.querySelectorAll('.solve .moves button')[9].click()");
    page.wait("document.querySelector('.solve .moves [aria-current]')?.textContent.startsWith('10')");
    page.click(".solve .player button[aria-label='One move back']");
    page.wait("document.querySelector('.solve .moves [aria-current]')?.textContent.startsWith('9')");
    page.click(".solve .player button[aria-label='To the start']");
    page.wait("!document.querySelector('.solve .moves [aria-current]')");
    // In Schlegel's notation, the library reads the list and reaches the exit.
    choose(&page, ".solve select[aria-label='Notation of the moves']", "schlegel");
    page.wait("document.querySelector('.solve .moves button').textContent.startsWith('1((')");
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }; 0");
    page.press("Copy the moves");
    page.wait("window.copied");
    let puzzle = rushlab::format::parse(BOARD).unwrap();
    let solution = rushlab::Solution::parse(&puzzle, page.run("copied").as_str().unwrap()).unwrap();
    assert_eq!(solution.to_notation(rushlab::notation::LISP), page.run("copied").as_str().unwrap());
    assert_eq!(solution.moves().len(), 10);
    choose(&page, ".solve select[aria-label='Notation of the moves']", "words");
    // At four times the speed the solution is over soon; it pauses at the end.
    choose(&page, ".solve .player select", "4");
    page.click(".solve .player button[aria-label='Play']");
    page.wait("document.querySelector('.solve .moves [aria-current]')?.textContent.startsWith('10')");
    page.wait("document.querySelector('.solve .player button[aria-label=Play]')");
    context.screenshot(&page, "solve.png");
    // Results stay when the theme changes.
    choose(&page, "#theme", "dark");
    page.wait_for(".solve .message", "Solved in 10 moves");
    assert_eq!(page.run("document.querySelectorAll('.solve .moves li').length"), 10);
    choose(&page, "#theme", "auto");
    // A result says so when another search is selected.
    select_search(&page, "bfs", "h4");
    page.wait_for(".solve .outdated:not([hidden])", "This is the result of A* with Landmarks");
    select_search(&page, "astar", "h4");
    page.wait("!document.querySelector('.solve .outdated:not([hidden])')");
    // No algorithm, heuristic or parameter makes the page wider than the screen.
    for (width, height) in [(1440, 900), (390, 844), (740, 360)] {
        page.size(width, height);
        for heuristic in ["h3", "h4", "pdb"] {
            select_search(&page, "greedy", heuristic);
            fits(&page, heuristic);
        }
    }
    page.wait_for(".solve .parameters .help", "From ");
    context.done(&page);
    // Without a solution there are no moves and steps to count.
    let page = context.open("#/solve/p/............AA.BBB..................");
    page.press("Solve");
    page.wait_for(".solve .message", "There is no solution, but with the valet of COMP 472 there is one.");
    page.wait("document.querySelector('.solve dd')?.textContent === '–'");
    context.done(&page);
}

pub(super) fn tree(context: &Context<'_>) {
    let page = context.open_sized(&format!("#/solve/p/{BOARD}"), 390, 844);
    select_search(&page, "astar", "h4");
    page.press("Show the search tree");
    page.wait("document.querySelectorAll('.tree .node').length === 129");
    page.wait_for(".tree-text", "The start is expanded first.");
    let fact = |name: &str| {
        page.run(&format!("[...document.querySelectorAll('.tree-facts div')].find((each) => each.firstChild.textContent === '{name}').lastChild.textContent"))
    };
    let nodes = context.server.post("/api/tree", &json!({"puzzle": BOARD, "search": {"algorithm": "astar"}})).good();
    for step in 1..4_usize {
        page.click(".tree-left .player button[aria-label='One node forward']");
        page.wait(&format!("document.querySelector('.tree-facts dd').textContent === '{}'", step + 1));
        for key in ["f", "g", "h"] {
            assert_eq!(fact(key), nodes["nodes"][step][key].to_string(), "{key} of node {step}");
        }
        assert!(fact("Move").as_str().unwrap().starts_with(nodes["nodes"][step]["move"]["label"].as_str().unwrap()));
    }
    assert_eq!(page.run("document.querySelectorAll('.tree .node.later').length"), 125);
    // A click on a node goes to its step; its path from the start is marked.
    page.run(
        "document.querySelector('.tree [data-at=\"40\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    page.wait("document.querySelector('.tree-facts dd').textContent === '41'");
    let depth = nodes["nodes"][40]["g"].as_u64().unwrap() + 1;
    assert_eq!(page.run("document.querySelectorAll('.tree .node.path').length"), depth);
    assert_eq!(page.run("document.querySelectorAll('.tree .node.solution').length"), 11);
    fits(&page, "the tree");
    context.screenshot(&page, "tree-narrow.png");
    // A genetic algorithm has none.
    select_search(&page, "grh", "h4");
    page.press("Show the search tree");
    page.wait_for(".solve section[aria-label='Search tree'] .message", "it has no search tree");
    context.done(&page);
}

pub(super) fn experiments(context: &Context<'_>) {
    let page = context.open("#/solve/1");
    let explained = |title: &str, words: &[&str]| {
        page.press(title);
        page.wait_for(".experiments .message", &format!("{title}: finished."));
        for word in words {
            page.wait_for(".experiment-result", word);
        }
    };
    explained(
        "Why A* expands fewer",
        &["Both found 21 moves.", "Breadth-first search expanded 1,478 positions", "(438)"],
    );
    explained("When greedy search fails", &["found 21 moves, but", "found 15", "is the detour"]);
    assert_eq!(page.run("document.querySelectorAll('.experiment-board .vehicle').length"), 12);
    explained(
        "An estimate that is too high",
        &["found 10 moves", "found 8", "This board proves it: the estimate is 10, but the exit is only 4 moves away"],
    );
    explained(
        "What fuel does",
        &[
            "has 5 moves, and B drives 4 cells",
            "now has 6 moves, 1 move more",
            "With 2 units there is no solution at all",
        ],
    );
    page.wait_for(".experiment-board .fuel", "3");
    context.screenshot(&page, "experiment.png");
    // The search of an experiment is shown as a tree.
    page.press("Show this search as a tree");
    page.wait("document.querySelectorAll('.tree .node').length > 50");
    page.size(390, 844);
    fits(&page, "an experiment");
    context.done(&page);
}

pub(super) fn race(context: &Context<'_>) {
    let page = context.open(&format!("#/race/p/{BOARD}"));
    page.press("Add an algorithm");
    page.wait("document.querySelectorAll('.entrant').length === 3");
    choose(&page, ".entrant:nth-child(3) select:has(option[value=h4])", "h1");
    choose(&page, ".race select:has(option[value='2000'])", "10000");
    page.press("Start the race");
    page.wait("document.querySelectorAll('.race tbody tr').length === 3");
    page.wait_for(".race .message", "A* with Landmarks is first: 10 moves, 128 positions expanded.");
    // The shortest is first, then the fewest expanded.
    let cells = |column: usize| {
        page.run(&format!(
            "[...document.querySelectorAll('.race tbody tr')].map((row) => row.children[{column}].textContent)"
        ))
    };
    assert_eq!(cells(0), json!(["1", "2", "3"]));
    assert_eq!(cells(1), json!(["A* with Landmarks", "Breadth-first search", "Greedy search with Blocking vehicles"]));
    assert_eq!(cells(2), json!(["10", "10", "11"]));
    assert_eq!(
        page.run("[...document.querySelectorAll('.race thead th')].map((each) => each.textContent).slice(4, 6)"),
        json!(["Real time", "Time at this pace"])
    );
    // Each lane ends on the solved board with its f, g and h.
    let ends = "[...document.querySelectorAll('.entrant-view')].map((lane) => [...lane.querySelectorAll('.figures dd')].slice(1).map((value) => value.textContent).join(' '))";
    assert_eq!(page.run(ends), json!(["10 10 0", "10 10 0", "0 11 0"]));
    let primaries = page
        .run("[...document.querySelectorAll('.entrant-view .vehicle.primary')].map((each) => each.style.transform)");
    assert_eq!(primaries, json!(vec!["translate(256px, 128px)"; 3]));
    // Bars fill towards all positions that can be reached, and time never runs backwards.
    page.wait_for(".entrant-view .small", "of 2,897 positions that can be reached");
    let widths = page.run("[...document.querySelectorAll('.entrant-view .bar i')].map((each) => Math.round(parseFloat(each.style.width)))");
    assert_eq!(widths[1], 4);
    let forward = page.run(
        "[...document.querySelectorAll('.race .plots figure:last-child .plot path')].every((path) => {
            const x = [...path.getAttribute('d').matchAll(/[ML]([\\d.]+) /g)].map((each) => Number(each[1]));
            return x.length > 1 && x.every((value, index) => !index || value >= x[index - 1]); })",
    );
    assert_eq!(forward, true);
    page.wait_for(".race .seen", "Greedy search with Blocking vehicles found a longer one: 11 moves, 1 more");
    context.screenshot(&page, "race.png");
    choose(&page, "#theme", "dark");
    assert_eq!(
        page.run("document.querySelectorAll('.race tbody tr').length"),
        3,
        "results stay when the theme changes"
    );
    // While a race runs, the page answers. The race can be stopped.
    choose(&page, ".race select:has(option[value='2000'])", "20");
    page.press("Start the race");
    page.wait_for(".race .message", "The race is running.");
    let delay = page.run(
        "new Promise((done) => { const gaps = []; let before = performance.now();
            const frame = (now) => { gaps.push(now - before); before = now; gaps.length < 40 ? requestAnimationFrame(frame) : done(Math.max(...gaps)); };
            requestAnimationFrame(frame); })",
    );
    println!("  the longest frame while a race ran took {:.0} ms", delay.as_f64().unwrap());
    // It goes on while another tab is shown.
    let expanded = "Number(document.querySelector('.entrant-view .big').textContent)";
    let before = page.run(expanded);
    page.click("nav a[data-tab=play]");
    page.wait("document.querySelector('section.play:not([hidden])')");
    page.click("nav a[data-tab=race]");
    page.wait(&format!("!document.querySelector('section.race').hidden && {expanded} > {before}"));
    page.wait_for(".race .message", "The race is running.");
    page.press("Stop");
    page.wait_for(".race .message", "Stopped.");
    page.size(390, 844);
    fits(&page, "a race");
    context.done(&page);
}

pub(super) fn evolve(context: &Context<'_>) {
    let page = context.open("#/evolve/p/ABCCDDABEE..XXF..GH.F.IGHJJJIGHKKLL.");
    let status = ".evolve .message[role=status]";
    page.run("(() => { const slider = document.querySelector('.evolve .sliders input'); slider.value = 20; slider.dispatchEvent(new Event('change')); })()");
    page.wait_for(".evolve .sliders", "Number of individuals in a generation.");
    page.press("Next generation");
    page.wait_for(status, "Generation 0.");
    page.wait_for(".evolve .individuals tbody tr td:nth-child(3)", "no parents");
    page.wait_for(".evolve .individuals tbody tr td:last-child", "decided by the next generation");
    // All bars are individuals, and the axes show fitness: this algorithm starts near 100.
    page.wait("document.querySelector('.individuals-bars')?.dataset.count === '20'");
    assert_eq!(page.run("document.querySelector('.individuals-bars').getAttribute('d').match(/M/g).length"), 20);
    page.press("Next generation");
    page.wait_for(status, "Generation 1.");
    page.wait("[...document.querySelectorAll('.evolve .individuals td:nth-child(3)')].some((each) => /crossover, cut at \\d+ and \\d+: .* of \\d+/.test(each.textContent))");
    page.wait("document.querySelectorAll('.evolve .individuals tbody tr:not([hidden])').length === 20");
    let axis = page.run("Math.max(...[...document.querySelectorAll('.evolve .plot-row figure:nth-child(2) .y-value')].map((each) => Number(each.textContent)))");
    let best = page.run("Number(document.querySelectorAll('.evolve dd')[1].textContent)");
    assert!(
        axis.as_f64() >= best.as_f64() && best.as_f64() > Some(80.0),
        "the axis ends at {axis}, the best fitness is {best}"
    );
    // The generation before shows what became of its individuals.
    page.click(".evolve .player button[aria-label='One generation back']");
    page.wait("document.querySelector('.evolve dd').textContent === '0'");
    page.wait("[...document.querySelectorAll('.evolve .individuals td:last-child')].every((each) => /survived|replaced|copied/.test(each.textContent))");
    page.wait("[...document.querySelectorAll('.evolve .individuals td:last-child')].some((each) => /child/.test(each.textContent))");
    page.click(".evolve .player button[aria-label='One generation forward']");
    page.wait("document.querySelector('.evolve dd').textContent === '1'");
    page.run("document.querySelectorAll('.evolve .individuals button')[2].focus()");
    page.run("document.activeElement.click()");
    page.wait("/^Individual \\d+ of generation 1: fitness /.test(document.querySelector('.evolve .played .message').textContent)");
    context.screenshot(&page, "individuals.png");
    // A click by a script leaves the focus where it is.
    page.run("[...document.querySelectorAll('.evolve button')].find((each) => each.textContent === 'Next generation').click()");
    page.wait_for(status, "Generation 2.");
    assert_eq!(
        page.run("document.activeElement.closest('.individuals') !== null"),
        true,
        "the focus stays in the table"
    );
    choose(&page, ".evolve .pace", "10");
    page.press("Start");
    page.wait("Number(document.querySelector('.evolve dd').textContent) > 3");
    // It goes on while another tab is shown.
    page.click("nav a[data-tab=play]");
    page.wait("document.querySelector('section.play:not([hidden])')");
    let before = page.run("Number(document.querySelector('.evolve dd').textContent)");
    page.click("nav a[data-tab=evolve]");
    page.wait(&format!(
        "!document.querySelector('section.evolve').hidden && Number(document.querySelector('.evolve dd').textContent) > {before}"
    ));
    page.press("Pause");
    page.wait_for(status, "Paused at generation ");
    context.screenshot(&page, "evolve.png");
    for (width, height) in [(740, 360), (390, 844)] {
        page.size(width, height);
        fits(&page, "an evolution");
        let board =
            page.run("document.querySelector('.evolve .board').getBoundingClientRect().width").as_f64().unwrap();
        assert!(board >= 150.0, "the board has {board} pixels at {width}x{height}");
    }
    context.done(&page);
    // An easy puzzle, until it is solved.
    let page = context.open("#/evolve/p/......A..B..AXXB..A..B......CC......");
    choose(&page, ".evolve .pace", "0");
    page.press("Start");
    page.wait_for(status, "; it ends with the first solution.");
    page.wait_for(".evolve .played .message", "The solution");
    page.wait_for(".evolve .seen", "A genetic algorithm proves nothing");
    // The other algorithm, with another seed, says why it ended.
    choose(&page, ".evolve select:has(option[value=grh])", "grh");
    for (seed, stays) in [("-3", "1"), ("7", "7")] {
        page.run(&format!("(() => {{ const seed = document.querySelector('.evolve input[max=\"999999999\"]'); seed.value = '{seed}'; seed.dispatchEvent(new Event('change')); }})()"));
        assert_eq!(page.run("document.querySelector('.evolve input[max=\"999999999\"]').value"), stays);
        let sentence = if seed == stays { "" } else { "Seed is a whole number from 0 to 999,999,999." };
        assert_eq!(page.text(status), sentence);
    }
    page.press("Start");
    page.wait_for(status, "Solved in 2 moves, found in generation ");
    page.wait_for(status, "; no individual is left.");
    context.done(&page);
}

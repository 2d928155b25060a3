//! Editing, solving, racing, exploring.

use rushlab::format::parse;
use rushlab::puzzle::{Metric, Rules};
use serde_json::json;

use super::{Context, cell, vehicle};
use crate::browser::Page;
use crate::common::EASY;

/// Selects an entry of a menu.
fn choose(page: &Page, selector: &str, value: &str) {
    page.run(&format!(
        "(() => {{ const menu = document.querySelector({}); menu.value = {}; menu.dispatchEvent(new Event('change')); }})()",
        json!(selector),
        json!(value)
    ));
}

fn tool(page: &Page, name: &str) {
    page.click(&format!(".edit input[value={name}]"));
}

pub(super) fn edit(context: &Context<'_>) {
    let page = context.open(&format!("#edit?p={EASY}"));
    page.wait_for(".edit .verdict", "2moves to the exit");
    tool(&page, "erase");
    page.click(&vehicle("edit", "B"));
    page.wait_for(".edit .verdict", "1move to the exit");
    page.press("Undo");
    page.wait_for(".edit .verdict", "2moves to the exit");
    tool(&page, "move");
    let size = cell(&page, "edit");
    page.drag(page.middle(&vehicle("edit", "B")), (0.0, 2.0 * size));
    page.wait_for(".edit .verdict", "1move to the exit");
    // A wall in front of the exit makes the puzzle unsolvable.
    tool(&page, "wall");
    let (x, y) = page.middle(&vehicle("edit", "X"));
    page.click_at((x + 2.5 * size, y));
    page.wait_for(".edit .verdict", "There is no solution");
    tool(&page, "erase");
    page.click_at((x + 2.5 * size, y));
    page.wait_for(".edit .verdict", "1move to the exit");
    tool(&page, "vertical");
    page.click_at((x + 2.5 * size, y));
    page.wait_for(".edit .verdict", "2moves to the exit");
    context.screenshot(&page, "edit.png");
    page.press("Play");
    page.wait("document.querySelectorAll('.play .vehicle').length === 5");
    context.done(&page);
}

pub(super) fn edit_by_keyboard(context: &Context<'_>) {
    let page = context.open(&format!("#edit?p={EASY}"));
    page.press("Clear");
    page.wait_for(".edit .verdict", "Add a vehicle");
    tool(&page, "horizontal");
    page.run("document.querySelector('.edit .layer').focus()");
    for key in ["ArrowDown", "ArrowDown", "Enter"] {
        page.key(key);
    }
    page.wait_for(".edit .verdict", "1move to the exit");
    tool(&page, "vertical");
    page.run("document.querySelector('.edit .layer').focus()");
    for key in ["ArrowRight", "ArrowRight", "ArrowRight"] {
        page.key(key);
    }
    page.wait_for("#live", "Row 3, column 4: empty");
    page.key("Enter");
    page.wait_for("#live", "Row 3, column 4: A, vertical, length 2");
    page.wait_for(".edit .verdict", "2moves to the exit");
    context.done(&page);
}

pub(super) fn paste(context: &Context<'_>) {
    let page = context.open("#edit?id=1");
    let uva = "bb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.";
    page.run(&format!("document.querySelector('.edit textarea').value = {}", json!(uva)));
    page.press("Read");
    page.wait("document.querySelectorAll('.edit .vehicle').length === 8");
    page.wait_for(".edit .verdict", "8moves to the exit");
    page.wait("document.querySelectorAll('.edit textarea')[1].value.startsWith('bb...ga..c.g')");
    choose(&page, ".edit select:has(option[value=lisp])", "json");
    page.wait("document.querySelectorAll('.edit textarea')[1].value.startsWith('{\"rushlab\":1')");
    context.done(&page);
}

pub(super) fn solve(context: &Context<'_>) {
    let page = context.open("#solve?p=..ABB.CCA.DDXX..EFGGGHEFIJJHKKILL.MM");
    choose(&page, ".solve select:has(option[value=astar])", "astar");
    page.press("Solve");
    page.wait_for(".solve .message", "Solved in 10 moves; no solution is shorter.");
    page.wait("document.querySelectorAll('.solve .moves li').length === 10");
    page.run("document.querySelectorAll('.solve .moves button')[9].click()");
    page.wait("document.querySelector('.solve .moves [aria-current]')?.textContent.startsWith('10')");
    page.click(".solve .player button[aria-label='One move back']");
    page.wait("document.querySelector('.solve .moves [aria-current]')?.textContent.startsWith('9')");
    page.click(".solve .player button[aria-label='To the start']");
    page.wait("!document.querySelector('.solve .moves [aria-current]')");
    context.screenshot(&page, "solve.png");
    context.done(&page);
    // Without a solution there are no moves and steps to count.
    let page = context.open("#solve?p=............AA.BBB..................");
    page.press("Solve");
    page.wait_for(".solve .message", "There is no solution, but with the valet of COMP 472 there is one.");
    page.wait("document.querySelector('.solve dd')?.textContent === '–'");
    context.done(&page);
}

pub(super) fn race(context: &Context<'_>) {
    let page = context.open("#race?p=..AA.B.CCCDBEXX.DFEGHIIF.GHJKKLL.J..");
    choose(&page, ".race select:has(option[value='2000'])", "2000");
    page.press("Start the race");
    page.wait("document.querySelectorAll('.entrant-view').length === 2");
    page.wait("Number(document.querySelector('.entrant-view .big').textContent.replace(',', '')) > 1300");
    context.screenshot(&page, "race.png");
    page.wait_for(".race .message", "astar h4 expanded the fewest positions: 1,");
    page.wait("document.querySelectorAll('.race tbody tr').length === 2");
    page.wait("document.querySelectorAll('.race .plot path').length === 6");
    // The race can be stopped.
    page.press("Add an algorithm");
    choose(&page, ".race select:has(option[value='2000'])", "20");
    page.press("Start the race");
    page.wait("document.querySelectorAll('.entrant-view').length === 3");
    page.press("Stop");
    page.wait_for(".race .message", "Stopped.");
    context.done(&page);
}

pub(super) fn explore(context: &Context<'_>) {
    let page = context.open("#explore?p=...AA...BCDEXXBCDEFFGHIJK.GHIJKLL.MM");
    page.press("Explore");
    page.wait_for(".explore .message", "1,050 positions.");
    page.wait("document.querySelectorAll('.explore .column').length > 5");
    page.wait("!document.querySelector('.graph').closest('[hidden]')");
    page.run("document.querySelectorAll('.explore .column')[0].dispatchEvent(new MouseEvent('click'))");
    page.wait_for(".explore .side:last-child .small", "solved");
    std::thread::sleep(std::time::Duration::from_millis(2500));
    page.click(".graph");
    page.wait(
        "/exit|solved/.test(document.querySelector('.explore .side:last-child .card:last-child .small').textContent)",
    );
    context.screenshot(&page, "explore.png");
    page.press("Play from here");
    page.wait_for("#play-title", "Explored position");
    context.done(&page);
    // Distances are in the puzzle's metric.
    let steps = parse(EASY).unwrap().with_rules(Rules::plain(Metric::Steps));
    let page = context.open(&format!("#explore?p={EASY}"));
    page.run(&format!("location.hash = '#explore?p=' + encodeURIComponent({})", json!(steps.to_string())));
    page.wait("document.querySelector('.explore option')?.textContent === 'Your puzzle'");
    page.press("Explore");
    page.wait_for(".explore .message", "steps from the exit");
    page.wait_for(".explore .side:last-child .card:last-child .small", "steps to the exit");
    context.done(&page);
}

pub(super) fn evolve(context: &Context<'_>) {
    let page = context.open("#evolve?p=ABCCDDABEE..XXF..GH.F.IGHJJJIGHKKLL.");
    page.press("Next generation");
    page.wait_for(".evolve .message[role=status]", "Generation 0.");
    page.wait_for(".evolve .individuals tbody tr td:last-child", "no parents");
    page.press("Next generation");
    page.wait_for(".evolve .message[role=status]", "Generation 1.");
    // The fittest individuals with their parents. A button shows the board of one.
    page.wait("[...document.querySelectorAll('.evolve .individuals td:last-child')].some((each) => /crossover: .* of \\d+/.test(each.textContent))");
    page.wait("document.querySelectorAll('.evolve .individuals tbody tr:not([hidden])').length === 20");
    page.wait_for(".evolve .individuals + .small, .evolve .scroll + .small", " more in this generation.");
    page.run("document.querySelectorAll('.evolve .individuals button')[2].focus()");
    page.run("document.activeElement.click()");
    page.wait("/^Individual \\d+ of generation 1: fitness /.test(document.querySelector('.evolve .played .message').textContent)");
    context.screenshot(&page, "individuals.png");
    // A click by a script leaves the focus where it is.
    page.run("[...document.querySelectorAll('.evolve button')].find((each) => each.textContent === 'Next generation').click()");
    page.wait_for(".evolve .message[role=status]", "Generation 2.");
    assert_eq!(
        page.run("document.activeElement.closest('.individuals') !== null"),
        true,
        "the focus stays in the table"
    );
    page.wait("document.querySelectorAll('.individual').length > 10");
    choose(&page, ".evolve select:has(option[value='40'])", "40");
    page.press("Start");
    page.wait("Number(document.querySelector('.evolve dd').textContent) > 3");
    page.press("Pause");
    page.wait_for(".evolve .message[role=status]", "Paused at generation ");
    context.screenshot(&page, "evolve.png");
    context.done(&page);
    // An easy puzzle, until it is solved.
    let page = context.open("#evolve?p=......A..B..AXXB..A..B......CC......");
    choose(&page, ".evolve select:has(option[value='40'])", "0");
    page.press("Start");
    page.wait_for(".evolve .message[role=status]", "Solved: ");
    page.wait_for(".evolve .played .message", "The solution");
    // The other algorithm, with another seed.
    choose(&page, ".evolve select:has(option[value=grh])", "grh");
    page.run("(() => { const seed = document.querySelector('.evolve input[max=\"999999999\"]'); seed.value = 7; seed.dispatchEvent(new Event('change')); })()");
    page.press("Start");
    page.wait_for(".evolve .message[role=status]", "Solved: ");
    context.done(&page);
}

//! Reasons to come back: puzzles of one's own, challenges, statistics.

use serde_json::json;

use super::game::solve;
use super::{Context, choose, vehicle};
use crate::browser::Page;
use crate::common::EASY;

/// Returns the names of the tiles of the collection that is shown.
fn tiles(page: &Page) -> serde_json::Value {
    page.run("[...document.querySelectorAll('.levels .tile b')].map((each) => each.textContent)")
}

pub(super) fn my_puzzles(context: &Context<'_>) {
    let page = context.open(&format!("#/edit/p/{EASY}"));
    page.wait_for(".edit .verdict", "2moves to the exit");
    page.press("Save in My puzzles");
    page.wait_for(".edit .message", "Saved in My puzzles as Puzzle 1.");
    // Another puzzle of the same designer does not replace it.
    page.click(".edit input[value=erase]");
    page.click(&vehicle("edit", "C"));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 3");
    page.press("Save in My puzzles");
    page.wait_for(".edit .message", "Saved in My puzzles as Puzzle 2.");
    // What cannot be saved is said.
    page.press("Clear");
    page.press("Save in My puzzles");
    page.wait_for(".edit .message", "Only a valid puzzle can be saved");
    // The draft has a list too.
    page.run("location.hash = '#/levels/drafts'");
    page.wait("document.querySelectorAll('.levels .tile').length === 1");
    page.run("location.hash = '#/levels/own-mine'");
    page.wait_for("#collection-title", "My puzzles");
    assert_eq!(tiles(&page), json!(["Puzzle 1", "Puzzle 2"]));
    page.click(".levels .puzzle-list details summary");
    let set = |selector: &str, value: &str| {
        page.run(&format!(
            "(() => {{ const input = document.querySelector('{selector}'); input.value = '{value}'; input.dispatchEvent(new Event('change')); }})()"
        ));
    };
    set(".arrange li:nth-child(2) input", "The harder one");
    page.wait("document.querySelectorAll('.levels .tile b')[1]?.textContent === 'The harder one'");
    set(".arrange li:nth-child(2) input + input", "Class 7");
    page.wait("document.querySelectorAll('.levels .tile')[1]?.textContent.includes('Class 7')");
    page.click(".arrange li:nth-child(2) button[aria-label^='Move up']");
    page.wait("document.querySelector('.levels .tile b').textContent === 'The harder one'");
    page.click(".arrange li:nth-child(2) button[aria-label^='Delete']");
    page.wait("document.querySelectorAll('.levels .tile').length === 1");
    page.wait_for("#notices", "Puzzle 1 is deleted.");
    page.click("#notices button");
    page.wait("document.querySelectorAll('.levels .tile').length === 2");
    // A link has the whole list.
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }; 0");
    page.press("Copy a link to the list");
    page.wait("window.copied");
    let link = page.run("copied");
    context.screenshot(&page, "my-puzzles.png");
    let other = context.open("#/play/1");
    other.run(&format!("location.hash = new URL({link}).hash"));
    other.wait_for("#collection-title", "My puzzles");
    assert_eq!(tiles(&other), json!(["The harder one", "Puzzle 1"]));
    other.click(".levels .tile");
    other.wait_for("#play-title", "The harder one");
    context.done(&page);
    context.done(&other);
}

/// Returns the puzzle that is played, as text.
fn current(page: &Page) -> serde_json::Value {
    page.wait("location.hash.startsWith('#/p/') && /^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
    page.run("decodeURIComponent(location.hash.split('/')[2].split('?')[0])")
}

pub(super) fn challenges(context: &Context<'_>) {
    let page = context.open("#/levels");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    page.press("Streak");
    page.wait_for(".challenge", "Streak: 0 solved");
    let first = current(&page);
    page.wait("document.querySelector('.play .vehicle[role=button]')");
    solve(context, &page, &first);
    page.wait_for(".challenge", "Streak: 1 solved");
    page.wait(&format!("!location.hash.includes({first})"));
    // A shown solution is a mistake.
    let second = current(&page);
    page.wait("document.querySelector('.play .vehicle[role=button]')");
    page.press("Show the solution");
    page.wait("!document.querySelector('.demonstration').hidden");
    page.press("Stop");
    solve(context, &page, &second);
    page.wait_for(".challenge", "That was the first mistake. Streak: 1 puzzle solved, your best.");
    assert_eq!(page.run("JSON.parse(localStorage.getItem('rushlab.challenges')).streak.best"), 1);
    page.run("location.hash = '#/levels'");
    page.wait_for(".challenges", "Your best: 1.");
    page.press("Storm");
    page.wait_for(".challenge", "Storm: 0 solved · ");
    current(&page);
    page.run("(() => { const now = Date.now; Date.now = () => now() + 181_000; })()");
    page.wait_for(".challenge", "The three minutes are over. Storm: 0 puzzles solved; your best is 0.");
    context.done(&page);
}

pub(super) fn statistics(context: &Context<'_>) {
    let page = context.open("#/play/1");
    page.wait("document.querySelector('.play .vehicle[role=button]')");
    solve(context, &page, &context.puzzle("1"));
    page.wait_for(".won", "Three stars");
    page.run(
        "navigator.share = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }; 0",
    );
    page.press("Share the result");
    page.wait("window.copied");
    let text = page.run("copied");
    assert!(text.as_str().unwrap().starts_with("rushlab: Side Street\n★★★ 3 moves, par 3, "), "{text}");
    page.run("import('./saves.js').then(({ recordResult }) => recordResult({ key: '6x6-test' }, { stars: 1, cost: 12, seconds: 60, par: 7, level: 'expert', hints: 2 }))");
    page.run("location.hash = '#/levels'");
    let figures = |number: u8| {
        format!("document.querySelectorAll('.levels .card:has(progress) ~ .card .figures dd')[{number}]?.textContent")
    };
    page.wait(&format!("{} === '2'", figures(0)));
    assert_eq!(page.run(&figures(2)), "2.5", "over par");
    assert_eq!(page.run(&figures(3)), "2", "hints");
    let rows = page.run("[...document.querySelectorAll('.levels .wide tbody tr')].slice(0, 4).map((each) => [...each.children].map((cell) => cell.textContent).join(' '))");
    assert_eq!(rows, json!(["Beginner 1 1 0", "Intermediate 0 0 –", "Advanced 0 0 –", "Expert 1 0 5"]));
    let csv = page.run("Promise.all([import('./statistics.js')]).then(([{ csv }]) => csv([{ id: 'a', name: '=1+\"x\"', level: 'expert', stars: 1, cost: 12, par: 7, seconds: 60, hints: 2, when: 0 }]))");
    assert_eq!(csv, "id,name,level,stars,cost,par,seconds,hints,when\na,\"'=1+\"\"x\"\"\",expert,1,12,7,60,2,0\n");
    // What was over par can be tried again.
    page.run("location.hash = '#/levels/over-par'");
    page.wait_for("#collection-title", "Over par");
    page.run("location.hash = '#/levels'");
    page.wait("document.querySelector('.levels progress').max === 40 && document.querySelector('.levels progress').value === 1");
    choose(&page, ".puzzle-list select", "");
    context.screenshot(&page, "statistics.png");
    context.done(&page);
}

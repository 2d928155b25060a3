//! Touch, landscape, zoom, focus, forced colours.

use serde_json::json;

use super::{Context, cell, moves_made, vehicle};
use crate::browser::Page;
use crate::common::EASY;

/// Returns the width of the board and the width of the page.
fn widths(page: &Page, tab: &str) -> (f64, f64) {
    let found = page.run(&format!(
        "[document.querySelector('.{tab} .board').getBoundingClientRect().width, document.documentElement.scrollWidth]"
    ));
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

pub(super) fn touch(context: &Context<'_>) {
    let page = context.open_sized(&format!("#/edit/p/{EASY}"), 390, 844);
    page.wait_for(".edit .verdict", "2moves to the exit");
    let size = cell(&page, "edit");
    let tool = |name: &str| page.run(&format!("document.querySelector('.edit input[value={name}]').click()"));
    // A tap adds a vehicle in the first row, and a finger moves it.
    tool("horizontal");
    let (x, y) = page.middle(&vehicle("edit", "A"));
    page.tap((x + 2.0 * size, y - 2.0 * size));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 5");
    tool("move");
    page.swipe(page.middle(&vehicle("edit", "D")), (-2.0 * size, 0.0));
    page.wait("document.querySelector('.edit .vehicle[data-label=D]').style.transform.startsWith('translate(0px')");
    tool("erase");
    page.tap(page.middle(&vehicle("edit", "D")));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 4");
    // In Play, a swipe beside the vehicles undoes and redoes.
    page.run(&format!("location.hash = '#/p/{EASY}'"));
    page.wait("document.querySelector('section.play:not([hidden]) .vehicle')");
    moves_made(&page, 0);
    page.swipe(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    moves_made(&page, 1);
    let (x, y) = page.middle(".play .board");
    page.swipe((x + size, y - 2.5 * size), (-2.0 * size, 0.0));
    moves_made(&page, 0);
    page.swipe((x - size, y - 2.5 * size), (2.0 * size, 0.0));
    moves_made(&page, 1);
    context.done(&page);
}

pub(super) fn sizes(context: &Context<'_>) {
    for (width, height, least) in [(740, 360, 300.0), (320, 256, 235.0), (320, 640, 280.0), (844, 390, 335.0)] {
        let page = context.open_sized("#/play/1", width, height);
        // A fresh profile explains the first puzzle; the board must be large all the same.
        for tab in ["play", "edit"] {
            page.run(&format!("location.hash = '#/{tab}/1'"));
            page.wait(&format!(
                "document.querySelector('.{tab} .vehicle') && document.querySelector('section.{tab}:not([hidden])')"
            ));
            let (board, content) = widths(&page, tab);
            assert!(board >= least, "{tab} at {width}x{height}: the board has {board} pixels");
            assert!(content <= f64::from(width), "{tab} at {width}x{height}: the page has {content} pixels");
            context.screenshot(&page, &format!("{tab}-{width}x{height}.png"));
        }
        page.run("location.hash = '#/levels'");
        page.wait("document.querySelectorAll('.levels .thumbnail').length > 0");
        assert!(page.run("document.documentElement.scrollWidth").as_f64().unwrap() <= f64::from(width));
        context.done(&page);
    }
}

pub(super) fn focus(context: &Context<'_>) {
    let page = context.open("#/play/2");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    let ring = |label: &str| {
        page.run(&format!(
            "getComputedStyle(document.querySelector('.play .vehicle[data-label={label}] .ring')).opacity"
        ))
    };
    page.click(&vehicle("play", "B"));
    assert_eq!(page.run("document.activeElement.dataset.label"), "B");
    assert_eq!(ring("B"), "0", "a click shows no ring");
    page.key("c");
    assert_eq!((ring("C"), ring("B")), (json!("1"), json!("0")), "a key does");
    // A light line between dark ones, so that no colour hides both.
    let lines = page.run("['.ring', '.halo'].map((name) => getComputedStyle(document.querySelector(`.play .vehicle[data-label=C] ${name}`)).stroke)");
    assert_eq!(lines, json!(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]));
    // Undo keeps the focus even when there is nothing left to undo.
    let (label, (across, down)) = context.moves(&context.puzzle("2")).remove(0);
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", &label)), (across * size, down * size));
    moves_made(&page, 1);
    page.press("Undo");
    moves_made(&page, 0);
    assert_eq!(page.run("document.activeElement.textContent"), "Undo");
    // Forced colours: the selected tab is marked, and boards keep their colours.
    page.prefer(&[("forced-colors", "active")]);
    let marked = "(() => { const style = (name) => getComputedStyle(document.querySelector(name)).backgroundColor; return style('nav a[aria-current]') !== style('nav a:not([aria-current])'); })()";
    assert_eq!(page.run(marked), true);
    assert_eq!(page.run("getComputedStyle(document.querySelector('.play .board')).forcedColorAdjust"), "none");
    page.prefer(&[]);
    // A vertical primary with an exit on the left, as a draft can have it, is drawn inside its cells.
    page.run("location.hash = '#/edit/2'");
    page.wait("document.querySelector('.edit .vehicle')");
    let draft = json!({"rushlab": 1, "width": 6, "height": 6, "primary": "X", "exit": {"side": "left"}, "walls": [],
        "vehicles": [{"label": "X", "orientation": "vertical", "length": 2, "row": 3, "column": 2}]});
    let outside = page.run(&format!(
        "Promise.all([import('./board.js'), import('./puzzle.js'), import('./lab.js')]).then(async ([{{ BoardView }}, {{ draftBoard }}, lab]) => {{
            const host = document.createElement('div');
            const view = new BoardView(host);
            view.show(draftBoard({draft}, await lab.request('menu')), {{ offsets: [2] }});
            return [...host.querySelectorAll('.vehicle rect')].filter((rect) => {{
                const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
                return x < 0 || y < 0 || width <= 0 || height <= 0 || x + width > 64 || y + height > 128 + 3; }}).length; }})"
    ));
    assert_eq!(outside, 0);
    context.done(&page);
}

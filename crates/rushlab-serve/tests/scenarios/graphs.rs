//! Exploring: the graph, the histogram and the layers.

use rushlab::format::parse;
use rushlab::puzzle::{Metric, Rules};
use serde_json::json;

use super::{Context, choose};
use crate::common::EASY;

/// The text about the selected position.
const SELECTED: &str = ".explore .selected-text";

pub(super) fn graph(context: &Context<'_>) {
    let page = context.open("#/explore/p/...AA...BCDEXXBCDEFFGHIJK.GHIJKLL.MM");
    page.press("Explore");
    page.wait_for(".explore .message", "1,050 positions.");
    page.wait("document.querySelectorAll('.explore .column').length > 5");
    page.wait("!document.querySelector('.graph').closest('[hidden]')");
    // The canvas is square, and has the resolution of the screen.
    page.dense(2.0);
    page.wait("(() => { const graph = document.querySelector('.graph'); return graph.width === graph.height && Math.abs(graph.clientWidth - graph.clientHeight) <= 1 && graph.width >= 1.9 * graph.clientWidth; })()");
    page.dense(1.0);
    for text in
        ["the start", "selected", "solved", "one vehicle moves one cell", "a shortest path", "one line for each move"]
    {
        page.wait_for(".graph-host .key", text);
    }
    // The targets of the histogram have the full height; arrow keys select the next one.
    let heights = page.run(
        "new Set([...document.querySelectorAll('.explore .column')].map((each) => each.getAttribute('height'))).size",
    );
    assert_eq!(heights, 1);
    page.run("document.querySelectorAll('.explore .column')[0].dispatchEvent(new MouseEvent('click'))");
    page.wait_for(SELECTED, "solved");
    page.run("document.querySelectorAll('.explore .column')[0].focus()");
    page.key("ArrowRight");
    page.wait_for(SELECTED, "1 move to the exit");
    assert_eq!(page.run("document.activeElement.classList.contains('here')"), true);
    page.wait("document.querySelector('.graph').dataset.settled === 'true'");
    // Wheel, keys and buttons zoom; keys and the mouse move the graph.
    let zoom = || page.run("Number(document.querySelector('.graph').dataset.zoom)").as_f64().unwrap();
    page.wheel(".graph", -400.0);
    page.wait("document.querySelector('.graph').dataset.zoom > 1.5");
    page.press("Whole graph");
    assert!((zoom() - 1.0).abs() < 1e-9);
    page.run("document.querySelector('.graph').focus()");
    page.key("=");
    page.wait("document.querySelector('.graph').dataset.zoom === '1.50'");
    page.press("+");
    page.wait("document.querySelector('.graph').dataset.zoom === '2.25'");
    let picture = "document.querySelector('.graph').toDataURL().length";
    let (before, selected) = (page.run(picture), page.text(SELECTED));
    page.drag(page.middle(".graph"), (80.0, 40.0));
    page.wait(&format!("{picture} !== {before}"));
    assert_eq!(page.text(SELECTED), selected, "a drag selects nothing");
    page.press("Whole graph");
    // A click on a neighbour steps to it; the buttons do the same.
    let selected = page.text(SELECTED);
    page.click(".neighbours button");
    page.wait(&format!("document.querySelector('{SELECTED}').textContent !== {}", json!(selected)));
    page.click(".graph");
    page.wait(&format!("/exit|solved/.test(document.querySelector('{SELECTED}').textContent)"));
    // A shortest path can be followed to the exit.
    page.run(
        "(() => { const follow = [...document.querySelectorAll('.explore button')].find((each) => each.textContent === 'Follow a shortest path');
            for (let step = 0; step < 60 && follow.ariaDisabled !== 'true'; step++) follow.click(); })()",
    );
    page.wait_for(SELECTED, "solved");
    // A change of the theme keeps the graph, the selection and the layout.
    let (selected, bright) = (page.text(SELECTED), page.run(picture));
    choose(&page, "#theme", "dark");
    page.wait(&format!("{picture} !== {bright}"));
    assert_eq!(page.text(SELECTED), selected);
    assert_eq!(page.run("document.querySelector('.graph').dataset.settled"), "true");
    page.wait("!document.querySelector('.graph').closest('[hidden]')");
    context.screenshot(&page, "explore.png");
    // In a solved position there is nothing to play.
    let play =
        "[...document.querySelectorAll('.explore button')].find((each) => each.textContent === 'Play from here')";
    page.run(&format!("{play}.click()"));
    assert_eq!(
        page.run(&format!("[{play}.ariaDisabled, location.hash.startsWith('#/explore')]")),
        json!(["true", true])
    );
    page.run("document.querySelectorAll('.explore .column')[3].dispatchEvent(new MouseEvent('click'))");
    page.wait_for(SELECTED, "3 moves to the exit");
    page.press("Play from here");
    page.wait_for("#play-title", "Explored position");
    context.done(&page);
    // Distances are in the puzzle's metric.
    let steps = parse(EASY).unwrap().with_rules(Rules::plain(Metric::Steps));
    let page = context.open(&format!("#/explore/p/{EASY}"));
    page.run(&format!("location.hash = '#/explore/p/' + encodeURIComponent({})", json!(steps.to_string())));
    // The puzzle is open when the page has written its own address.
    page.wait("!location.hash.includes('%7B')");
    page.press("Explore");
    page.wait_for(".explore .message", "steps from the exit");
    page.wait_for(SELECTED, "steps to the exit");
    context.done(&page);
}

/// Draws the user's own game through the graph; two fingers zoom.
pub(super) fn own_game(context: &Context<'_>) {
    let page = context.open_sized(&format!("#/p/{EASY}"), 390, 844);
    page.wait("document.querySelectorAll('.play .vehicle').length === 4");
    page.run("document.querySelector('.play .vehicle[data-label=\"B\"]').focus()");
    page.key("ArrowDown");
    super::moves_made(&page, 1);
    page.run("document.querySelector('nav a[href*=explore]').click()");
    page.wait("document.querySelector('section.explore:not([hidden]) h1')");
    page.press("Explore");
    page.wait_for(".explore .message", "144 positions.");
    page.wait("document.querySelector('.graph').dataset.settled === 'true'");
    page.wait("[...document.querySelectorAll('.graph-host .key li')].find((each) => each.textContent.startsWith('your game'))?.hidden === false");
    page.pinch(".graph", 40.0, 120.0);
    page.wait("document.querySelector('.graph').dataset.zoom > 1.5");
    let wide = page.run("document.documentElement.scrollWidth").as_u64().unwrap();
    assert!(wide <= 390, "{wide}");
    context.screenshot(&page, "explore-narrow.png");
    context.done(&page);
}

/// Checks that a cluster that is too large for a graph has layers, an example for each distance, and sentences.
pub(super) fn layers(context: &Context<'_>) {
    // 87,356 positions.
    let page = context.open("#/explore/p/......A..B...A..BCC..XX..D......D...E......E..FF.");
    page.press("Explore");
    page.wait_for(".explore .message", "The graph is drawn for up to 15,000 positions; the layers show all of them");
    page.wait("document.querySelectorAll('.layer-cell').length > 30 && document.querySelector('.layer-start')");
    assert_eq!(page.run("document.querySelector('.graph').closest('[hidden]') !== null"), true);
    let cell = "document.querySelector('.layer-start').getBoundingClientRect().width";
    assert!(page.run(cell).as_f64().unwrap() < 40.0, "squares are not stretched");
    page.wait_for(".explore .seen", "Half of the positions are at most");
    page.run("[...document.querySelectorAll('.explore .column')].at(-1).dispatchEvent(new MouseEvent('click'))");
    page.wait_for(SELECTED, "One of ");
    context.screenshot(&page, "layers.png");
    context.done(&page);
}

/// Draws the graph of the largest cluster of the built-in puzzles, which stays usable.
pub(super) fn large(context: &Context<'_>) {
    let page = context.open("#/explore/38");
    page.press("Explore");
    page.wait_for(".explore .message", "14,029 positions.");
    page.wait("!document.querySelector('.graph').closest('[hidden]')");
    // The first layout is there at once; it gets better while the graph is used.
    page.wait(
        "document.querySelector('.graph').getContext('2d').getImageData(0, 0, 400, 400).data.some((value) => value)",
    );
    page.run("document.querySelectorAll('.explore .column')[3].dispatchEvent(new MouseEvent('click'))");
    page.wait_for(SELECTED, "3 moves to the exit");
    context.screenshot(&page, "explore-large.png");
    context.done(&page);
}

/// Says what a search knows of a board that is too large to explore.
pub(super) fn too_large(context: &Context<'_>) {
    let page = context.open(&format!("#/explore/p/{EASY}"));
    page.run(
        "(() => { const send = window.fetch; window.fetch = (url, options) => (String(url).endsWith('api/explore')
            ? new Promise((done) => setTimeout(() => done(new Response('{\"error\": \"the cluster is too large\"}', { status: 422 })), 1500)) : send(url, options)); })()",
    );
    page.press("Explore");
    page.wait_for(".explore .message", "Exploring … 1 s");
    page.wait_for(
        ".explore .message",
        "The cluster is too large. A search of this board: solved in 2 moves; no solution is shorter.",
    );
    context.done(&page);
}

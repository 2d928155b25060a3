//! Playing.

use serde_json::json;

use super::{Context, cell, moves_made, vehicle};

pub(super) fn by_dragging(context: &Context<'_>) {
    let page = context.open("#/play/2");
    let size = cell(&page, "play");
    let moves = context.moves(&context.puzzle("2"));
    for (index, (label, (across, down))) in moves.iter().enumerate() {
        let from = page.middle(&vehicle("play", label));
        page.drag(from, (across * size, down * size));
        moves_made(&page, index + 1);
    }
    page.wait_for(".won", &format!("Solved in {} moves!", moves.len()));
    page.wait_for(".won", "No solution is shorter.");
    page.wait("document.querySelectorAll('.won .stars .on').length === 3");
    page.wait("document.querySelector('#live').textContent.includes('3 stars')");
    assert_eq!(page.run("document.querySelectorAll('.chip[aria-current] .stars .on').length"), 3);
    let title = page.text("#play-title");
    page.click(".won button.strong");
    page.wait(&format!("document.querySelector('#play-title').textContent !== '{title}'"));
    moves_made(&page, 0);
    context.done(&page);
}

pub(super) fn by_keyboard(context: &Context<'_>) {
    let page = context.open("#/play/1");
    // From the top of the page to the board with the Tab key.
    page.key("Tab");
    assert_eq!(page.run("document.activeElement.className"), "skip");
    for _ in 0..30 {
        page.key("Tab");
        if page.run("document.activeElement.classList.contains('vehicle')") == true {
            break;
        }
    }
    assert_eq!(page.run("document.activeElement.classList.contains('vehicle')"), true, "the board is reached");
    assert!(
        page.run("document.activeElement.getAttribute('aria-label')").as_str().unwrap().contains("can"),
        "it has a name"
    );
    let moves = context.moves(&context.puzzle("1"));
    for (index, (label, (across, down))) in moves.iter().enumerate() {
        page.key(&label.to_lowercase());
        assert_eq!(page.run("document.activeElement.dataset.label"), json!(label));
        let key = match (across, down) {
            (x, _) if *x > 0.0 => "ArrowRight",
            (x, _) if *x < 0.0 => "ArrowLeft",
            (_, y) if *y > 0.0 => "ArrowDown",
            _ => "ArrowUp",
        };
        // Several steps of one vehicle are one move.
        for _ in 0..(across.abs() + down.abs()) as usize {
            page.key(key);
        }
        moves_made(&page, index + 1);
    }
    page.wait_for(".won", &format!("Solved in {} moves!", moves.len()));
    context.done(&page);
}

pub(super) fn hints(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let moves = context.moves(&context.puzzle("1"));
    for words in [&format!("{} moves are left", moves.len()), "Hint: move ", " by "] {
        page.press("Hint");
        page.wait_for(".play .message", words);
    }
    assert_eq!(page.run("document.querySelectorAll('.play .vehicle.marked').length"), 1);
    let (label, (across, down)) = &moves[0];
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", label)), (across * size, down * size));
    moves_made(&page, 1);
    page.wait_for("#live", &format!("{label} "));
    page.press("Undo");
    moves_made(&page, 0);
    page.press("Redo");
    moves_made(&page, 1);
    page.key("Control+z");
    moves_made(&page, 0);
    page.key("Control+y");
    moves_made(&page, 1);
    page.press("Restart");
    moves_made(&page, 0);
    page.wait("document.querySelector('.play .main-tools button').getAttribute('aria-disabled') === 'true'");
    context.done(&page);
}

pub(super) fn continues(context: &Context<'_>) {
    let page = context.open("#/play/5");
    let (label, (across, down)) = context.moves(&context.puzzle("5")).remove(0);
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", &label)), (across * size, down * size));
    moves_made(&page, 1);
    let title = page.text("#play-title");
    page.open("about:blank");
    page.open(&context.server.url("#/play"));
    page.wait("document.querySelector('#play-title')");
    page.wait_for("#play-title", &title);
    moves_made(&page, 1);
    context.done(&page);
}

pub(super) fn demonstration(context: &Context<'_>) {
    let page = context.open("#/play/1");
    page.run("localStorage.setItem('rushlab.speed', '\"4\"')");
    page.press("Show the solution");
    page.press("Pause");
    page.wait_for(".demonstration", "Play");
    let at = "Number(/Move (\\d+)/.exec(document.querySelector('.demonstration').textContent)?.[1] ?? 0)";
    let before = page.run(at).as_u64().unwrap();
    page.press("Step");
    page.wait(&format!("{at} === {}", before + 1));
    page.press("Back");
    page.wait(&format!("{at} === {before}"));
    page.press("Play");
    let moves = context.moves(&context.puzzle("1"));
    page.wait_for(".demonstration", &format!("Move {0} of {0}", moves.len()));
    page.press("Stop");
    // The game is where it was, and earns nothing until it is started again.
    moves_made(&page, 0);
    page.wait_for(".play .message", "earns no stars");
    let size = cell(&page, "play");
    for (index, (label, (across, down))) in moves.iter().enumerate() {
        page.drag(page.middle(&vehicle("play", label)), (across * size, down * size));
        moves_made(&page, index + 1);
    }
    page.wait_for(".won", "No stars: the solution was shown.");
    assert_eq!(page.run("document.querySelectorAll('.won .stars .on').length"), 0);
    assert_eq!(page.run("localStorage.getItem('rushlab.progress')"), json!(null), "no result is stored");
    context.done(&page);
}

pub(super) fn rules(context: &Context<'_>) {
    let vehicles = json!([
        {"label": "X", "orientation": "horizontal", "length": 2, "row": 3, "column": 1, "fuel": 4},
        {"label": "B", "orientation": "horizontal", "length": 2, "row": 3, "column": 4, "fuel": 3}]);
    let puzzle = json!({"rushlab": 1, "width": 6, "height": 6, "primary": "X", "exit": {"side": "right"}, "vehicles": vehicles,
        "rules": {"metric": "steps", "valet": true}});
    let page = context.open("#/play/1");
    page.run(&format!("location.hash = '#/p/' + encodeURIComponent({})", json!(puzzle.to_string())));
    page.wait_for(".play dt", "Steps");
    page.wait("document.querySelectorAll('.play .fuel').length === 2");
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (size, 0.0));
    moves_made(&page, 1);
    page.wait("document.querySelector('.play .vehicle[data-label=B]').classList.contains('gone')");
    page.drag(page.middle(&vehicle("play", "X")), (4.0 * size, 0.0));
    page.wait_for(".won", "Solved in 5 steps!");
    // Badges appear when the fuel of a vehicle may not be enough.
    page.run("location.hash = '#/play/2?rules=comp472'");
    page.wait_for(
        ".play .rules",
        "100 at the start; a badge shows what is left when that is less than the length of the board.",
    );
    assert_eq!(page.run("document.querySelectorAll('.play .fuel').length"), 0);
    context.done(&page);
}

pub(super) fn on_a_phone(context: &Context<'_>) {
    let page = context.open_sized("#/play/2", 390, 844);
    let size = cell(&page, "play");
    assert!(size > 45.0, "cells are too small for a finger: {size}");
    let moves = context.moves(&context.puzzle("2"));
    for (index, (label, (across, down))) in moves.iter().enumerate() {
        page.swipe(page.middle(&vehicle("play", label)), (across * size, down * size));
        moves_made(&page, index + 1);
    }
    page.wait_for(".won", &format!("Solved in {} moves!", moves.len()));
    context.screenshot(&page, "phone.png");
    context.done(&page);
}

pub(super) fn generated(context: &Context<'_>) {
    let page = context.open("#/play/1");
    page.run("(() => { const level = document.querySelector('.play select[aria-label^=Level]'); level.value = 'intermediate'; level.dispatchEvent(new Event('change')); })()");
    page.press("Random");
    page.wait("document.querySelector('.play .badge').textContent === 'intermediate'");
    page.wait("location.hash.startsWith('#/p/')");
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1].textContent)");
    // Work that takes longer than a moment is shown, and can be cancelled.
    page.run("import('./notice.js').then(({ busy }) => void busy(new Promise(() => {}), 'Generating …', () => { window.cancelled = true; }))");
    page.wait_for("#notices", "Generating …");
    page.click("#notices .busy button");
    page.wait("window.cancelled");
    context.done(&page);
}

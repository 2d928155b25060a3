//! Visits that go wrong elsewhere: updates, damaged files, a full storage, slow networks and long searches.

use serde_json::{Value, json};

use super::hosts::skip;
use super::{Context, cell, moves_made, vehicle};
use crate::browser::Page;
use crate::common::EASY;
use crate::common::static_site::StaticSite;

/// Opens the page on the static site, and waits until the lab answers.
fn open_site(context: &Context<'_>, address: &str) -> Page {
    let page = context.browser.page(1280, 900);
    page.open(address);
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
    page
}

pub(super) fn update(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    // Two copies of the site have caches of their own. Both are visited in one profile.
    let page = open_site(context, &site.url(""));
    page.wait("navigator.serviceWorker.ready.then(() => true)");
    page.open(&site.other_url(""));
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
    page.wait("navigator.serviceWorker.ready.then(() => true)");
    page.wait("caches.keys().then((names) => names.length === 2)");
    // Every module of the second version says so. The HTTP cache has the first one for ten minutes.
    let modules = ["app.js", "board.js", "play.js", "levels.js", "solve.js", "dom.js"];
    site.publish(|folder| {
        for name in modules {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            std::fs::write(folder.join(name), text + "\n(globalThis.second ??= []).push(1);\n").unwrap();
        }
    });
    page.open(&site.url(""));
    page.wait_for("#notices", "An update is ready.");
    assert_eq!(page.run("globalThis.second?.length ?? 0"), 0, "a tab has one version");
    page.run("globalThis.before = true");
    page.click("#notices button");
    page.wait("!globalThis.before && globalThis.second?.length === 4");
    page.run("location.hash = '#/levels'");
    page.wait("globalThis.second.length === 5");
    page.run("location.hash = '#/solve/1'");
    page.wait("globalThis.second.length === 6");
    // The cache of the first version is gone, the one of the other copy is not.
    page.wait("caches.keys().then((names) => names.length === 2)");
    // Without the button, the next visit uses it. It works without a network.
    let other = page.second_tab(1280, 900);
    other.open(&site.other_url(""));
    other.wait_for("#notices", "An update is ready.");
    other.open("about:blank");
    site.stop();
    other.open(&site.other_url(""));
    other.wait("document.querySelectorAll('.play .vehicle').length > 2");
    page.open(&site.url("#/solve/1"));
    page.wait("document.querySelector('section.solve:not([hidden]) h1') && globalThis.second.length >= 4");
    context.done(&page);
}

pub(super) fn policy(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let page = open_site(context, &site.url(""));
    let policy = page.run("document.querySelector('meta[http-equiv=Content-Security-Policy]').content");
    let sent = context.server.get("/").head;
    assert!(sent.contains(&policy.as_str().unwrap().to_ascii_lowercase()), "{policy} is not in {sent}");
    page.run("(() => { const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.body.append(script); })()");
    page.run("(() => { const link = document.createElement('a'); link.href = 'javascript:window.ran = true'; document.body.append(link); link.click(); })()");
    assert_eq!(page.run("window.ran === true"), false);
    assert!(page.console_errors().iter().all(|error| error.contains("Content Security Policy")));
}

pub(super) fn first_board(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let page = context.browser.page(390, 844);
    // 1.6 Mbit/s.
    page.throttle(200_000.0);
    page.slow_down(4.0);
    page.open(&site.url(""));
    page.wait("document.querySelector('.first .vehicle[tabindex]')");
    let drawn = page.run("performance.now()").as_f64().unwrap();
    let size = cell(&page, "first");
    let (x, y) = page.middle(&vehicle("first", "A"));
    page.swipe((x, y), (0.0, 2.0 * size));
    let moved = "document.querySelector('.first .vehicle[data-label=A]')?.style.transform";
    assert_eq!(page.run(moved), "translate(128px, 256px)", "a vehicle moves before the lab arrives");
    // The moves are made again in the game.
    moves_made(&page, 1);
    let playable = page.run("performance.now()").as_f64().unwrap();
    println!("  drawn and playable after {drawn:.0} ms, the lab after {playable:.0} ms");
    assert!(page.run("document.querySelector('.first')").is_null());
    page.throttle(-1.0);
    page.slow_down(1.0);
    // The next visit begins where the last one ended.
    page.wait("navigator.serviceWorker.ready.then(() => true)");
    page.press("Undo");
    moves_made(&page, 0);
    page.wait("!document.querySelector('.play .vehicle[data-label=A]').getAnimations().length");
    page.swipe(page.middle(&vehicle("play", "A")), (0.0, size));
    moves_made(&page, 1);
    page.reload();
    page.wait("document.querySelector('.first, section.play:not([hidden])')");
    moves_made(&page, 1);
    context.done(&page);
}

pub(super) fn first_board_agrees(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let found = page.run(
        "(async () => {
            const [{ FIRST }, { storedBoard, reachOf }, lab] = await Promise.all([import('./first-puzzle.js'), import('./first-board.js'), import('./lab.js')]);
            const wrong = [];
            for (const { id } of await lab.request('puzzles')) {
              const { board } = await lab.request('puzzle', { id });
              if (id === '1' && JSON.stringify(storedBoard(board)) !== JSON.stringify(FIRST)) wrong.push('FIRST');
              let state = await lab.request('game', { puzzle: board.puzzle });
              for (let turn = 0; turn < 6; turn++) {
                if (JSON.stringify(reachOf(board, state.position.offsets)) !== JSON.stringify(state.reach)) wrong.push(id);
                const vehicle = state.reach.findIndex(([back, ahead], index) => (index + turn) % 3 === 0 && back + ahead);
                if (vehicle < 0 || state.finished) break;
                const [back, ahead] = state.reach[vehicle];
                state = await lab.request('game', { game: state.game, action: { move: { vehicle, cells: ahead || -back } } });
              }
            }
            return wrong;
        })()",
    );
    assert_eq!(found, json!([]));
    context.done(&page);
}

/// Fills the storage of a page.
fn fill_storage(page: &Page) {
    page.run(
        "for (let length = 1 << 22, at = 0; length >= 1; length >>= 1) {
            for (;;) { try { localStorage.setItem(`filler${at++}`, 'x'.repeat(length)); } catch { break; } } }",
    );
}

pub(super) fn full_storage(context: &Context<'_>) {
    let page = context.open(&format!("#/p/{EASY}"));
    fill_storage(&page);
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    page.wait_for("#notices", "This browser does not store what you do: its storage is full or not allowed.");
    page.drag(page.middle(&vehicle("play", "X")), (3.0 * size, 0.0));
    page.wait_for(".won", "Solved in 2 moves!");
    page.wait("document.querySelectorAll('.play dd')[3].textContent.startsWith('2')");
    page.run(&format!("location.hash = '#/edit/p/{EASY}'"));
    page.wait_for(".edit .verdict", "2moves to the exit");
    page.click(".edit input[value=erase]");
    page.click(&vehicle("edit", "C"));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 3");
    // The file has everything.
    page.run(
        "window.files = []; HTMLAnchorElement.prototype.click = () => {}; const create = URL.createObjectURL;
            URL.createObjectURL = (file) => { files.push(file); return create.call(URL, file); }; 0",
    );
    page.click("#notices button");
    page.wait("window.files.length === 1");
    let text = page.run("files[0].text()");
    let file: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
    let names: Vec<&String> = file["values"].as_object().unwrap().keys().collect();
    for kind in ["progress", "game.", "draft."] {
        assert!(names.iter().any(|name| name.starts_with(kind)), "{kind} is missing in {names:?}");
    }
    // Another browser reads it.
    let other = context.open("#/play/1");
    let read = other.run(&format!("import('./transfer.js').then(({{ importText }}) => importText({text}))"));
    let counts = read.as_str().unwrap();
    assert!(["1 game", "1 draft", "1 result"].iter().all(|part| counts.contains(part)), "{counts}");
    context.done(&page);
}

pub(super) fn import(context: &Context<'_>) {
    let page = context.open(&format!("#/p/{EASY}"));
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    moves_made(&page, 1);
    let key = page.run("Object.keys(localStorage).find((name) => name.startsWith('rushlab.game.')).slice(13)");
    let key = key.as_str().unwrap();
    let game = page.run(&format!("JSON.parse(localStorage.getItem('rushlab.game.{key}'))"));
    let import = |values: Value| {
        let text = json!(json!({"rushlab_export": 1, "values": values}).to_string());
        page.run(&format!("import('./transfer.js').then(({{ importText }}) => importText({text}))"))
    };
    let with = |field: &str, value: Value| {
        let mut game = game.clone();
        game["when"] = json!(9_000_000_000_000_u64);
        game[field] = value;
        game
    };
    let script = "javascript:document.title='broken'";
    for (values, sentence) in [
        (json!({format!("game.{key}"): with("address", json!(script))}), "the address is not one of this page"),
        (json!({format!("game.{key}"): with("game", json!("damaged"))}), "the moves are not those of the puzzle"),
        (json!({"game.6x6-other": with("moves", json!(1))}), "the moves are not those of the puzzle"),
        (json!({format!("game.{key}"): with("seconds", json!("<b>"))}), "the time is not a whole number from 0"),
        (json!({"theme": "dark"}), "the value theme is unknown"),
        (
            json!({"collection.own-a": {"title": "A", "entries": [{"id": "6x6 <script>"}]}}),
            "the id of the puzzle is damaged",
        ),
        (json!({"draft.6x6-a": {"puzzle": {"width": 6}}}), "the height is not a whole number from 1"),
        (json!({"daily": {"2026-02-30": {"stars": 1, "cost": 1}}}), "2026-02-30 is not a date"),
    ] {
        let found = import(values);
        assert_eq!(found, format!("Nothing was imported. 1 entry was refused: {sentence}."));
    }
    // Good entries are taken beside bad ones, with the fields that are known.
    let results = json!({"6x6-a": {"stars": 3, "cost": 5, "onclick": "x"}, "6x6-b": {"stars": 3, "cost": -1}});
    let found = import(json!({"progress": results, format!("game.{key}"): with("extra", json!(script))}));
    let refused = "1 entry was refused: the cost is not a whole number from 0.";
    let both =
        ["1 result and 1 game", "1 game and 1 result"].map(|parts| json!(format!("Imported {parts}. {refused}")));
    assert!(both.contains(&found), "{found}");
    let stored = page.run("JSON.stringify(localStorage)");
    assert!(!stored.as_str().unwrap().contains("javascript:") && !stored.as_str().unwrap().contains("onclick"));
    // A value that is already there opens its puzzle, not a script.
    page.run(&format!(
        "localStorage.setItem('rushlab.game.{key}', JSON.stringify({{ ...{game}, address: {} }}))",
        json!(script)
    ));
    page.run("location.hash = '#/levels/started'");
    page.wait("document.querySelectorAll('.levels .tile').length === 1");
    assert_eq!(page.run("document.querySelector('.levels .tile').getAttribute('href').slice(0, 4)"), "#/p/");
    context.done(&page);
}

pub(super) fn problems(context: &Context<'_>) {
    let page = context.open("#/play/1");
    // A collection with an id that no version writes.
    page.run("localStorage.setItem('rushlab.collection.own-bad', JSON.stringify({ title: 'Bad', entries: [{ id: '6x6-damaged', name: 'One' }] }))");
    page.run("location.hash = '#/levels/own-bad'");
    page.wait("document.querySelectorAll('.levels .tile').length === 1");
    page.press("Print these");
    page.wait_for("#notices", "The puzzle in this link is incomplete or damaged.");
    page.run("void Promise.reject(new Error('something unusual happened'))");
    page.wait_for("#notices", "Something unusual happened.");
    page.run("void Promise.reject(new DOMException('the request was aborted', 'AbortError'))");
    page.wait_for("#notices", "Something unusual happened.");
    context.done(&page);
}

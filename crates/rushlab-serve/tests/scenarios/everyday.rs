//! What players do every day: hints, pasted puzzles, the next puzzle, the daily ones, small screens, keys.

use serde_json::{Value, json};

use super::hosts::{has_module, skip};
use super::{Context, cell, moves_made, vehicle};
use crate::browser::Page;
use crate::common::EASY;

pub(super) fn hint_while_playing(context: &Context<'_>) {
    if !has_module() {
        return skip();
    }
    let page = context.open("#/play/2");
    // A search for a hint that takes very long.
    page.run(
        "(() => { const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message, ...rest) {
              if (message.name === 'game' && message.body.includes('hint') && !message.onlyInstant) return undefined;
              return post.call(this, message, ...rest);
            }; })()",
    );
    page.press("Hint");
    page.wait_for("#notices", "Looking for a hint …");
    // A move is made at once, and ends the search for another position.
    let (label, (across, down)) = context.moves(&context.puzzle("2")).remove(0);
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", &label)), (across * size, down * size));
    moves_made(&page, 1);
    page.wait("!document.querySelector('#notices .busy')");
    page.press("Hint");
    page.wait_for("#notices", "Looking for a hint …");
    page.click("#notices .busy button");
    page.wait("!document.querySelector('#notices .busy')");
    page.press("Undo");
    moves_made(&page, 0);
    context.done(&page);
}

pub(super) fn paste(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let formats = context.server.get("/api/menu").good()["formats"].clone();
    let paste = |text: &str| {
        page.run(&format!(
            "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {}); document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }})); }})()",
            json!(text)
        ));
    };
    let key = context.server.post("/api/check", &json!({"puzzle": EASY})).good()["board"]["key"].clone();
    let start = |page: &Page| {
        page.run("location.hash = '#/play/1'");
        page.wait("document.querySelector('section.play:not([hidden]) .vehicle') && location.hash === '#/play/1'");
        page.wait_for("#play-title", &context.name("1"));
    };
    let names = formats.as_array().unwrap().iter().map(|format| format["name"].as_str().unwrap());
    assert!(names.clone().count() >= 12);
    for name in names {
        let text = context.server.post("/api/write", &json!({"puzzle": EASY, "format": name, "relabel": true}));
        let text = text.good()["text"].as_str().unwrap().to_owned();
        start(&page);
        paste(&text);
        page.wait("location.hash.startsWith('#/p/') || document.querySelector('#notices .bad')");
        let opened = page.run("decodeURIComponent(location.hash.split('/')[2] ?? '').split('?')[0]");
        assert_eq!(opened, key, "{name}: {}", page.text("#notices"));
        // The editor has a menu of formats.
        let read = page.run(&format!(
            "import('./lab.js').then((lab) => lab.request('read', {{ text: {}, format: '{name}' }})).then(({{ boards }}) => boards[0].key)",
            json!(text)
        ));
        assert_eq!(read, key, "{name}");
    }
    start(&page);
    paste(&format!("{}#/play/7", context.url("")));
    page.wait_for("#play-title", &context.name("7"));
    start(&page);
    paste(&format!("{EASY}\n{EASY}\n"));
    page.wait("document.querySelector('#collection-title')?.textContent === 'Pasted'");
    page.wait_for("#notices", "Pasted: 2 puzzles, read as line.");
    page.run("location.hash = '#/edit/1'");
    page.wait("document.querySelector('section.edit:not([hidden]) .vehicle')");
    let edit = |text: &str| {
        page.run(&format!("document.querySelector('.edit textarea').value = {}", json!(text)));
        page.press("Read");
    };
    edit(&format!("https://example.org/page/#/p/{EASY}"));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 4");
    edit(&format!("{EASY}\n").repeat(140));
    page.wait_for(".edit .small[role=status]", "Read as line; the first of more than 100 puzzles.");
    edit("rubbish");
    page.wait("[...document.querySelectorAll('.edit .small[role=status]')].some((each) => /^[A-Z].*[.]$/.test(each.textContent) && !each.textContent.startsWith('Read'))");
    // Walls that are lost are announced like vehicles.
    edit("......A..B..AXXB..A..B......CC.....x");
    page.wait("document.querySelectorAll('.edit .wall').length === 1");
    page.run("(() => { const columns = [...document.querySelectorAll('.edit .field')].find((each) => each.textContent === 'Columns').querySelector('input'); columns.value = 5; columns.dispatchEvent(new Event('change')); })()");
    page.wait_for(".edit .message", "1 wall. Undo brings them back.");
    context.done(&page);
}

pub(super) fn next_of_collection(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let text = json!(format!("{EASY}\n......A..B..AXXB..A.....DD..CC......\n"));
    page.run(&format!(
        "Promise.all([import('./read-text.js'), import('./lab.js')]).then(async ([{{ toCollection }}, lab]) => toCollection('Class', (await lab.request('read', {{ text: {text} }})).boards))"
    ));
    page.run("location.hash = '#/levels/own-class'");
    page.wait("document.querySelectorAll('.levels .tile').length === 2");
    page.click(".levels .tile");
    page.wait_for("#play-title", "Class 1");
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
    let size = cell(&page, "play");
    for (label, across, down) in [("B", 0.0, 2.0), ("X", 3.0, 0.0)] {
        page.drag(page.middle(&vehicle("play", label)), (across * size, down * size));
    }
    page.press("Next: Class 2");
    page.wait_for("#play-title", "Class 2");
    // The board of the next puzzle has the focus, and its name is announced.
    page.wait("document.activeElement.classList.contains('vehicle')");
    page.wait_for("#live", "Class 2");
    context.done(&page);
}

pub(super) fn midnight(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let before = page.run("document.querySelector('.daily-line a').getAttribute('href')");
    page.run(
        "(() => { const Today = Date; const day = 86_400_000;
            globalThis.Date = class extends Today { constructor(...parts) { super(...(parts.length ? parts : [Today.now() + day])); } static now() { return Today.now() + day; } };
            document.dispatchEvent(new Event('visibilitychange')); })()",
    );
    page.wait(&format!("document.querySelector('.daily-line a').getAttribute('href') !== {before}"));
    // A puzzle of a level needs no search.
    let started = std::time::Instant::now();
    page.click(".daily-line a:nth-of-type(4)");
    page.wait_for("#play-title", ", expert");
    assert!(started.elapsed().as_secs() < 10);
    context.done(&page);
}

pub(super) fn limits(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let answer = |body: Value| page.run(&format!("import('./lab.js').then((lab) => lab.request('solve', {body}))"));
    let found =
        answer(json!({"puzzle": context.puzzle("40"), "states": 300, "search": {"algorithm": "bfs"}, "brief": true}));
    let bound = found["bound"].as_u64().unwrap();
    let needed = if bound == 1 { "1 move is".to_owned() } else { format!("{bound} moves are") };
    assert_eq!(found["text"], format!("stopped: limit on positions reached; at least {needed} needed"));
    let bar = |part: &str| {
        page.run(&format!(
            "Promise.all([import('./lanes.js'), import('./lab.js')]).then(async ([{{ Lane }}, lab]) => {{
                const {{ board }} = await lab.request('puzzle', {{ id: '1' }});
                const lane = new Lane({{ name: 'A', algorithm: 'bfs' }}, 0, board, false);
                lane.expanded = 50;
                {part};
                return [lane.bar.getAttribute('aria-valuenow'), lane.fill.style.width, lane.bar.classList.contains('unknown')];
            }})"
        ))
    };
    assert_eq!(bar("lane.draw(0, 0)"), json!([null, "0px", true]), "no total is known");
    assert_eq!(bar("lane.draw(200, 0)"), json!(["25", "25%", false]));
    assert_eq!(bar("lane.draw(0, 100)"), json!(["50", "50%", false]), "after the race, the searches are compared");
    context.done(&page);
}

pub(super) fn fits(context: &Context<'_>) {
    for (width, height) in [(1440, 900), (390, 844), (360, 640)] {
        let page = context.open_sized("#/play/2", width, height);
        let outside = "['.play .board', '.play .main-tools'].filter((name) => document.querySelector(name).getBoundingClientRect().bottom > (innerWidth < 600 ? document.querySelector('nav').getBoundingClientRect().top : innerHeight))";
        assert_eq!(page.run(outside), json!([]), "{width}x{height}: all are on the first screen");
        context.screenshot(&page, &format!("play-{width}.png"));
        // Six digits fit, beside each other or below.
        page.run("document.querySelectorAll('.play .figures dd').forEach((each) => (each.textContent = '123,456'))");
        let overlap = "(() => { const boxes = [...document.querySelectorAll('.play .figures dd')].map((each) => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect(); });
            return boxes.some((one, at) => boxes.some((other, index) => index > at && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)) || boxes.some((box) => box.right > innerWidth); })()";
        assert_eq!(page.run(overlap), false, "{width}: figures overlap");
        page.run(&format!("location.hash = '#/p/{EASY}?name={}'", "W".repeat(80)));
        page.wait_for("#play-title", "WWW");
        for tab in ["play", "solve", "explore", "levels"] {
            page.run(&format!("document.querySelector('nav a[data-tab={tab}]')?.click()"));
            page.wait(&format!("'{tab}' === 'levels' || document.querySelector('section.{tab}:not([hidden]) h1')"));
            assert!(page.run("document.documentElement.scrollWidth").as_u64().unwrap() <= u64::from(width), "{tab}");
        }
        context.done(&page);
    }
}

pub(super) fn keys(context: &Context<'_>) {
    let page = context.open("#/play/2");
    assert_eq!(page.run("document.querySelectorAll('.play .vehicle[tabindex=\"0\"]').length"), 1);
    page.key("c");
    assert_eq!(page.run("document.activeElement.dataset.label"), "C");
    assert_eq!(page.run("document.querySelector('.play .vehicle[tabindex=\"0\"]').dataset.label"), "C");
    page.key("Tab");
    assert_eq!(page.run("document.activeElement.classList.contains('vehicle')"), false, "the board is one tab stop");
    page.key("Shift+Tab");
    assert_eq!(page.run("document.activeElement.dataset.label"), "C");
    page.click(".settings input[type=checkbox]");
    assert_eq!(page.run("document.activeElement.type"), "checkbox");
    page.key("b");
    assert_eq!(page.run("document.activeElement.dataset.label"), "B");
    context.done(&page);
}

//! A game people return to: the first minute, the win, the daily puzzle, all puzzles.

use serde_json::json;

use super::{Context, cell, choose, moves_made, vehicle};
use crate::browser::Page;
use crate::common::EASY;

/// Plays all moves of a shortest solution with the keyboard, which the animation of the first minute does not disturb.
pub(super) fn solve(context: &Context<'_>, page: &Page, puzzle: &serde_json::Value) {
    for (index, (label, (across, down))) in context.moves(puzzle).into_iter().enumerate() {
        page.key(&label.to_lowercase());
        let key = match (across, down) {
            (x, _) if x > 0.0 => "ArrowRight",
            (x, _) if x < 0.0 => "ArrowLeft",
            (_, y) if y > 0.0 => "ArrowDown",
            _ => "ArrowUp",
        };
        for _ in 0..(across.abs() + down.abs()) as usize {
            page.key(key);
        }
        moves_made(page, index + 1);
    }
}

pub(super) fn first_minute(context: &Context<'_>) {
    let page = context.open("");
    page.wait_for(".play .coach", "Get the red car out. Drag the cars.");
    page.wait("document.querySelector('.play .hand')");
    // The drag moves a vehicle out of the way of the primary.
    page.wait("document.querySelector('.play .vehicle:not(.primary)').getAnimations().length");
    // It ends when the user takes a vehicle.
    page.click(".play .primary");
    page.wait("!document.querySelector('.play .hand')");
    assert_eq!(page.run("document.querySelector('.play .vehicle:not(.primary)').getAnimations().length"), 0);
    solve(context, &page, &context.puzzle("1"));
    page.wait_for(".won", "Three stars");
    page.wait("document.querySelector('.play .confetti')");
    // The next puzzle has the focus; Enter and N open it.
    page.wait(&format!("document.activeElement.textContent === 'Next: {}'", context.name("2")));
    // The result is still there after a reload.
    page.reload();
    page.wait_for(".won", "Three stars");
    page.wait("document.querySelectorAll('.won .stars .on').length === 3");
    page.run("document.querySelector('.won button.strong').focus()");
    page.key("Enter");
    page.wait_for("#play-title", &context.name("2"));
    page.wait_for(".play .coach", "Press Hint");
    assert!(page.run("document.querySelector('.play .hand')").is_null(), "the drag is shown once");
    page.wait("document.querySelector('.play .vehicle[role=button]')");
    solve(context, &page, &context.puzzle("2"));
    page.wait_for(".won", "Three stars");
    page.run("document.activeElement.blur()");
    page.key("n");
    page.wait_for(".play .coach", "three stars");
    // A solved puzzle is explained no more, and reduced motion celebrates quietly.
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    page.run("location.hash = '#/play/1'");
    page.wait_for("#play-title", &context.name("1"));
    page.wait("document.querySelector('.play .coach').hidden && document.querySelector('.play .vehicle[role=button]')");
    solve(context, &page, &context.puzzle("1"));
    page.wait_for(".won", "Three stars");
    assert!(page.run("document.querySelector('.play .confetti')").is_null());
    context.done(&page);
}

pub(super) fn stars(context: &Context<'_>) {
    let page = context.open(&format!("#/p/{EASY}"));
    let size = cell(&page, "play");
    let drag = |label: &str, across: f64, down: f64| {
        page.drag(page.middle(&vehicle("play", label)), (across * size, down * size));
    };
    page.click(".play details summary");
    page.run("[...document.querySelectorAll('.play .options input')][0].click()");
    page.wait_for(".play .path", "Still on a shortest path.");
    drag("B", 0.0, 2.0);
    moves_made(&page, 1);
    page.wait_for(".play .path", "Still on a shortest path.");
    drag("A", 0.0, -1.0);
    page.wait_for(".play .path", "Not on a shortest path: 1 more than par.");
    drag("X", 3.0, 0.0);
    page.wait_for(".won", "Solved in 3 moves!");
    page.wait_for(".won", "Two stars: 1 move over par. Three stars need 2, two need at most 3.");
    page.wait_for(".won", "You left the shortest path at move 2, A up 1; X right 3 was on it.");
    page.press("Show it from there");
    page.wait_for(".demonstration", "The shortest solution from here: 1 move.");
    page.key("Escape");
    page.wait("document.querySelector('.demonstration').hidden");
    assert_eq!(page.run("Object.values(JSON.parse(localStorage.getItem('rushlab.progress')))[0].stars"), 2);
    // Puzzles without a solution say so.
    page.run("location.hash = '#/p/............AA.BBB..................'");
    page.wait_for(".play .rules", "This puzzle has no solution");
    page.wait_for(".play .path", "The exit cannot be reached from here.");
    page.press("Hint");
    page.wait_for(".play .message", "This puzzle has no solution, so there is no hint.");
    page.run("location.hash = '#/p/................AA..................'");
    page.wait_for(".play .message", "This puzzle is solved at the start");
    context.done(&page);
}

pub(super) fn daily(context: &Context<'_>) {
    let page = context.open("#/play/1");
    // On a phone it is above the board.
    page.size(390, 844);
    let tops = page
        .run("['.daily-line', '.play .board'].map((name) => document.querySelector(name).getBoundingClientRect().top)");
    assert!(tops[0].as_f64() < tops[1].as_f64(), "{tops}");
    assert_eq!(page.run("document.querySelectorAll('.daily-line a').length"), 4, "one of each level");
    page.click(".daily-line a:nth-of-type(3)");
    page.wait_for("#play-title", "Daily ");
    page.wait("/^#.daily.\\d{4}-\\d\\d-\\d\\d.advanced$/.test(location.hash)");
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1].textContent)");
    let date = page.run("location.hash.split('/')[2]").as_str().unwrap().to_owned();
    let daily = |level: &str| context.server.get(&format!("/api/daily?date={date}&level={level}")).good();
    solve(context, &page, &daily("advanced")["board"]["puzzle"]);
    page.wait_for(".won", "Copy the result");
    let text =
        page.run(&format!("import('./daily.js').then(({{ shareText }}) => shareText('{date}/advanced', 'link'))"));
    assert!(text.as_str().unwrap().starts_with(&format!("rushlab daily {date}, advanced\n★★★ ")), "{text}");
    page.wait_for(".daily-line", "streak 1");
    page.wait_for(".daily-line a.done", "A ★★★");
    // The next one is the next level of the day.
    page.press("Next: expert");
    page.wait_for("#play-title", &format!("Daily {date}, expert"));
    // A link without a level opens the intermediate one.
    page.run(&format!("location.hash = '#/daily/{date}'"));
    page.wait_for("#play-title", &format!("Daily {date}, intermediate"));
    page.run("location.hash = '#/levels'");
    page.wait("document.querySelectorAll('.daily-levels a').length === 4");
    choose(&page, ".levels details select", "advanced");
    page.wait("document.querySelector('.days .done[aria-current=date]')");
    let days = json!({"2026-03-01/expert": {"stars": 3, "onTime": true}, "2026-02-28": {"stars": 2, "onTime": true},
        "2026-02-28/expert": {"stars": 2, "onTime": false},
        "2026-02-26": {"stars": 1, "onTime": true}, "2026-02-27": {"stars": 1, "onTime": false}});
    let figures = page.run(&format!(
        "import('./daily.js').then(({{ statistics }}) => [statistics({days}, '2026-03-02'), statistics({days}, '2026-03-03')])"
    ));
    assert_eq!(figures[0], json!({"solved": 4, "streak": 2, "longest": 2, "stars": [2, 2, 1]}));
    assert_eq!(figures[1]["streak"], 0, "a day without the puzzle ends the streak");
    context.screenshot(&page, "levels.png");
    context.done(&page);
}

pub(super) fn levels(context: &Context<'_>) {
    let page = context.open("#/play/1");
    page.run("import('./saves.js').then(async ({ recordResult }) => recordResult((await (await fetch('api/puzzles')).json())[1], { stars: 3, cost: 77, seconds: 9, par: 5 }))");
    page.run("location.hash = '#/levels'");
    page.wait("document.querySelectorAll('.levels .thumbnail').length === 24");
    page.press("Show more");
    page.wait("document.querySelectorAll('.levels .thumbnail').length === 40");
    // A thumbnail has the colours of the board, and Back returns to the same place.
    page.run("scrollTo(0, document.body.scrollHeight)");
    let colours = |selector: &str| {
        page.run(&format!(
            "[...document.querySelectorAll('{selector}')].map((each) => each.getAttribute('fill')).join()"
        ))
    };
    let thumbnail = colours(".levels li:last-child .thumbnail [stroke]");
    let top = page.run("scrollY");
    page.click(".levels .grid li:last-child .tile");
    page.wait(
        "location.hash === '#/play/40' && document.querySelector('section.play:not([hidden]) .vehicle[role=button]')",
    );
    assert_eq!(thumbnail, colours(".play .shell"));
    page.run("history.back()");
    page.wait("document.querySelectorAll('section.levels:not([hidden]) .tile').length === 40");
    page.wait(&format!("Math.abs(scrollY - {top}) < 5"));
    page.run("(() => { const menu = document.querySelectorAll('.puzzle-list select')[1]; menu.value = 'perfect'; menu.dispatchEvent(new Event('change')); })()");
    page.wait("document.querySelectorAll('.levels .tile').length === 1");
    page.wait_for(".levels .tile", &format!("2. {}", context.name("2")));
    page.wait_for(".levels .tile", "best 77");
    // What happened to the data is said beside the buttons.
    page.size(390, 844);
    page.run("HTMLAnchorElement.prototype.click = () => {}; 0");
    page.press("Export");
    let message = "[...document.querySelectorAll('.levels .message')].find((each) => each.textContent.includes('is saved.'))?.getBoundingClientRect()";
    page.wait(&format!("{message}?.top > 0 && {message}.bottom < innerHeight"));
    page.size(1280, 900);
    // The sheet for the printer has the boards that are shown.
    page.run("window.print = () => { window.printed = document.querySelectorAll('.sheet .board').length; }");
    page.press("Print these");
    page.wait("window.printed === 1");
    page.run("document.querySelector('.sheet')?.remove(); window.print = () => { window.answers = document.querySelector('.sheet .answers').textContent; }");
    page.press("Print with answers");
    page.wait("/^Answers2. First Gear \\w (up|down|left|right) \\d, /.test(window.answers)");
    page.run("document.querySelector('.sheet')?.remove()");
    // A collection that comes with the page; its puzzles have an address and a level.
    page.run("location.hash = '#/levels/beginner'");
    page.run("(() => { const menu = document.querySelectorAll('.puzzle-list select')[1]; menu.value = ''; menu.dispatchEvent(new Event('change')); })()");
    page.wait("document.querySelector('#collection-title').textContent === 'Beginner' && document.querySelector('.levels .thumbnail')");
    page.click(".levels .tile");
    page.wait_for("#play-title", "Beginner 1");
    page.wait("document.querySelector('.play .badge').textContent === 'beginner'");
    // A file dropped on the page becomes a collection.
    page.run(
        "(() => { const data = new DataTransfer();
            data.items.add(new File(['......A..B..AXXB..A..B......CC......\\n............AA.BBB..................\\n'], 'my boards.txt'));
            window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })); })()",
    );
    page.wait("document.querySelector('#collection-title').textContent === 'my boards' && document.querySelectorAll('.levels .thumbnail').length === 2");
    page.wait_for("#notices", "my boards.txt: 2 puzzles, read as line.");
    page.click(".puzzle-list details summary");
    page.press("Remove this collection");
    page.wait("document.querySelector('#collection-title').textContent === 'Built-in'");
    context.done(&page);
}

pub(super) fn copies(context: &Context<'_>) {
    let page = context.open(&format!("#/p/{EASY}"));
    page.run(
        "window.saved = []; HTMLAnchorElement.prototype.click = () => {}; const create = URL.createObjectURL;
            URL.createObjectURL = (file) => { if (!file.type.includes('svg')) saved.push(file); return create.call(URL, file); }; 0",
    );
    page.press("Share");
    page.press("Copy as text");
    page.wait("document.querySelector('.share textarea').value.trim() === '......A..B..AXXB..A..B......CC......'");
    page.press("Save a picture");
    page.wait("window.saved.length === 1");
    page.press("Save an animation");
    page.wait("window.saved.length === 2");
    page.press("Save a PDF");
    page.wait("window.saved.length === 3");
    let pdf = page.run("saved.pop().text()");
    let pdf = pdf.as_str().unwrap();
    assert!(pdf.starts_with("%PDF-1.4\n") && pdf.ends_with("%%EOF\n"));
    assert_eq!(pdf.matches(" Tj").count(), 5, "a title and the labels of four vehicles");
    // Every entry of the table is the offset of its object.
    let table = pdf.rsplit_once("xref\n0 7\n").unwrap().1.lines().skip(1).take(6);
    for (index, line) in table.enumerate() {
        let offset: usize = line.split(' ').next().unwrap().parse().unwrap();
        assert!(pdf[offset..].starts_with(&format!("{} 0 obj\n", index + 1)), "{line}");
    }
    // The browser's own decoders accept both.
    let found = page.run(
        "Promise.all(saved.map(async (file) => {
            const image = await createImageBitmap(file);
            return [file.type, image.width > 300, file.size > 2000]; }))",
    );
    assert_eq!(found, json!([["image/png", true, true], ["image/gif", true, true]]));
    let frames = page.run(
        "(async () => { const decoder = new ImageDecoder({ data: await saved[1].arrayBuffer(), type: 'image/gif' });
            await decoder.tracks.ready; await decoder.completed; return decoder.tracks.selectedTrack.frameCount; })()",
    );
    assert_eq!(frames, 3, "the start and two moves");
    context.done(&page);
}

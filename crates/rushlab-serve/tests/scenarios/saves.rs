//! Nothing is lost: games, drafts, results.

use serde_json::json;

use super::{Context, cell, moves_made, vehicle};
use crate::browser::Page;
use crate::common::EASY;

/// Plays the first move of a shortest solution of a built-in puzzle.
fn first_move(context: &Context<'_>, page: &Page, id: &str) {
    let (label, (across, down)) = context.moves(&context.puzzle(id)).remove(0);
    let size = cell(page, "play");
    page.drag(page.middle(&vehicle("play", &label)), (across * size, down * size));
    moves_made(page, 1);
}

/// Opens a built-in puzzle.
fn go(context: &Context<'_>, page: &Page, id: &str) {
    page.run(&format!("location.hash = '#/play/{id}'"));
    page.wait_for("#play-title", &context.name(id));
}

pub(super) fn one_game_each(context: &Context<'_>) {
    let page = context.open("#/play/2");
    first_move(context, &page, "2");
    go(context, &page, "3");
    moves_made(&page, 0);
    first_move(context, &page, "3");
    // A savepoint is there after a reload.
    page.click(".play details summary");
    page.press("Add a savepoint");
    page.press("Undo");
    moves_made(&page, 0);
    page.reload();
    page.wait("!document.querySelector('.play details')?.open");
    page.wait_for("#play-title", &context.name("3"));
    moves_made(&page, 0);
    page.click(".play details summary");
    page.press("Return to 1 move");
    moves_made(&page, 1);
    // Back opens the other game where it was.
    go(context, &page, "2");
    moves_made(&page, 1);
    assert_eq!(page.run("Object.keys(localStorage).filter((key) => key.startsWith('rushlab.game.')).length"), 2);
    // A late answer for another puzzle changes nothing.
    page.run("location.hash = '#/play/9'; location.hash = '#/play/3'; 0");
    page.wait_for("#play-title", &context.name("3"));
    moves_made(&page, 1);
    context.done(&page);
}

pub(super) fn two_tabs(context: &Context<'_>) {
    let page = context.open("#/play/4");
    let other = page.second_tab(1280, 900);
    other.open(&context.server.url("#/play/4"));
    other.wait("document.querySelector('.play dd')?.textContent === '0'");
    page.to_front();
    first_move(context, &page, "4");
    other.wait("document.querySelector('.play dd').textContent === '1'");
    other.wait_for(".play .message", "as in the other tab");
    other.to_front();
    other.press("Undo");
    moves_made(&page, 0);
    // The line about the draft follows too.
    for tab in [&page, &other] {
        tab.run("location.hash = '#/edit/4'");
        tab.wait("document.querySelector('section.edit:not([hidden]) .vehicle')");
    }
    let drafts =
        |tab: &Page, shown: bool| tab.wait(&format!("document.querySelector('.edit .draft').hidden === {}", !shown));
    other.click(".edit input[value=erase]");
    other.click(".edit .vehicle");
    drafts(&other, true);
    drafts(&page, true);
    other.press("Undo");
    drafts(&other, false);
    drafts(&page, false);
    other.run("(() => { const menu = document.querySelector('#theme'); menu.value = 'dark'; menu.dispatchEvent(new Event('change')); })()");
    page.wait("document.documentElement.dataset.theme === 'dark'");
    context.done(&other);
    context.done(&page);
}

pub(super) fn drafts(context: &Context<'_>) {
    let page = context.open(&format!("#/edit/p/{EASY}"));
    page.wait_for(".edit .verdict", "2moves to the exit");
    page.click(".edit input[value=erase]");
    page.click(&vehicle("edit", "C"));
    page.wait("document.querySelectorAll('.edit .vehicle').length === 3");
    page.run("(() => { const menu = document.querySelector('#theme'); menu.value = 'dark'; menu.dispatchEvent(new Event('change')); })()");
    go(context, &page, "2");
    page.run("history.back()");
    page.wait("document.querySelector('section.edit:not([hidden])')");
    assert_eq!(
        page.run("document.querySelectorAll('.edit .vehicle').length"),
        3,
        "the theme and another puzzle keep the draft"
    );
    page.reload();
    page.wait("document.querySelectorAll('.edit .vehicle').length === 3");
    page.press("Discard it");
    page.wait("document.querySelectorAll('.edit .vehicle').length === 4");
    assert_eq!(page.run("Object.keys(localStorage).filter((key) => key.startsWith('rushlab.draft.')).length"), 0);
    context.done(&page);
}

pub(super) fn transfer(context: &Context<'_>) {
    let page = context.open("#/play/2");
    first_move(context, &page, "2");
    page.run("import('./saves.js').then(({ recordResult }) => recordResult({ key: '6x6-test' }, { stars: 2, cost: 9, seconds: 30 }))");
    let text = page.run("import('./transfer.js').then(({ exportText }) => exportText())");
    let other = context.open("#/play/1");
    let import = |text: &serde_json::Value| {
        other.run(&format!(
            "import('./transfer.js').then(({{ importText }}) => importText({text})).catch((error) => error.message)"
        ))
    };
    for (damaged, sentence) in [
        (json!("rubbish"), "This file is not one that rushlab has exported"),
        (json!("{\"rushlab_export\": 7, \"values\": {}}"), "This file has version 7, and this page reads version 1"),
        (
            json!("{\"rushlab_export\": 1, \"values\": {\"progress\": {\"x\": {\"stars\": 9}}}}"),
            "Nothing was imported. 1 entry was refused: the number of stars is not a whole number from 1.",
        ),
    ] {
        assert_eq!(import(&damaged), json!(sentence));
    }
    // The better result stays.
    other.run("import('./saves.js').then(({ recordResult }) => recordResult({ key: '6x6-test' }, { stars: 3, cost: 7, seconds: 90 }))");
    assert_eq!(import(&text), json!("Imported 1 game and 1 result."));
    assert_eq!(other.run("JSON.parse(localStorage.getItem('rushlab.progress'))['6x6-test'].stars"), 3);
    go(context, &other, "2");
    moves_made(&other, 1);
    context.done(&page);
    context.done(&other);
}

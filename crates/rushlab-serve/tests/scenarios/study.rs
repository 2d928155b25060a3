//! Editing.

use serde_json::json;

use super::{Context, cell, choose, vehicle};
use crate::browser::Page;
use crate::common::EASY;

fn tool(page: &Page, name: &str) {
    page.click(&format!(".edit input[value={name}]"));
}

pub(super) fn edit(context: &Context<'_>) {
    let page = context.open(&format!("#/edit/p/{EASY}"));
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
    let page = context.open(&format!("#/edit/p/{EASY}"));
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
    let page = context.open("#/edit/1");
    let uva = "bb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.";
    page.run(&format!("document.querySelector('.edit textarea').value = {}", json!(uva)));
    page.press("Read");
    page.wait("document.querySelectorAll('.edit .vehicle').length === 8");
    page.wait_for(".edit .verdict", "8moves to the exit");
    page.wait("document.querySelectorAll('.edit textarea')[1].value.startsWith('bb...ga..c.g')");
    choose(&page, ".edit .row select:has(option[value=lisp])", "json");
    page.wait("document.querySelectorAll('.edit textarea')[1].value.startsWith('{\"rushlab\":1')");
    context.done(&page);
}

//! The editor says what it does and what it cannot do.

use super::{Context, vehicle};
use crate::browser::Page;
use crate::common::EASY;

fn set(page: &Page, label: &str, value: &str) {
    page.run(&format!(
        "(() => {{ const label = [...document.querySelectorAll('.edit label')].find((each) => each.textContent === '{label}');
            const input = document.getElementById(label.htmlFor); input.value = '{value}'; input.dispatchEvent(new Event('change')); }})()"
    ));
}

pub(super) fn messages(context: &Context<'_>) {
    let page = context.open(&format!("#/edit/p/{EASY}"));
    page.wait_for(".edit .verdict", "2moves to the exit");
    // Every puzzle can be written in this format.
    set(&page, "Format", "json");
    set(&page, "Columns", "300");
    page.wait_for(".edit .message", "columns.");
    assert_eq!(page.run("document.querySelectorAll('.edit input[type=number]')[1].value"), "6");
    page.click(".edit input[value=vertical]");
    page.click(&vehicle("edit", "C"));
    page.wait_for(".edit .message", "No room for a vertical vehicle of length 2 here.");
    assert_eq!(page.run("getComputedStyle(document.querySelector('.edit .message')).visibility"), "visible");
    // The selected vehicle gets another label and a tank, whose badge is shown.
    set(&page, "Label", "B");
    page.wait_for(".edit .message", "Another vehicle is labelled B.");
    set(&page, "Label", "Van");
    page.wait("document.querySelector('.edit .vehicle[data-label=Van]')");
    set(&page, "Fuel", "7");
    page.wait("document.querySelector('.edit .vehicle[data-label=Van] .fuel')?.textContent === '7'");
    // Undo and redo, by keys and buttons.
    page.run("document.activeElement.blur()");
    page.key("Control+z");
    page.key("Control+z");
    page.wait("document.querySelector('.edit .vehicle[data-label=C]') && !document.querySelector('.edit .fuel')");
    page.press("Redo");
    page.wait("document.querySelector('.edit .vehicle[data-label=Van]')");
    // Text is in a font of equal widths, and copying says so.
    assert!(
        page.run("getComputedStyle(document.querySelector('.edit textarea')).fontFamily")
            .as_str()
            .unwrap()
            .contains("mono")
    );
    page.press("Copy");
    page.wait("/copied|Ctrl\\+C/.test(document.querySelectorAll('.edit .message')[1].textContent)");
    page.run("window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }; 0");
    page.press("Save as PNG");
    page.wait("window.saved.some((name) => name.endsWith('.png'))");
    // Undo works after Play, because the draft is still there.
    page.press("Play");
    page.wait("document.querySelector('.play .vehicle[data-label=Van]')");
    page.click("nav a[data-tab=edit]");
    page.wait("document.querySelector('section.edit:not([hidden])')");
    page.press("Undo");
    page.wait("document.querySelector('.edit .vehicle[data-label=C]')");
    context.done(&page);
}

//! Loading time, themes and accessibility.

use std::path::Path;

use serde_json::{Value, json};

use super::{Context, choose};
use crate::browser::Page;

const TABS: [&str; 6] = ["play", "edit", "solve", "race", "evolve", "explore"];

pub(super) fn first_paint(context: &Context<'_>) {
    let page = context.open("");
    let bytes: f64 =
        (page.events("Network.loadingFinished").iter()).filter_map(|event| event["encodedDataLength"].as_f64()).sum();
    assert!(bytes > 10_000.0 && bytes < 620_000.0, "{bytes} bytes were transferred");
    let paint = page.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
    println!("  {bytes} bytes, first paint after {:.0} ms", paint.as_f64().unwrap());
    page.run("location.hash = '#/play/16'");
    page.wait(&format!("document.querySelector('#play-title').textContent === {}", json!(context.name("16"))));
    super::moves_made(&page, 0);
    context.screenshot(&page, "play.png");
    context.done(&page);
}

fn background(page: &Page) -> String {
    page.run("getComputedStyle(document.body).backgroundColor").as_str().unwrap().to_owned()
}

pub(super) fn themes(context: &Context<'_>) {
    let page = context.open("#/play/4");
    let light = background(&page);
    page.prefer(&[("prefers-color-scheme", "dark")]);
    let dark = background(&page);
    assert_ne!(light, dark, "the system's theme is the default");
    context.screenshot(&page, "dark.png");
    let choose = |theme: &str| {
        page.run(&format!("(() => {{ const menu = document.querySelector('#theme'); menu.value = '{theme}'; menu.dispatchEvent(new Event('change')); }})()"));
        background(&page)
    };
    assert_eq!(choose("light"), light, "the selected theme replaces it");
    assert_eq!(choose("dark"), dark);
    assert_eq!(choose("contrast"), "rgb(255, 255, 255)");
    page.open("about:blank");
    page.open(&context.server.url(""));
    page.wait("document.querySelector('#theme')?.value === 'contrast'");
    assert_eq!(background(&page), "rgb(255, 255, 255)", "the selected theme is stored");
    context.done(&page);
}

pub(super) fn reduced_motion(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let transition = "getComputedStyle(document.querySelector('.vehicle')).transitionDuration";
    assert_ne!(page.run(transition), "0s");
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    assert_eq!(page.run(transition), "0s");
    context.done(&page);
}

/// Opens another tab, with results in it. The evolution shows a generation, with the table of its individuals.
fn open_tab(page: &Page, tab: &str) {
    // A puzzle that is not solved in the first generation.
    let puzzle = if tab == "evolve" { "/p/ABCCDDABEE..XXF..GH.F.IGHJJJIGHKKLL." } else { "" };
    page.run(&format!("location.hash = '#/{tab}{puzzle}'"));
    page.wait(&format!("document.querySelector('section.{tab}:not([hidden]) h1')"));
    match tab {
        "solve" => {
            page.press("Solve");
            page.wait("document.querySelector('.solve .seen:not([hidden])')");
            page.press("What fuel does");
            page.wait_for(".experiments .message", "finished");
            page.press("Show the search tree");
            page.wait("document.querySelector('.tree .node')");
        }
        "race" => {
            choose(page, ".race select:has(option[value='2000'])", "0");
            page.press("Start the race");
            page.wait("document.querySelectorAll('.race tbody tr').length === 2");
        }
        "explore" => {
            page.press("Explore");
            page.wait("document.querySelector('.graph').dataset.settled === 'true'");
        }
        _ => {}
    }
    if tab == "evolve" {
        page.wait("document.querySelector('.evolve [id^=puzzle-menu] option')?.textContent === 'Your puzzle'");
        for generation in 0..2 {
            page.run("[...document.querySelectorAll('.evolve button')].find((each) => each.textContent === 'Next generation').click()");
            page.wait_for(".evolve .message[role=status]", &format!("Generation {generation}."));
        }
        page.wait("document.querySelectorAll('.evolve .individuals tbody tr').length > 0");
        page.run("document.querySelector('.evolve .individuals').scrollIntoView()");
    }
}

pub(super) fn narrow(context: &Context<'_>) {
    let page = context.open_sized("#/play/1", 360, 740);
    for tab in TABS {
        open_tab(&page, tab);
        let wide = page.run("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(wide <= 360, "{tab} is {wide} wide");
        if tab == "evolve" {
            context.screenshot(&page, "individuals-narrow.png");
        }
        // The menu is at the bottom, and each entry is large enough for a thumb.
        let menu = page.run(
            "[...document.querySelectorAll('nav a')].map((each) => each.getBoundingClientRect())
                .every((box) => box.bottom <= innerHeight && box.top > innerHeight / 2 && box.height >= 44 && box.width >= 44)",
        );
        assert_eq!(menu, true, "{tab}");
    }
    context.done(&page);
}

/// Checks the accessibility rules that need no other tool.
pub(super) fn names(context: &Context<'_>) {
    let page = context.open("#/play/1");
    for tab in TABS {
        open_tab(&page, tab);
        let nameless = page.run(
            "[...document.querySelectorAll('button, input, select, textarea, a, [role=button], [role=img], [role=group], canvas')]
                .filter((each) => each.checkVisibility())
                .filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length || each.getAttribute('aria-hidden')))
                .map((each) => each.outerHTML.slice(0, 120))",
        );
        assert_eq!(nameless, json!([]), "{tab}");
        assert_eq!(
            page.run("[...document.querySelectorAll('h1')].filter((each) => each.checkVisibility()).length"),
            1,
            "{tab}"
        );
        let duplicate_ids = "(() => { const ids = [...document.querySelectorAll('[id]')].map((each) => each.id); return ids.filter((id, at) => ids.indexOf(id) !== at); })()";
        assert_eq!(page.run(duplicate_ids), json!([]), "{tab}: duplicate ids");
        assert_eq!(page.run("document.documentElement.lang"), "en");
        assert_eq!(page.run("document.querySelectorAll('nav a[aria-current=page]').length"), 1);
    }
    context.done(&page);
}

pub(super) fn axe(context: &Context<'_>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/npm/node_modules/axe-core/axe.min.js");
    let Ok(axe) = std::fs::read_to_string(file) else {
        println!("skipped: no axe-core; scripts/prerequisites --for-tests installs it");
        return;
    };
    let page = context.open("#/play/1");
    page.run(&format!("{axe}; 0"));
    // Label-in-name is experimental in axe, and off unless it is asked for.
    let run =
        "axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } }).then((result) => result.violations)";
    for (tab, theme) in TABS.iter().chain(&["levels"]).flat_map(|tab| [(tab, "light"), (tab, "dark")]) {
        if theme == "light" {
            open_tab(&page, tab);
        }
        page.prefer(&[("prefers-color-scheme", theme), ("prefers-reduced-motion", "reduce")]);
        let found = page.run(run);
        let found: Vec<String> = found.as_array().unwrap().iter().map(describe).collect();
        assert!(found.is_empty(), "{tab}, {theme}: {found:#?}");
        if (*tab, theme) == ("evolve", "dark") {
            context.screenshot(&page, "individuals-dark.png");
        }
    }
}

fn describe(finding: &Value) -> String {
    let first = &finding["nodes"][0];
    format!("{}: {} {}", finding["id"], finding["help"], first["html"]) + &first["failureSummary"].to_string()
}

//! The two hosts of the lab: the server, and Web Workers on a static site.

use rushlab_serve::Settings;
use serde_json::{Value, json};

use super::{Context, cell, moves_made, play, vehicle};
use crate::browser::Page;
use crate::common::static_site::{StaticSite, page_folder};
use crate::common::{EASY, Server};

/// The most bytes of a first visit, compressed.
const MAX_FIRST_VISIT: f64 = 620_000.0;

/// An unsolvable puzzle with very many positions.
const ENDLESS: &str = "A.C.E.G.I.K.ABCDEFGHIJK..B.D.F.H.J..........................XX.........x........................................................................";

/// Runs a scenario on the static site.
fn on_static_site(context: &Context<'_>, scenario: fn(&Context<'_>)) {
    let Some(site) = StaticSite::start() else { return skip() };
    scenario(&Context { site: Some(&site), ..*context });
}

pub(super) fn skip() {
    println!("  skipped: page/rushlab.wasm is missing; scripts/wasm builds it");
}

/// Returns whether the module is built.
pub(super) fn has_module() -> bool {
    page_folder().join("rushlab.wasm").exists()
}

/// Requests for both hosts: name and fields.
fn requests() -> Value {
    let game = rushlab::session::Session::new(rushlab::format::parse(EASY).unwrap()).save();
    let hard = "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM";
    json!([
        ["menu", {}],
        ["puzzles", {}],
        ["puzzle", {"id": "7"}],
        ["puzzle", {"id": "no such puzzle"}],
        ["random", {"level": "beginner", "seed": 5}],
        ["random", {"level": "impossible"}],
        ["daily", {"date": "2026-11-15"}],
        ["daily", {"date": "2026-11-15", "level": "expert"}],
        ["daily", {"date": "yesterday"}],
        ["daily", {"date": "2026-11-15", "level": "impossible"}],
        ["read", {"text": "aa...\n..b..\nxxb..\n.....\n.....\n"}],
        ["read", {"text": ""}],
        ["write", {"puzzle": EASY, "format": "json"}],
        ["write", {"puzzle": hard, "format": "uva"}],
        ["check", {"puzzle": "AAB......"}],
        ["check", {"puzzle": 7}],
        ["check", {}],
        ["game", {"puzzle": EASY, "action": {"move": {"vehicle": 1, "cells": 2}}}],
        ["game", {"puzzle": EASY, "action": {"move": {"vehicle": 0, "cells": 200}}}],
        ["game", {"game": game, "action": "hint"}],
        ["game", {"game": game, "action": "solution"}],
        ["game", {"game": "damaged"}],
        ["solve", {"puzzle": hard}],
        ["solve", {"puzzle": hard, "search": {"algorithm": "astar", "heuristic": "h3", "parameters": {"weight": 7}}, "brief": true}],
        ["solve", {"puzzle": hard, "search": {"algorithm": "bfs"}, "states": 500}],
        ["solve", {"puzzle": EASY, "search": {"algorithm": "guess"}}],
        ["tree", {"puzzle": EASY, "search": {"algorithm": "astar", "heuristic": "h1"}, "nodes": 20}],
        ["explore", {"puzzle": EASY, "graph": true}],
        ["evolve", {"puzzle": EASY, "method": "grh", "seed": 3, "until": 3, "individuals": 5}],
        ["evolve", {"puzzle": EASY, "method": "grh", "parameters": {"population": 1e9}}],
        ["race", {"puzzle": EASY, "entrants": [{"algorithm": "bfs"}, {"algorithm": "astar", "heuristic": "h1"}]}],
        ["race", {"puzzle": EASY, "entrants": []}],
    ])
}

/// Sends a request to one host, and returns everything that does not depend on the clock or the size of a pointer, as
/// text.
const ASK: &str = "
    const stable = (key, value) => (['seconds', 'real_seconds', 'peak_memory'].includes(key) ? undefined : value);
    const text = async (work) => {
      const events = [];
      const onEvent = (name, data) => name !== 'progress' && events.push([name, data]);
      try {
        const answer = await work(onEvent);
        // The entrants of a race may finish in any order.
        events.sort((one, other) => (one[0] === 'finish' && other[0] === 'finish' ? one[1].entrant - other[1].entrant : 0));
        return JSON.stringify(events.length ? events : answer, stable);
      } catch (error) {
        return JSON.stringify([error.status, error.message, error.problems]);
      }
    };";

pub(super) fn same_answers(context: &Context<'_>) {
    if !has_module() {
        return skip();
    }
    let page = context.open("");
    let compare = format!(
        "(async () => {{ {ASK}
            const http = await import('/lab-http.js');
            const lab = await (await import('/lab-workers.js')).LabWorkers.start();
            const answers = [];
            for (const [name, body] of {}) {{
              const server = await text((onEvent) => http.request(name, body, {{ onEvent }}));
              const worker = await text((onEvent) => lab.request(name, body, {{ onEvent }}));
              answers.push([name, server, worker]);
            }}
            return answers;
        }})()",
        requests()
    );
    let answers = page.run(&compare);
    for answer in answers.as_array().unwrap() {
        let [server, worker] = [1, 2].map(|index| answer[index].as_str().unwrap());
        let same = server.bytes().zip(worker.bytes()).take_while(|(one, other)| one == other).count();
        let rest = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(40)..]).chars().take(120).collect::<String>()
        };
        assert!(server == worker, "{}: the server answers …{}, the worker …{}", answer[0], rest(server), rest(worker));
    }
    assert_eq!(answers.as_array().unwrap().len(), requests().as_array().unwrap().len());
    let is_asked = |name: &str| answers.as_array().unwrap().iter().any(|answer| answer[0] == name);
    assert!(rushlab_lab::REQUESTS.iter().all(|entry| is_asked(entry.name)), "both hosts get every request");
}

pub(super) fn play_on_static_site(context: &Context<'_>) {
    on_static_site(context, play::by_dragging);
}

pub(super) fn phone_on_static_site(context: &Context<'_>) {
    on_static_site(context, play::on_a_phone);
}

/// Opens a tab by its link.
fn open_tab(page: &Page, tab: &str) {
    page.run(&format!("document.querySelector('nav a[data-tab={tab}]').click()"));
    page.wait(&format!("document.querySelector('section.{tab}:not([hidden]) h1')"));
}

pub(super) fn offline(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let context = Context { site: Some(&site), ..*context };
    let page = context.open("");
    page.wait("navigator.serviceWorker.ready.then(() => true)");
    let installable =
        page.run("fetch(document.querySelector('link[rel=manifest]').href).then((response) => response.json())");
    assert_eq!(installable["display"], "standalone");
    site.stop();
    page.open("about:blank");
    page.open(&site.url(""));
    page.wait("document.querySelectorAll('.play .vehicle').length > 2");
    page.run(&format!("location.hash = '#/solve/p/{EASY}'"));
    page.wait("document.querySelector('section.solve:not([hidden]) h1')");
    page.press("Solve");
    page.wait_for(".solve .message", "olved in 2 moves");
    open_tab(&page, "explore");
    page.press("Explore");
    page.wait_for(".explore .message", " positions");
    open_tab(&page, "race");
    page.press("Start the race");
    page.wait("document.querySelectorAll('.race tbody tr').length === 2");
    open_tab(&page, "evolve");
    page.press("Next generation");
    page.wait_for(".evolve .message[role=status]", "eneration 0");
    open_tab(&page, "edit");
    page.wait_for(".edit .verdict", "to the exit");
    open_tab(&page, "play");
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    moves_made(&page, 1);
    context.done(&page);
}

pub(super) fn first_visit(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let page = context.browser.page(390, 844);
    page.open(&site.url(""));
    page.wait("document.querySelectorAll('.play .vehicle').length > 2");
    let playable = page.run("performance.now()").as_f64().unwrap();
    // Par comes last.
    page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
    let bytes: f64 =
        (page.events("Network.loadingFinished").iter()).filter_map(|event| event["encodedDataLength"].as_f64()).sum();
    let paint = page.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
    let paint = paint.as_f64().unwrap_or_default();
    println!("  {bytes} bytes, first paint after {paint:.0} ms, playable after {playable:.0} ms");
    assert!(bytes > 100_000.0 && bytes < MAX_FIRST_VISIT, "{bytes} bytes were transferred");
    context.done(&page);
}

pub(super) fn search_while_playing(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let page = context.browser.page(1280, 900);
    page.open(&site.url(""));
    page.wait("document.querySelectorAll('.play .vehicle').length > 2");
    let order = page.run(&format!(
        "(async () => {{
            const lab = await import('./lab.js');
            const order = [];
            const cancel = new AbortController();
            const search = lab.request('solve', {{ puzzle: '{ENDLESS}', search: {{ algorithm: 'dijkstra' }} }}, cancel)
              .then((answer) => order.push(answer.status), (error) => order.push(lab.isAborted(error) ? 'aborted' : error.message));
            const move = await lab.request('game', {{ puzzle: '{EASY}', action: {{ move: {{ vehicle: 1, cells: 2 }} }} }});
            order.push(`${{move.moves}} move`);
            cancel.abort();
            await search;
            const next = await lab.request('solve', {{ puzzle: '{EASY}', brief: true }});
            order.push(next.status);
            return order;
        }})()"
    ));
    assert_eq!(order, json!(["1 move", "aborted", "solved"]));
    context.done(&page);
}

pub(super) fn memory_runs_out(context: &Context<'_>) {
    let Some(site) = StaticSite::start() else { return skip() };
    let page = context.browser.page(1280, 900);
    page.open(&site.url(""));
    page.wait("document.querySelectorAll('.play .vehicle').length > 2");
    let answers = page.run(&format!(
        "(async () => {{
            const {{ LabWorkers }} = await import('./lab-workers.js');
            // All but 16 MiB of 1 GiB.
            const lab = await LabWorkers.start({{ reserved: 16_384 - 256 }});
            const search = (puzzle, algorithm) => lab.request('solve', {{ puzzle, brief: true, search: {{ algorithm }} }})
              .then((answer) => answer.status, (error) => `${{error.status}} ${{error.message}}`);
            return [await search('{ENDLESS}', 'bfs'), await search('{EASY}', 'bfs')];
        }})()"
    ));
    assert!(answers[0].as_str().unwrap().starts_with("422 there is not enough memory"), "{answers}");
    assert_eq!(answers[1], "solved");
    // With the memory of the page, the same search ends at its limit.
    let limit = page.run(&format!(
        "import('./lab.js').then((lab) => lab.request('solve', {{ puzzle: '{ENDLESS}', brief: true, states: 300000, search: {{ algorithm: 'bfs' }} }}))"
    ));
    assert_eq!(limit["status"], "limit");
    context.done(&page);
}

pub(super) fn no_module(context: &Context<'_>) {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(page_folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with("rushlab.wasm") {
            std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let server = Server::start_with(Settings::default(), rushlab_serve::Page::Folder(folder.path().into()));
    let context = Context { browser: context.browser, server: &server, site: None };
    let page = context.open(&format!("#/p/{EASY}"));
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    moves_made(&page, 1);
    let used = page.events("Network.requestWillBeSent");
    assert!(used.iter().any(|event| event["request"]["url"].as_str().unwrap().ends_with("/api/game")));
    context.done(&page);
}

pub(super) fn server_ends(context: &Context<'_>) {
    if !has_module() {
        return skip();
    }
    let server = Server::start(Settings::default());
    let context = Context { browser: context.browser, server: &server, site: None };
    let page = context.open(&format!("#/p/{EASY}"));
    // All tabs are loaded by now.
    page.wait("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/explore.js'))");
    page.wait("import('./explore.js').then(() => true)");
    drop(server);
    open_tab(&page, "solve");
    page.press("Solve");
    page.wait_for(".solve .message", "olved in 2 moves");
    open_tab(&page, "race");
    page.press("Start the race");
    page.wait("document.querySelectorAll('.race tbody tr').length === 2");
    open_tab(&page, "evolve");
    page.press("Next generation");
    page.wait_for(".evolve .message[role=status]", "eneration 0");
    assert_eq!(page.run("document.querySelectorAll('main > section:not([hidden])').length"), 1);
    assert_eq!(page.run("location.hash.split('/')[1]"), "evolve");
}

pub(super) fn moves_without_network(context: &Context<'_>) {
    if !has_module() {
        return skip();
    }
    let page = context.open(&format!("#/p/{EASY}"));
    let count = || {
        let sent = page.events("Network.requestWillBeSent");
        sent.iter().filter(|event| event["request"]["url"].as_str().unwrap().contains("/api/game")).count()
    };
    let size = cell(&page, "play");
    page.drag(page.middle(&vehicle("play", "B")), (0.0, 2.0 * size));
    moves_made(&page, 1);
    assert_eq!(count(), 0, "a move needs no request to the server");
    context.done(&page);
}

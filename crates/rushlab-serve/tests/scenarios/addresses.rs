//! The address is the puzzle.

use super::Context;
use crate::browser::Page;

fn hash(page: &Page) -> String {
    page.run("location.hash").as_str().unwrap().to_owned()
}

pub(super) fn visited(context: &Context<'_>) {
    let page = context.open("#/solve/21");
    page.wait("document.querySelector('.solve select').value === '21'");
    page.click("nav a[data-tab=play]");
    page.wait("location.hash === '#/play/21' && document.querySelector('section.play:not([hidden])')");
    page.run("location.hash = '#/play/2?rules=comp472&metric=steps'");
    page.wait_for(".play .rules", "Valet:");
    page.wait_for(".play dt", "Steps");
    page.click("nav a[data-tab=explore]");
    page.wait("location.hash === '#/explore/2?rules=comp472&metric=steps'");
    page.wait("document.querySelector('section.explore:not([hidden])')");
    // Back steps through all of them.
    for (address, tab) in
        [("#/play/2?rules=comp472&metric=steps", "play"), ("#/play/21", "play"), ("#/solve/21", "solve")]
    {
        page.run("history.back()");
        page.wait(&format!("location.hash === '{address}' && document.querySelector('section.{tab}:not([hidden])')"));
    }
    page.wait("document.querySelector('.solve select').value === '21'");
    page.run("history.forward()");
    page.wait("document.querySelector('.play .rules').hidden && location.hash === '#/play/21'");
    assert!(page.run("document.title").as_str().unwrap().ends_with("· Play · rushlab"));
    context.done(&page);
}

pub(super) fn searches(context: &Context<'_>) {
    let page = context.open("#/solve/21?algorithm=greedy&heuristic=h1");
    let selected = "[...document.querySelectorAll('.solve select')].slice(1, 3).map((each) => each.value).join()";
    page.wait(&format!("{selected} === 'greedy,h1'"));
    super::choose(&page, ".solve select:has(option[value=astar])", "astar");
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }; 0");
    page.press("Copy a link to this search");
    page.wait("window.copied?.endsWith('#/solve/21?algorithm=astar&heuristic=h1')");
    // What does not exist is left as it was.
    page.run("location.hash = '#/solve/22?algorithm=guess'");
    page.wait("location.hash === '#/solve/22' && document.querySelector('.solve select').value === '22'");
    assert_eq!(page.run(selected), "astar,h1");
    context.done(&page);
}

pub(super) fn bad_links(context: &Context<'_>) {
    let page = context.open("#/play/999");
    let instead = format!("Here is {} instead.", context.name("1"));
    page.wait_for("#notices", &format!("There is no built-in puzzle 999; they are numbered from 1 to 40. {instead}"));
    assert_eq!(hash(&page), "#/play/1");
    for (address, sentence) in [
        ("#/p/6x6-damaged", "The puzzle in this link is incomplete or damaged."),
        ("#/p/%E0%A4%A", "This link is not one of this page."),
        ("#/nonsense", "This link is not one of this page."),
        ("#/daily/2026-02-30", "This link is not one of this page."),
        ("#/daily/2999-12-31", "The daily puzzle of 2999-12-31 appears on that day."),
        ("#/p/%7Brubbish", "The puzzle in this link is incomplete or damaged."),
    ] {
        page.run(&format!("location.hash = '{address}'"));
        page.wait_for("#notices", sentence);
        page.wait("location.hash === '#/play/1'");
    }
    page.click("#notices button");
    assert_eq!(page.run("document.querySelector('#notices').children.length"), 0);
    context.done(&page);
}

pub(super) fn shared(context: &Context<'_>) {
    let page = context.open("#/play/7");
    page.press("Share");
    page.wait("document.querySelector('.share textarea').value.endsWith('/#/play/7')");
    page.wait("document.querySelector('.play .message').textContent.length > 10");
    let key = page.run("fetch('api/puzzles/7').then((response) => response.json()).then(({ board }) => board.key)");
    let key = key.as_str().unwrap();
    // A built-in puzzle by its id, and another one by its board, with a name.
    let other = context.open(&format!("#/p/{key}"));
    other.wait_for("#play-title", &context.name("7"));
    assert_eq!((other.text(".play .badge"), hash(&other)), ("beginner".to_owned(), "#/play/7".to_owned()));
    other.run("location.hash = '#/p/......A..B..AXXB..A..B......CC......?name=Mine&level=expert'");
    other.wait_for("#play-title", "Mine");
    other.wait("document.querySelector('.play .badge').textContent === 'expert'");
    let link = hash(&other);
    assert!(link.starts_with("#/p/6x6-") && link.ends_with("?name=Mine&level=expert&labels=A+B+X+C"), "{link}");
    // Another browser shows the same labels and colours; labels that do not fit are left out.
    let look = "[...document.querySelectorAll('.play .vehicle')].map((each) => [each.dataset.label, each.querySelector('.shell').getAttribute('fill')])";
    let third = context.open(&link);
    assert_eq!(third.run(look), other.run(look));
    third.run("location.hash = location.hash.replace('A+B+X+C', 'A+B')");
    third.wait("document.querySelector('.play .primary').dataset.label === 'A'");
    context.done(&third);
    context.done(&page);
    context.done(&other);
}

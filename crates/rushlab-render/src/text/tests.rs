//! Boards are compared as they look without styles.

use rushlab::format::parse;
use unicode_width::UnicodeWidthStr as _;

use super::draw;
use crate::{Drawing, Scene, beside};

/// The text that is left when the escape sequences are gone.
fn strip(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let plain = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(plain, |plain, piece| plain + piece.split_once('m').map_or("", |(_, after)| after))
}

fn drawn(puzzle: &str) -> Drawing {
    draw(&Scene::of(&parse(puzzle).unwrap()))
}

/// Compares a board with a picture of it, whose lines end where they end to the eye.
fn check(puzzle: &str, picture: &str) {
    let drawing = drawn(puzzle);
    for line in &drawing.lines {
        assert_eq!(strip(line).chars().count(), drawing.width, "{line:?}");
    }
    assert_eq!(format!("\n{}", strip(&beside(&[drawing], 80))), picture);
}

#[test]
fn an_exit_on_the_right() {
    check(
        "......A..B..AXXB..A..B......CC......",
        "
┌──────────────────┐
│ ·  ·  ·  ·  ·  · │
│ A  ·  ·  B  ·  · │
│ A  X  X  B  ·  ·  →
│ A  ·  ·  B  ·  · │
│ ·  ·  ·  ·  C  C │
│ ·  ·  ·  ·  ·  · │
└──────────────────┘
",
    );
}

#[test]
fn an_exit_at_the_top() {
    check(
        "4 5\n2\n  K\nAA...\n..PBB\n..P..\n.....",
        "
        ↑
┌──────   ──────┐
│ A  A  ·  ·  · │
│ ·  ·  P  B  B │
│ ·  ·  P  ·  · │
│ ·  ·  ·  ·  · │
└───────────────┘
",
    );
}

#[test]
fn an_exit_on_the_left() {
    check(
        "3 4\n1\n A...\nKA.PP\n ....",
        "
 ┌────────────┐
 │ A  ·  ·  · │
←  A  ·  P  P │
 │ ·  ·  ·  · │
 └────────────┘
",
    );
}

#[test]
fn an_exit_at_the_bottom() {
    check(
        "4 4\n1\nP...\nP...\nAAA.\n....\nK",
        "
┌────────────┐
│ P  ·  ·  · │
│ P  ·  ·  · │
│ A  A  A  · │
│ ·  ·  ·  · │
└   ─────────┘
  ↓
",
    );
}

#[test]
fn walls() {
    check(
        "x..B\nXX.B\n...x\n....",
        "
┌────────────┐
│▒▒▒ ·  ·  B │
│ X  X  ·  B  →
│ ·  ·  · ▒▒▒│
│ ·  ·  ·  · │
└────────────┘
",
    );
}

#[test]
fn long_labels() {
    check(
        r#"{"rushlab":1,"width":4,"height":3,"primary":"AB","exit":{"side":"bottom"},"vehicles":[
            {"label":"AB","orientation":"vertical","length":2,"row":1,"column":2},
            {"label":"7","orientation":"horizontal","length":2,"row":1,"column":3}],"walls":[{"row":3,"column":4}]}"#,
        "
┌────────────────┐
│ ·   AB  7   7  │
│ ·   AB  ·   ·  │
│ ·   ·   ·  ▒▒▒▒│
└────    ────────┘
      ↓
",
    );
}

#[test]
fn fuel() {
    check(
        r#"{"rushlab":1,"width":4,"height":3,"primary":"K","exit":{"side":"left"},"vehicles":[
            {"label":"K","orientation":"horizontal","length":2,"row":1,"column":3,"fuel":6},
            {"label":"L","orientation":"vertical","length":2,"row":2,"column":1},
            {"label":"M","orientation":"horizontal","length":2,"row":3,"column":3,"fuel":0}]}"#,
        "
 ┌────────────┐
←  ·  ·  K  K │
 │ L  ·  ·  · │
 │ L  ·  M  M │
 └────────────┘
 fuel K 6, M 0
",
    );
}

#[test]
fn much_fuel_takes_several_lines() {
    check(
        r#"{"rushlab":1,"width":4,"height":3,"primary":"K","vehicles":[
            {"label":"K","orientation":"horizontal","length":2,"row":1,"column":1,"fuel":100},
            {"label":"L","orientation":"vertical","length":2,"row":2,"column":1,"fuel":12},
            {"label":"M","orientation":"horizontal","length":2,"row":3,"column":3,"fuel":0},
            {"label":"N","orientation":"horizontal","length":2,"row":2,"column":3,"fuel":9}]}"#,
        "
┌────────────┐
│ K  K  ·  ·  →
│ L  ·  N  N │
│ L  ·  M  M │
└────────────┘
fuel K 100,
     L 12,
     N 9, M 0
",
    );
}

#[test]
fn vehicles_are_blocks_of_colour_and_the_primary_is_bold() {
    let drawing = drawn("...\nXX.\nAAA");
    assert!(
        drawing.lines[2].contains("\u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;160m X \u{1b}[0m"),
        "{:?}",
        drawing.lines[2]
    );
    assert!(drawing.lines[3].contains("\u{1b}[38;5;16m\u{1b}[48;5;215m A \u{1b}[0m"), "{:?}", drawing.lines[3]);
}

#[test]
fn drawings_stand_side_by_side_under_their_captions() {
    let (one, two) = (drawn("...\nXX.\n..."), drawn("...B\n...B\nXX..\n...."));
    let drawings = [one.clone().captioned("one"), two.captioned("a much longer name"), one.captioned("tab\there")];
    let picture = "
one            a much longer…
┌─────────┐    ┌────────────┐
│ ·  ·  · │    │ ·  ·  ·  B │
│ X  X  ·  →   │ ·  ·  ·  B │
│ ·  ·  · │    │ X  X  ·  ·  →
└─────────┘    │ ·  ·  ·  · │
               └────────────┘

tab here
┌─────────┐
│ ·  ·  · │
│ X  X  ·  →
│ ·  ·  · │
└─────────┘
";
    for columns in [30, 44] {
        assert_eq!(format!("\n{}", strip(&beside(&drawings, columns))), picture);
    }
    assert_eq!(beside(&drawings, 45).matches("\n\n").count(), 0);
    assert_eq!(beside(&drawings, 0).matches("\n\n").count(), 2);
    assert_eq!(beside(&[], 80), "");
}

#[test]
fn a_label_of_double_width_keeps_the_frame_straight() {
    let drawing = drawn("車車.\n...\nXX.");
    for line in &drawing.lines {
        assert_eq!(strip(line).width(), drawing.width, "{line:?}");
    }
}

//! The tests compare boards without styles.

use rushlab::format::parse;
use unicode_width::UnicodeWidthStr as _;

use super::draw_text;
use crate::{Scene, TextBlock, side_by_side};

/// Removes escape sequences.
fn strip(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let plain = parts.next().unwrap_or_default().to_owned();
    parts.fold(plain, |plain, part| plain + part.split_once('m').map_or("", |(_, after)| after))
}

fn drawn(puzzle: &str) -> TextBlock {
    draw_text(&Scene::of(&parse(puzzle).unwrap()))
}

/// Compares a board with the expected text, without trailing spaces.
fn check(puzzle: &str, image: &str) {
    let block = drawn(puzzle);
    for line in &block.lines {
        assert_eq!(strip(line).chars().count(), block.width, "{line:?}");
    }
    assert_eq!(format!("\n{}", strip(&side_by_side(&[block], 80))), image);
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
    let block = drawn("...\nXX.\nAAA");
    assert!(block.lines[2].contains("\u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;160m X \u{1b}[0m"), "{:?}", block.lines[2]);
    assert!(block.lines[3].contains("\u{1b}[38;5;16m\u{1b}[48;5;215m A \u{1b}[0m"), "{:?}", block.lines[3]);
}

#[test]
fn blocks_are_laid_out_side_by_side_with_captions() {
    let (one, two) = (drawn("...\nXX.\n..."), drawn("...B\n...B\nXX..\n...."));
    let blocks = [one.clone().captioned("one"), two.captioned("a much longer name"), one.captioned("tab\there")];
    let image = "
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
        assert_eq!(format!("\n{}", strip(&side_by_side(&blocks, columns))), image);
    }
    assert_eq!(side_by_side(&blocks, 45).matches("\n\n").count(), 0);
    assert_eq!(side_by_side(&blocks, 0).matches("\n\n").count(), 2);
    assert_eq!(side_by_side(&[], 80), "");
}

#[test]
fn a_label_of_double_width_does_not_shift_the_frame() {
    let block = drawn("車車.\n...\nXX.");
    for line in &block.lines {
        assert_eq!(strip(line).width(), block.width, "{line:?}");
    }
}

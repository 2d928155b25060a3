//! The picture in the README is the one this crate draws. `RUSHLAB_UPDATE=1 cargo test` draws it anew.

use std::fs;

use rushlab::format::Reader;
use rushlab::{Puzzle, collection};
use rushlab_render::{Scene, SvgOptions, svg};

#[test]
fn the_picture_in_the_readme_is_current() {
    let hardest = Reader::open(collection::STARTER.as_bytes(), None, None).unwrap().last().unwrap().unwrap();
    let drawn = svg(&Scene::of(&Puzzle::try_from(hardest).unwrap()), &SvgOptions::default());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/board.svg");
    if std::env::var_os("RUSHLAB_UPDATE").is_some() {
        fs::write(path, &drawn).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), drawn);
}

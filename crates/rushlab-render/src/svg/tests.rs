//! What must hold for every picture; how it looks is for eyes to judge.

use rushlab::format::parse;

use crate::{Look, Scene, Theme, still};

const BOARDS: [&str; 3] = [
    "......A..B..AXXB..A..B......CC......",
    "3 4\n1\n A...\nKA.PP\n ....",
    r#"{"rushlab":1,"name":"<b> & \"c\" \u0007","width":4,"height":3,"primary":"AB","exit":{"side":"bottom"},"vehicles":[
        {"label":"AB","orientation":"vertical","length":2,"row":1,"column":2,"fuel":123},
        {"label":"Ä","orientation":"horizontal","length":2,"row":1,"column":3,"fuel":0}],"walls":[{"row":3,"column":4}]}"#,
];

fn scenes() -> impl Iterator<Item = Scene> {
    BOARDS.into_iter().map(|board| Scene::of(&parse(board).unwrap()))
}

fn options() -> impl Iterator<Item = Look> {
    let themes = Theme::ALL.map(|(_, theme)| theme);
    [0, 8, 11, 16, 33, 64, u32::MAX]
        .into_iter()
        .flat_map(move |cell| themes.map(|theme| Look { cell, theme, labels: true }))
}

/// Checks that every tag is closed by its own name, and that quotes and angle brackets are where they should be.
fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    for (index, piece) in text.split('<').enumerate() {
        if index == 0 {
            assert_eq!(piece, "");
            continue;
        }
        let (tag, content) = piece.split_once('>').expect("a tag ends");
        assert!(!content.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
        let name = tag.trim_start_matches('/').split_whitespace().next().expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are never closed");
}

#[test]
fn every_picture_is_well_formed_and_has_each_label_once() {
    for scene in scenes() {
        for options in options() {
            let picture = still(&scene, &options).svg();
            assert_well_formed(&picture);
            for piece in &scene.pieces {
                assert_eq!(picture.matches(&format!(">{}</text>", piece.label)).count(), 1, "{}", piece.label);
            }
            let bare = still(&scene, &Look { labels: false, ..options }).svg();
            let tanks = scene.pieces.iter().filter(|piece| piece.fuel.is_some()).count();
            assert_eq!(bare.matches("</text>").count(), tanks);
        }
    }
}

#[test]
fn the_same_scene_gives_the_same_text() {
    for scene in scenes() {
        assert_eq!(still(&scene, &Look::default()).svg(), still(&scene.clone(), &Look::default()).svg());
    }
}

#[test]
fn coordinates_are_whole_numbers_and_sizes_are_positive() {
    let coordinates = ["x=", "y=", "width=", "height=", "rx=", "font-size=", "stroke-width="];
    for picture in scenes().flat_map(|scene| options().map(move |options| still(&scene, &options).svg())) {
        for attribute in picture.split_whitespace() {
            let Some((name, value)) = attribute.split_once('"') else { continue };
            if coordinates.contains(&name) {
                let value = value.split('"').next().unwrap_or_default();
                assert!(value.parse::<u32>().is_ok(), "{attribute}");
            }
        }
        let paths = picture.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for path in paths {
            assert!(!path.contains("--") && !path.contains('.'), "{path}");
        }
    }
}

#[test]
fn the_title_says_what_is_to_be_seen() {
    let last = scenes().last().unwrap();
    let title = "<title>&lt;b&gt; &amp; &quot;c&quot;  : Rush Hour board, 4 by 3, exit bottom</title>";
    assert!(still(&last, &Look::default()).svg().contains(title));
}

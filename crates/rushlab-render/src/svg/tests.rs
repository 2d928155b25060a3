//! Properties of every image.

use rushlab::format::parse;

use crate::{ImageOptions, Scene, Theme, draw_image};

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

fn options() -> impl Iterator<Item = ImageOptions> {
    let themes = Theme::ALL.map(|(_, theme)| theme);
    [0, 8, 11, 16, 33, 64, u32::MAX]
        .into_iter()
        .flat_map(move |cell| themes.map(|theme| ImageOptions { cell, theme, labels: true }))
}

/// Checks that every tag is closed, that quotes are balanced, and that text contains no angle brackets.
fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    for (index, part) in text.split('<').enumerate() {
        if index == 0 {
            assert_eq!(part, "");
            continue;
        }
        let (tag, content) = part.split_once('>').expect("a tag ends");
        assert!(!content.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
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
fn every_image_is_well_formed_and_has_each_label_once() {
    for scene in scenes() {
        for options in options() {
            let image = draw_image(&scene, &options).svg();
            assert_well_formed(&image);
            for vehicle in &scene.vehicles {
                assert_eq!(image.matches(&format!(">{}</text>", vehicle.label)).count(), 1, "{}", vehicle.label);
            }
            let bare = draw_image(&scene, &ImageOptions { labels: false, ..options }).svg();
            let tanks = scene.vehicles.iter().filter(|vehicle| vehicle.fuel.is_some()).count();
            assert_eq!(bare.matches("</text>").count(), tanks);
        }
    }
}

#[test]
fn the_same_scene_gives_the_same_text() {
    for scene in scenes() {
        assert_eq!(
            draw_image(&scene, &ImageOptions::default()).svg(),
            draw_image(&scene.clone(), &ImageOptions::default()).svg()
        );
    }
}

#[test]
fn coordinates_are_whole_numbers_and_sizes_are_positive() {
    let coordinates = ["x=", "y=", "width=", "height=", "rx=", "font-size=", "stroke-width="];
    for image in scenes().flat_map(|scene| options().map(move |options| draw_image(&scene, &options).svg())) {
        for attribute in image.split_whitespace() {
            let Some((name, value)) = attribute.split_once('"') else { continue };
            if coordinates.contains(&name) {
                let value = value.split('"').next().unwrap_or_default();
                assert!(value.parse::<u32>().is_ok(), "{attribute}");
            }
        }
        let paths = image.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for path in paths {
            assert!(!path.contains("--") && !path.contains('.'), "{path}");
        }
    }
}

#[test]
fn the_title_describes_the_board() {
    let last = scenes().last().unwrap();
    let title = "<title>&lt;b&gt; &amp; &quot;c&quot;  : Rush Hour board, 4 by 3, exit bottom</title>";
    assert!(draw_image(&last, &ImageOptions::default()).svg().contains(title));
}

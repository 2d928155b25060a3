//! The page draws boards itself, from the same measures as rushlab-render. These scenarios compare the two.

use rushlab::format::parse;
use rushlab::puzzle::Label;
use rushlab_render::palette::{Colour, colour_of};
use rushlab_render::{ImageOptions, Scene, Shape, draw_image};
use serde_json::{Value, json};

use super::Context;
use crate::browser::Page;

/// Cars and trucks in both directions, the exit on each side, walls, one primary of length 3.
const BOARDS: [&str; 4] = [
    "......A..B..AXXB..A..B......CC......",
    r#"{"rushlab":1,"width":6,"height":5,"primary":"X","exit":{"side":"left"},"vehicles":[
        {"label":"X","orientation":"horizontal","length":3,"row":2,"column":3},
        {"label":"D","orientation":"vertical","length":3,"row":2,"column":1},
        {"label":"E","orientation":"horizontal","length":2,"row":5,"column":4}],"walls":[{"row":1,"column":6},{"row":4,"column":3}]}"#,
    r#"{"rushlab":1,"width":4,"height":5,"primary":"P","exit":{"side":"top"},"vehicles":[
        {"label":"P","orientation":"vertical","length":2,"row":4,"column":2},
        {"label":"q","orientation":"horizontal","length":3,"row":2,"column":1}],"walls":[{"row":1,"column":4}]}"#,
    r#"{"rushlab":1,"width":5,"height":5,"primary":"7","exit":{"side":"bottom"},"vehicles":[
        {"label":"7","orientation":"vertical","length":2,"row":1,"column":5},
        {"label":"12","orientation":"vertical","length":2,"row":1,"column":1},
        {"label":"J","orientation":"horizontal","length":4,"row":4,"column":1}]}"#,
];

/// The parts of vehicles that both draw, by the class they have in the page. The page leaves out the load of trucks and
/// the stripes, and draws windows and roof of trucks as those of cars.
const PARTS: [(&str, bool); 6] =
    [("shell", true), ("shine", true), ("shadow", true), ("glass", false), ("roof", false), ("light", false)];

/// A rectangle: x, y, width, height, radius.
type Rectangle = [i64; 5];

/// Returns all rectangles of rushlab-render's image, with the first cell at (0, 0), and their fill and stroke colours.
fn rectangles(scene: &Scene) -> Vec<(Rectangle, Option<Colour>, Option<Colour>)> {
    let image = draw_image(scene, &ImageOptions::default());
    // The first shapes are the frame, 10 pixels around the cells, and the floor.
    let Some(Shape::Boxes { areas, .. }) = image.shapes.first() else { panic!("the frame is the first shape") };
    let (left, top) = (areas[0].x + 10, areas[0].y + 10);
    let mut found = Vec::new();
    for shape in &image.shapes {
        if let Shape::Boxes { areas, radius, paint } = shape {
            let rectangle =
                |area: &rushlab_render::Area| [area.x - left, area.y - top, area.width, area.height, *radius];
            let stroke = paint.stroke.map(|(colour, _)| colour);
            found.extend(areas.iter().map(|area| (rectangle(area).map(i64::from), paint.fill, stroke)));
        }
    }
    found
}

/// Returns the rectangles of a selector in the page: label of the vehicle, rectangle, fill and stroke attribute.
fn page_rectangles(page: &Page, selector: &str) -> Vec<Value> {
    let script = format!(
        "[...document.querySelectorAll('{selector}')].map((rect) => {{
            const matrix = new DOMMatrix(getComputedStyle(rect.parentNode).transform);
            const [x, y, width, height, radius] = ['x', 'y', 'width', 'height', 'rx'].map((name) => Number(rect.getAttribute(name)));
            return {{ label: rect.parentNode.dataset.label, area: [x + matrix.e, y + matrix.f, width, height, radius],
                fill: rect.getAttribute('fill'), stroke: rect.getAttribute('stroke') }}; }})"
    );
    page.run(&script).as_array().unwrap().clone()
}

pub(super) fn same_shapes(context: &Context<'_>) {
    for board in BOARDS {
        let puzzle = parse(board).unwrap();
        let page = context.open("#/play/1");
        // Without animation, vehicles are in their cells at once.
        page.prefer(&[("prefers-reduced-motion", "reduce")]);
        page.run(&format!("location.hash = '#/p/' + encodeURIComponent({})", json!(board)));
        page.wait_for("#play-title", "Your puzzle");
        let first = puzzle.vehicles()[0].label;
        page.wait(&format!("document.querySelector('.play .vehicle')?.dataset.label === '{first}'"));
        page.wait(&format!("document.querySelectorAll('.play .vehicle').length === {}", puzzle.vehicles().len()));
        let scene = Scene::of(&puzzle);
        let expected = rectangles(&scene);
        for (class, of_trucks) in PARTS {
            let mut compared = 0;
            for drawn in page_rectangles(&page, &format!(".play .vehicle .{class}")) {
                let vehicle = scene.vehicles.iter().find(|vehicle| drawn["label"] == vehicle.label.as_str()).unwrap();
                let truck = vehicle.length >= 3 && !vehicle.primary;
                if truck && !of_trucks {
                    continue;
                }
                let area: Rectangle = serde_json::from_value(drawn["area"].clone()).unwrap();
                let found = expected.iter().filter(|(other, ..)| *other == area);
                let same_colours = |(_, fill, stroke): &&(Rectangle, Option<Colour>, Option<Colour>)| {
                    let text = |colour: &Option<Colour>| colour.map(|colour| colour.to_string());
                    class != "shell" || (json!(text(fill)) == drawn["fill"] && json!(text(stroke)) == drawn["stroke"])
                };
                assert!(
                    found.clone().any(|shape| same_colours(&shape)),
                    "{class} of {drawn} is not drawn by rushlab-render: {:?}",
                    found.collect::<Vec<_>>()
                );
                compared += 1;
            }
            assert!(compared > 0, "no vehicle has the part {class}");
        }
        let walls = page_rectangles(&page, ".play .wall rect");
        assert_eq!(walls.len(), scene.walls.len());
        for wall in walls {
            let area: Rectangle = serde_json::from_value(wall["area"].clone()).unwrap();
            assert!(
                expected.iter().any(|(other, ..)| *other == area),
                "the wall {wall} is not drawn by rushlab-render"
            );
        }
        let labels = page.run("[...document.querySelectorAll('.play .label')].map((text) => [text.textContent, text.getAttribute('fill')])");
        let inks =
            scene.vehicles.iter().map(|vehicle| json!([vehicle.label.as_str(), vehicle.colour().ink().to_string()]));
        assert_eq!(labels, Value::from_iter(inks));
        context.done(&page);
    }
}

pub(super) fn same_colours(context: &Context<'_>) {
    let page = context.open("#/play/1");
    let mut labels: Vec<String> = ('A'..='Z').chain('a'..='z').map(String::from).collect();
    labels.extend((0..40).map(|number| number.to_string()));
    labels.extend(
        [
            "AA",
            "AB",
            "ba",
            "Zz",
            "V10",
            "Truck12",
            "Ä",
            "ä",
            "ß",
            "車",
            "007",
            "999999999",
            "1234567890",
            "4294967295",
            "4294967296",
            "0123456789012345",
            "ABCDEFGHIJKLMNOP",
        ]
        .map(str::to_owned),
    );
    let found = page.run(&format!(
        "Promise.all([import('./puzzle.js'), import('./lab.js')]).then(async ([puzzle, lab]) => {{
            const menu = await lab.request('menu');
            return {}.map((label) => [label, puzzle.coloursOf(label, menu)]); }})",
        json!(labels)
    ));
    for entry in found.as_array().unwrap() {
        let label = Label::new(entry[0].as_str().unwrap()).unwrap();
        let colour = colour_of(label, false);
        let expected =
            json!({"colour": colour.to_string(), "rim": colour.rim().to_string(), "ink": colour.ink().to_string()});
        assert_eq!(entry[1], expected, "{label}");
    }
    context.done(&page);
}

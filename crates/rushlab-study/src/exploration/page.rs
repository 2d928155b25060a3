//! The findings as a document with plots and boards.

use rushlab_render::{ImageOptions, Scene, draw_image};

use super::findings::{Findings, Solved};
use crate::report::document::{Document, Picture, Section};
use crate::report::histogram::histogram;
use crate::words::{count, grouped, or_dash};

const MAX_BOARDS: usize = 8;

/// Returns a document with a section for each puzzle.
pub fn document(all: &[Findings]) -> Document {
    let title = match all {
        [one] => format!("The cluster of puzzle {}", one.id),
        many => format!("Clusters of {}", count(many.len(), "puzzle")),
    };
    let mut sections = Vec::new();
    if all.len() > 1 {
        sections.push(overview(all));
    }
    sections.extend(all.iter().enumerate().map(|(index, findings)| section(index, findings)));
    Document { title, sections }
}

fn heading(findings: &Findings) -> String {
    match findings.puzzle.name() {
        Some(name) => format!("{}: {name}", findings.id),
        None => format!("Puzzle {}", findings.id),
    }
}

/// Returns a table with one row per puzzle.
fn overview(all: &[Findings]) -> Section {
    let mut section = Section::new("overview", "Overview", None);
    let row = |findings: &Findings| {
        let solved = findings.solved.as_ref();
        vec![
            heading(findings),
            grouped(findings.positions),
            or_dash(solved, |solved| solved.length.to_string()),
            or_dash(solved, |solved| solved.depth.to_string()),
            or_dash(solved.and_then(|solved| solved.start.difficulty), |own| format!("{own} {}", own.level())),
            or_dash(solved, |solved| if solved.start.minimal { "yes" } else { "no" }.to_owned()),
        ]
    };
    let heads = ["puzzle", "positions", "from the start", "from the hardest", "difficulty", "minimal"];
    section.table("All puzzles", &heads, all.iter().map(row).collect());
    section
}

fn section(index: usize, findings: &Findings) -> Section {
    let mut section = Section::new(format!("puzzle-{}", index + 1), heading(findings), None);
    let board = |caption: &str, scene: &Scene| Picture::board(caption, draw_image(scene, &ImageOptions::default()));
    let start = board("The start", &Scene::of(&findings.puzzle));
    let positions = count(findings.positions, "position");
    let Some(solved) = &findings.solved else {
        section.answer(format!("{positions}, none of them solved."));
        section.pictures(vec![start]);
        section.facts(findings.facts());
        return section;
    };
    let (length, depth) = (findings.cost(solved.length), findings.cost(solved.depth));
    let goals = count(findings.goals(), "goal");
    section.answer(format!("{positions}, {goals}; {length} from the start, {depth} from the hardest position."));
    let mut boards = vec![start];
    if !solved.starts_at_hardest() {
        let caption = match solved.hardest_count {
            1 => format!("The hardest position: {depth}"),
            hardest_count => format!("One of {} hardest positions: {depth}", grouped(hardest_count)),
        };
        boards.push(board(&caption, &Scene::of(&solved.hardest.puzzle)));
    }
    section.pictures(boards);
    section.pictures(vec![distances(findings, solved)]);
    section.heading("Findings");
    section.facts(findings.facts());
    if !solved.bottlenecks.is_empty() {
        section.heading("Bottlenecks");
        let all = solved.bottlenecks.len();
        let unit = findings.puzzle.rules().metric.unit();
        section.text(format!(
            "Every shortest solution passes {}{}.",
            count(all, "position"),
            if all > MAX_BOARDS { format!(", of which {MAX_BOARDS} are drawn") } else { String::new() }
        ));
        // Evenly spread over the solution, if there are too many.
        let chosen = (0..all.min(MAX_BOARDS)).map(|index| &solved.bottlenecks[index * all / all.min(MAX_BOARDS)]);
        let drawn = chosen.map(|bottleneck| {
            let scene = Scene::at(&bottleneck.position);
            board(&format!("After {unit} {}", bottleneck.cost_from_start), &scene)
        });
        section.pictures(drawn.collect());
    }
    section
}

fn distances(findings: &Findings, solved: &Solved) -> Picture {
    let metric = findings.puzzle.rules().metric;
    let heights: Vec<f64> = findings.histogram.iter().map(|number| *number as f64).collect();
    let labels = [&format!("{metric} to the exit"), "positions"];
    let plot = histogram(
        "Positions by their distance from the exit",
        labels,
        &heights,
        Some((solved.length as usize, "start")),
    );
    Picture::plot("Distances of the positions from the exit", plot)
}

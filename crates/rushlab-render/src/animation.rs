//! The animation of a solution.
//!
//! Only one vehicle moves at a time, so an animation is a list of segments, each with a fixed scene and one moving
//! vehicle. The fixed scene is drawn once per segment.

use rushlab::Puzzle;
use rushlab::position::{IllegalMove, Move, Position};

use crate::scene::{Scene, SceneVehicle};
use crate::sheet::words;

/// A part of an animation: a fixed scene, and at most one moving vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// The board without the moving vehicle.
    pub scene: Scene,
    /// The moving vehicle.
    pub moving: Option<SceneVehicle>,
    /// The text below the board, on the left: the move.
    pub caption: String,
    /// The text below the board, on the right: the number of moves made, and of all moves.
    pub counter: String,
    /// The displacement of the moving vehicle in each frame, in 64ths of a cell, and the duration of the frame, in
    /// hundredths of a second.
    pub frames: Vec<(i16, u16)>,
}

/// Durations in hundredths of a second: of a frame, and of the pauses at the start, after each move and at the end.
const FRAME: u16 = 4;
const START_PAUSE: u16 = 120;
const MOVE_PAUSE: u16 = 22;
const END_PAUSE: u16 = 220;

/// Returns the animation of moves. It starts and ends with a pause. If the last position is solved, the primary
/// moves off the board at the end.
pub fn animate(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Segment>, IllegalMove> {
    let counter = |played: usize| format!("{played} / {}", moves.len());
    let segment = |scene: Scene, moving: Option<SceneVehicle>, caption: String, played: usize, frames| Segment {
        scene,
        moving,
        caption,
        counter: counter(played),
        frames,
    };
    let mut position = Position::start(puzzle);
    let mut segments = vec![segment(Scene::of(puzzle), None, String::new(), 0, vec![(0, START_PAUSE)])];
    for (index, mv) in moves.iter().enumerate() {
        let next = position.play(*mv)?;
        let (scene, moving) = split_off(Scene::at(&position), puzzle, mv.vehicle);
        let caption = words(puzzle, *mv);
        let sign = mv.direction.sign() as i16;
        let mut frames = eased_frames(i16::from(mv.cells) * 64, 3 + 2 * i16::from(mv.cells), sign);
        if next.offsets().get(mv.vehicle).copied().flatten().is_none() {
            // The valet takes the vehicle: it continues off the board.
            let length = moving.as_ref().map_or(2, |vehicle| i16::from(vehicle.length));
            frames =
                eased_frames((i16::from(mv.cells) + length + 1) * 64, 5 + 2 * (i16::from(mv.cells) + length), sign);
        }
        frames.iter_mut().last().into_iter().for_each(|(_, pause)| *pause = MOVE_PAUSE);
        segments.push(segment(scene, moving, caption, index + 1, frames));
        position = next;
    }
    if position.is_solved() {
        let (scene, moving) = split_off(Scene::at(&position), puzzle, puzzle.primary_index());
        let length = i16::from(puzzle.primary().length);
        let sign = puzzle.exit().side.direction().sign() as i16;
        let frames = eased_frames((length + 1) * 64, 4 + 3 * length, sign);
        segments.push(segment(scene, moving, "Solved".to_owned(), moves.len(), frames));
    }
    if let Some((_, pause)) = segments.last_mut().and_then(|segment| segment.frames.last_mut()) {
        *pause = END_PAUSE;
    }
    Ok(segments)
}

/// Splits a scene into the scene without one of its vehicles, and that vehicle.
fn split_off(mut scene: Scene, puzzle: &Puzzle, vehicle: usize) -> (Scene, Option<SceneVehicle>) {
    let label = puzzle.vehicles().get(vehicle).map(|vehicle| vehicle.label);
    let index = scene.vehicles.iter().position(|vehicle| Some(vehicle.label) == label);
    let moving = index.map(|index| scene.vehicles.remove(index));
    (scene, moving)
}

/// Returns the frames of a move over `distance` 64ths of a cell, which speeds up and slows down smoothly.
fn eased_frames(distance: i16, frames: i16, sign: i16) -> Vec<(i16, u16)> {
    let (distance, frames) = (i64::from(distance), i64::from(frames));
    let eased = |at: i64| (distance * at * at * (3 * frames - 2 * at) + frames.pow(3) / 2) / frames.pow(3);
    (1..=frames).map(|at| (sign * eased(at) as i16, FRAME)).collect()
}

#[cfg(test)]
mod tests {
    use rushlab::Solver;
    use rushlab::format::parse;

    use super::*;

    #[test]
    fn vehicles_speed_up_and_slow_down() {
        let displacements: Vec<i16> =
            eased_frames(64, 5, 1).into_iter().map(|(displacement, _)| displacement).collect();
        assert_eq!(displacements, [7, 23, 41, 57, 64]);
        assert!(eased_frames(16 * 64, 40, -1).windows(2).all(|pair| pair[1].0 < pair[0].0));
    }

    #[test]
    fn an_animation_has_a_segment_for_each_move_and_the_primary_leaves_the_board() {
        let puzzle = parse("......A..B..AXXB..A..B......CC......").unwrap();
        let moves = Solver::new(&puzzle).run().moves().to_vec();
        let segments = animate(&puzzle, &moves).unwrap();
        let captions: Vec<&str> = segments.iter().map(|segment| segment.caption.as_str()).collect();
        assert_eq!(captions, ["", "B down 2", "X right 3", "Solved"]);
        assert!(segments[1..].iter().all(|segment| segment.scene.vehicles.len() == 3 && segment.moving.is_some()));
        assert_eq!(segments[1].frames.last(), Some(&(128, MOVE_PAUSE)));
        assert_eq!(segments[3].frames.last(), Some(&(192, END_PAUSE)));
    }
}

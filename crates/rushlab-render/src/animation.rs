//! A solution in motion: which vehicle is where, and for how long.
//!
//! While a vehicle moves everything else stands, so a film is a list of shots, each with one board and one vehicle on its way. Whoever
//! draws it draws each board once.

use rushlab::Puzzle;
use rushlab::reference::{Illegal, Move, Position};

use crate::scene::{Piece, Scene};
use crate::sheet::words;

/// A board that stands while one vehicle moves over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// What stands.
    pub scene: Scene,
    /// What moves, if anything does.
    pub mover: Option<Piece>,
    /// What is written below, on the left: the move.
    pub caption: String,
    /// What is written below, on the right: how many moves of how many.
    pub counter: String,
    /// One after the other: how far the mover is from its place, in 64ths of a cell, and for how many hundredths of a second.
    pub moments: Vec<(i16, u16)>,
}

/// A frame of a film, in hundredths of a second.
const FRAME: u16 = 4;
const BEFORE: u16 = 120;
const BETWEEN: u16 = 22;
const AFTER: u16 = 220;

/// The film of some moves: it begins and ends with a pause; a primary at the exit drives out.
pub fn film(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Shot>, Illegal> {
    let counter = |played: usize| format!("{played} / {}", moves.len());
    let shot = |scene: Scene, mover: Option<Piece>, caption: String, played: usize, moments| Shot {
        scene,
        mover,
        caption,
        counter: counter(played),
        moments,
    };
    let mut position = Position::start(puzzle);
    let mut shots = vec![shot(Scene::of(puzzle), None, String::new(), 0, vec![(0, BEFORE)])];
    for (index, mv) in moves.iter().enumerate() {
        let next = position.play(puzzle, *mv)?;
        let (scene, mover) = without(Scene::at(puzzle, &position), puzzle, mv.vehicle);
        let caption = words(puzzle, *mv);
        let sign = mv.direction.sign() as i16;
        let mut moments = drive(i16::from(mv.cells) * 64, 3 + 2 * i16::from(mv.cells), sign);
        if next.offsets.get(mv.vehicle).copied().flatten().is_none() {
            // The valet drives it on, and out.
            let length = mover.as_ref().map_or(2, |piece| i16::from(piece.length));
            moments = drive((i16::from(mv.cells) + length + 1) * 64, 5 + 2 * (i16::from(mv.cells) + length), sign);
        }
        moments.iter_mut().last().into_iter().for_each(|(_, pause)| *pause = BETWEEN);
        shots.push(shot(scene, mover, caption, index + 1, moments));
        position = next;
    }
    if position.solved(puzzle) {
        let (scene, mover) = without(Scene::at(puzzle, &position), puzzle, puzzle.primary_index());
        let length = i16::from(puzzle.primary().length);
        let sign = puzzle.exit().side.direction().sign() as i16;
        let moments = drive((length + 1) * 64, 4 + 3 * length, sign);
        shots.push(shot(scene, mover, "Solved".to_owned(), moves.len(), moments));
    }
    if let Some((_, pause)) = shots.last_mut().and_then(|shot| shot.moments.last_mut()) {
        *pause = AFTER;
    }
    Ok(shots)
}

/// A scene without one of its vehicles, and that vehicle.
fn without(mut scene: Scene, puzzle: &Puzzle, vehicle: usize) -> (Scene, Option<Piece>) {
    let label = puzzle.vehicles().get(vehicle).map(|vehicle| vehicle.label);
    let place = scene.pieces.iter().position(|piece| Some(piece.label) == label);
    let mover = place.map(|place| scene.pieces.remove(place));
    (scene, mover)
}

/// From standing to standing: slow at both ends, in so many frames.
fn drive(distance: i16, frames: i16, sign: i16) -> Vec<(i16, u16)> {
    let (distance, frames) = (i64::from(distance), i64::from(frames));
    let eased = |at: i64| (distance * at * at * (3 * frames - 2 * at) + frames.pow(3) / 2) / frames.pow(3);
    (1..=frames).map(|at| (sign * eased(at) as i16, FRAME)).collect()
}

#[cfg(test)]
mod tests {
    use rushlab::format::parse;
    use rushlab::search::{Limits, solve};

    use super::*;

    #[test]
    fn vehicles_speed_up_and_slow_down() {
        let way: Vec<i16> = drive(64, 5, 1).into_iter().map(|(driven, _)| driven).collect();
        assert_eq!(way, [7, 23, 41, 57, 64]);
        assert!(drive(16 * 64, 40, -1).windows(2).all(|pair| pair[1].0 < pair[0].0));
    }

    #[test]
    fn a_film_has_a_shot_for_each_move_and_the_primary_drives_out() {
        let puzzle = parse("......A..B..AXXB..A..B......CC......").unwrap();
        let moves = solve(&puzzle, Limits::default(), &mut ()).moves;
        let shots = film(&puzzle, &moves).unwrap();
        let captions: Vec<&str> = shots.iter().map(|shot| shot.caption.as_str()).collect();
        assert_eq!(captions, ["", "B down 2", "X right 3", "Solved"]);
        assert!(shots[1..].iter().all(|shot| shot.scene.pieces.len() == 3 && shot.mover.is_some()));
        assert_eq!(shots[1].moments.last(), Some(&(128, BETWEEN)));
        assert_eq!(shots[3].moments.last(), Some(&(192, AFTER)));
    }
}

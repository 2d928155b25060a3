//! Serialisation of types with invariants, for the feature `serde`. Plain types derive it where they are defined.
//!
//! A puzzle is an object in the format `json`, whose rows and columns count from 1. Cells, vehicles and exits alone
//! count from 0.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format::{self, Reader};
use crate::position::{Move, Position};
use crate::puzzle::{Label, Puzzle};
use crate::solution::Solution;

/// A label is its text.
impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Label, D::Error> {
        let text = String::deserialize(deserializer)?;
        Label::new(&text).map_err(D::Error::custom)
    }
}

/// A puzzle is an object in the format `json`.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = format::write(format::JSON, self).map_err(serde::ser::Error::custom)?;
        let value: serde_json::Value = serde_json::from_str(&text).map_err(serde::ser::Error::custom)?;
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let text = serde_json::Value::deserialize(deserializer)?.to_string();
        let mut drafts = Reader::open(text.as_bytes(), Some(format::JSON), None).map_err(D::Error::custom)?;
        let draft = drafts.next().ok_or_else(|| D::Error::custom("the text has no puzzle"))?;
        Puzzle::try_from(draft.map_err(D::Error::custom)?).map_err(D::Error::custom)
    }
}

#[derive(Serialize)]
struct PositionFields<'a> {
    puzzle: &'a Puzzle,
    offsets: &'a [Option<u8>],
    fuel: &'a [Option<u16>],
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionFields { puzzle: self.puzzle(), offsets: self.offsets(), fuel: self.fuel() }.serialize(serializer)
    }
}

#[derive(Serialize, Deserialize)]
struct SolutionFields {
    puzzle: Puzzle,
    moves: Vec<Move>,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SolutionFields { puzzle: self.puzzle().clone(), moves: self.moves().to_vec() }.serialize(serializer)
    }
}

/// The moves are checked against the rules.
impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Solution, D::Error> {
        let SolutionFields { puzzle, moves } = SolutionFields::deserialize(deserializer)?;
        Solution::from_moves(&puzzle, &moves).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Puzzle, Rules, Solution, Solver};

    #[test]
    fn puzzles_and_solutions_survive_json_and_invalid_ones_are_rejected() {
        let puzzle: Puzzle = "......A..B..AXXB..A..B......CC...... B4".parse().unwrap();
        let puzzle = puzzle.with_rules(Rules::comp472(crate::Metric::Steps));
        let solution = Solver::new(&puzzle).run().solution.unwrap();
        let text = serde_json::to_string(&solution).unwrap();
        assert_eq!(serde_json::from_str::<Solution>(&text).unwrap(), solution);
        let wrong = text.replace("\"cells\":2", "\"cells\":1");
        assert!(wrong != text && serde_json::from_str::<Solution>(&wrong).is_err());
        assert!(serde_json::from_str::<Puzzle>("{}").is_err());
        assert!(serde_json::to_value(puzzle.start()).unwrap()["offsets"].is_array());
    }
}

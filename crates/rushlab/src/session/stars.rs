//! The rating of a finished game.
//!
//! A solution at par, which no solution beats, earns three stars. A solution of at most one and a half times par earns
//! two stars, and any other solution one. Seeing a move in a hint or a solution costs one star; one star always
//! remains.

use super::Session;

/// Rating of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stars {
    /// Solved.
    One = 1,
    /// Solved at a cost of at most one and a half times par, or at par after seeing a move.
    Two = 2,
    /// Solved at par without seeing a move.
    Three = 3,
}

impl Stars {
    /// Returns the rating of a solution with a given cost.
    pub fn of(cost: u32, par: u32, move_revealed: bool) -> Stars {
        let earned = match cost {
            cost if cost <= par => Stars::Three,
            cost if cost <= Stars::greatest_cost_of_two(par) => Stars::Two,
            _ => Stars::One,
        };
        match (earned, move_revealed) {
            (Stars::Three, true) => Stars::Two,
            (_, true) => Stars::One,
            (earned, false) => earned,
        }
    }

    /// Returns the greatest cost that earns two stars: one and a half times par, rounded down.
    pub fn greatest_cost_of_two(par: u32) -> u32 {
        par.saturating_add(par / 2)
    }

    /// Returns the number of stars, from 1 to 3.
    pub fn count(self) -> u8 {
        self as u8
    }
}

impl Session {
    /// Returns the rating, if the game is finished and par is known.
    pub fn stars(&self) -> Option<Stars> {
        let par = self.cache.par.filter(|_| self.finished())?;
        Some(Stars::of(self.cost(), par, self.move_revealed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_depend_on_cost_par_and_revealed_moves() {
        let stars = |cost, move_revealed| Stars::of(cost, 10, move_revealed).count();
        assert_eq!([stars(10, false), stars(11, false), stars(15, false), stars(16, false)], [3, 2, 2, 1]);
        assert_eq!([stars(10, true), stars(15, true), stars(99, true)], [2, 1, 1]);
        assert_eq!(Stars::of(0, 0, false), Stars::Three);
        assert_eq!(Stars::of(2, 1, false), Stars::One, "half of one move is none");
    }
}

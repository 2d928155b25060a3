//! How well a puzzle was played.
//!
//! Three stars for par: no solution is shorter. Two for at most half as much again. One for any solution. Who was told a move gets one
//! star less, but never none.

use super::Session;

/// What a finished game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stars {
    /// Solved.
    One = 1,
    /// Solved in at most half as much again as par, or in par with help.
    Two = 2,
    /// Solved in par, without help.
    Three = 3,
}

impl Stars {
    /// What a solution of some cost is worth.
    pub fn of(cost: u32, par: u32, helped: bool) -> Stars {
        let earned = match cost {
            cost if cost <= par => Stars::Three,
            cost if cost - par <= par / 2 => Stars::Two,
            _ => Stars::One,
        };
        match (earned, helped) {
            (Stars::Three, true) => Stars::Two,
            (_, true) => Stars::One,
            (earned, false) => earned,
        }
    }

    /// How many.
    pub fn count(self) -> u8 {
        self as u8
    }
}

impl Session {
    /// What the game is worth, once it is finished and par is known.
    pub fn stars(&self) -> Option<Stars> {
        let par = self.known.par.filter(|_| self.finished())?;
        Some(Stars::of(self.cost(), par, self.helped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_in_numbers() {
        let stars = |cost, helped| Stars::of(cost, 10, helped).count();
        assert_eq!([stars(10, false), stars(11, false), stars(15, false), stars(16, false)], [3, 2, 2, 1]);
        assert_eq!([stars(10, true), stars(15, true), stars(99, true)], [2, 1, 1]);
        assert_eq!(Stars::of(0, 0, false), Stars::Three);
        assert_eq!(Stars::of(2, 1, false), Stars::One, "half of one move is none");
    }
}

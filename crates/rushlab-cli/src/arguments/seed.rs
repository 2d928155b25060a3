//! The random seed.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::str::FromStr;

use clap::Args;

use crate::output;

/// The option for the random seed.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Random seed; `random` chooses one and prints it
    ///
    /// The same seed gives the same results.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: Seed,
}

impl SeedArgs {
    pub(crate) fn value(self) -> u64 {
        self.seed.value
    }

    /// Prints the seed if it was chosen at random.
    pub(crate) fn note_if_random(self) {
        if self.seed.is_random {
            output::note(&format!("seed {}", self.seed.value));
        }
    }
}

/// A given seed, or one that was chosen at random.
#[derive(Clone, Copy, Debug)]
struct Seed {
    value: u64,
    is_random: bool,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Seed, String> {
        match text {
            // Short enough to type.
            "random" => Ok(Seed { value: RandomState::new().build_hasher().finish() % 1_000_000, is_random: true }),
            number => {
                let value = number.parse().map_err(|_| "write a whole number from 0 to 2^64 - 1, or `random`")?;
                Ok(Seed { value, is_random: false })
            }
        }
    }
}

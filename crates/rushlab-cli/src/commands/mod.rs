//! What each command does, one file each.

pub(crate) mod algorithms;
pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod database;
pub(crate) mod evolve;
pub(crate) mod explore;
pub(crate) mod formats;
pub(crate) mod generate;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod properties;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::ControlFlow;

use rushlab::search::{Observer, Progress};

use crate::input::Event;
use crate::{interrupt, output};

/// A seed nobody chose, short enough to be typed again.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// Lets a search or an exploration go on until Ctrl-C.
struct Patient;

impl Observer for Patient {
    fn watch(&mut self, _: &Progress) -> ControlFlow<()> {
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Says on stderr what is wrong with a bad puzzle or input, for commands whose results are something else.
fn complain(event: &Event<'_>) {
    match event {
        Event::Unreadable(input, error) => output::error(&input.unreadable(error)),
        Event::Item(item) => {
            for problem in item.puzzle.as_ref().err().into_iter().flat_map(|problems| &problems.0) {
                output::error(&item.input.message(problem));
            }
        }
    }
}

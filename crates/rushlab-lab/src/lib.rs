//! What a front end can request of rushlab: play, edit, solve, race searches, evolve, explore.
//!
//! A request is JSON and has a name ([`REQUESTS`]). [`Lab::job`] checks it and returns a [`Job`]; running the job
//! returns the answer as JSON. A live search emits events before it ends. Nothing is stored between two requests: a
//! request contains the whole puzzle, or the whole game as one line.
//!
//! The lab has no network, files or clock. A front end implements [`Host`]: the clock, cancellation, and where events
//! go. There are two: the HTTP server (`rushlab-serve`), and WebAssembly in a Web Worker (`rushlab-wasm`).
//!
//! ```
//! # use std::{ops::ControlFlow, sync::Arc, time::Duration};
//! use rushlab_lab::{Event, Host, Lab, Settings};
//!
//! /// A host without cancellation that ignores events.
//! struct NeverStops;
//!
//! impl Host for NeverStops {
//!     fn now(&mut self) -> Duration {
//!         Duration::ZERO
//!     }
//!     fn is_cancelled(&mut self) -> bool {
//!         false
//!     }
//!     fn sleep(&mut self, _: Duration) {}
//!     fn emit(&mut self, _: Event) -> ControlFlow<()> {
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let lab = Arc::new(Lab::new(Settings::default()));
//! let request = r#"{"puzzle": "......A..B..AXXB..A..B......CC......", "brief": true}"#;
//! let answer = lab.job("solve", request.as_bytes())?.run(&mut NeverStops)?;
//! assert!(answer.starts_with(r#"{"status":"solved","text":"solved in 2 moves"#));
//! # Ok::<(), rushlab_lab::LabError>(())
//! ```

mod built_in;
pub mod daily;
mod error;
pub mod evolve;
pub mod explore;
mod fields;
pub mod game;
mod host;
mod job;
pub mod menu;
pub mod puzzles;
pub mod race;
mod settings;
pub mod solve;
pub mod text;
pub mod tree;

pub use error::{ErrorKind, LabError, ProblemField};
pub use fields::{BoardField, MoveField, PositionField, PuzzleField, VehicleColours, VehicleField};
pub use host::{Event, Host};
pub use job::{Job, Kind, REQUESTS, Request, RequestEntry};
pub use settings::Settings;

use std::sync::Arc;

use crate::built_in::BuiltInPuzzles;

/// The laboratory: its limits, and the built-in puzzles.
#[derive(Default)]
pub struct Lab {
    settings: Settings,
    puzzles: BuiltInPuzzles,
}

impl Lab {
    /// Returns a laboratory with the given limits.
    pub fn new(settings: Settings) -> Lab {
        Lab { settings, puzzles: BuiltInPuzzles::default() }
    }

    /// Returns the limits.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Parses and checks a request of a name in [`REQUESTS`].
    pub fn job(self: &Arc<Lab>, name: &str, request: &[u8]) -> Result<Job, LabError> {
        let entry = REQUESTS.iter().find(|entry| entry.name == name);
        (entry.ok_or_else(|| LabError::not_found("no request has that name"))?.parse)(self, request)
    }
}

//! Background searches for the game: par, hints, solutions and levels.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use rushlab::analysis::{Cluster, Difficulty, Level};
use rushlab::position::Move;
use rushlab::search::{Limits, Observer};
use rushlab::session::{Hint, HintError, Session};

use crate::watchdog::Watchdog;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchGoal {
    /// The cost of a shortest solution.
    Par,
    Hint,
    /// A shortest solution from the current position.
    Solution,
    /// Par and level, for the list of puzzles.
    Rating,
}

#[derive(Debug)]
pub(super) struct SearchRequest {
    pub(super) goal: SearchGoal,
    pub(super) puzzle: usize,
    pub(super) revision: u64,
    /// A copy of the session. The response contains it with the results of the search.
    pub(super) session: Session,
}

#[derive(Debug)]
pub(super) struct SearchResponse {
    pub(super) request: SearchRequest,
    pub(super) result: Result<SearchAnswer, HintError>,
}

#[derive(Debug, Default)]
pub(super) struct SearchAnswer {
    pub(super) par: u32,
    pub(super) text: String,
    pub(super) vehicle: Option<usize>,
    pub(super) moves: Vec<Move>,
    pub(super) level: Option<Level>,
}

const LIMITS: Limits = Limits { states: 20_000_000, memory: 1 << 30 };

/// The limits of the search for a level. It visits all positions, so larger puzzles are listed without a level.
const LEVEL_LIMITS: Limits = Limits { states: 500_000, memory: 1 << 28 };

pub(super) fn run_search(mut request: SearchRequest, observer: &mut dyn Observer) -> SearchResponse {
    let session = &mut request.session;
    let result = match request.goal {
        SearchGoal::Par => session.par(LIMITS, observer).map(|par| SearchAnswer { par, ..SearchAnswer::default() }),
        SearchGoal::Hint => session.hint(LIMITS, observer).map(|hint| SearchAnswer {
            text: hint.text(session.puzzle()),
            vehicle: match hint {
                Hint::Remaining { .. } => None,
                Hint::Vehicle(vehicle) | Hint::Move(Move { vehicle, .. }) => Some(vehicle),
            },
            ..SearchAnswer::default()
        }),
        SearchGoal::Solution => {
            session.solution(LIMITS, observer).map(|moves| SearchAnswer { moves, ..SearchAnswer::default() })
        }
        SearchGoal::Rating => session.par(LIMITS, observer).map(|par| {
            let cluster = Cluster::new(session.puzzle(), LEVEL_LIMITS, observer).ok();
            let difficulty = cluster.and_then(|cluster| Difficulty::of(&cluster, 0));
            SearchAnswer { par, level: difficulty.map(|difficulty| difficulty.level()), ..SearchAnswer::default() }
        }),
    };
    SearchResponse { request, result }
}

pub(super) struct BackgroundSearch {
    responses: Receiver<SearchResponse>,
    sender: Sender<SearchResponse>,
    /// Set to stop the running searches.
    stop: Arc<AtomicBool>,
}

impl BackgroundSearch {
    pub(super) fn new() -> BackgroundSearch {
        let (sender, responses) = mpsc::channel();
        BackgroundSearch { responses, sender, stop: Arc::default() }
    }

    pub(super) fn start(&self, request: SearchRequest) {
        let (sender, stop) = (self.sender.clone(), Arc::clone(&self.stop));
        thread::spawn(move || {
            // The game may have ended; then the response is dropped.
            let _ = sender.send(run_search(request, &mut Watchdog::until_interrupt().cancelled_by(&stop)));
        });
    }

    /// Stops the running searches. Later ones are not affected.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    pub(super) fn response(&self) -> Option<SearchResponse> {
        self.responses.try_recv().ok()
    }
}

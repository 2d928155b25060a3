//! Searches beside the game, on a thread of their own, so that the board never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use rushlab::reference::Move;
use rushlab::search::{Limits, Observer};
use rushlab::session::{Hint, NoWay, Session};

use crate::watchdog::Watchdog;

/// What can be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// What a shortest solution costs.
    Par,
    /// The next hint.
    Hint,
    /// A shortest way from here.
    Solution,
}

/// A question about a position.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) thought: Thought,
    pub(super) level: usize,
    pub(super) turn: u64,
    /// The game at that moment; with the answer it comes back knowing more.
    pub(super) session: Session,
}

/// What came of a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) question: Question,
    pub(super) found: Result<Found, NoWay>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) par: u32,
    /// What to tell the player.
    pub(super) text: String,
    /// The vehicle that it is about.
    pub(super) vehicle: Option<usize>,
    /// The moves to play.
    pub(super) moves: Vec<Move>,
}

/// Nobody wants to wait for more, and other programs want memory too.
const LIMITS: Limits = Limits { states: 20_000_000, memory: 1 << 30 };

/// Finds the answer.
pub(super) fn think(mut question: Question, observer: &mut dyn Observer) -> Answer {
    let session = &mut question.session;
    let found = match question.thought {
        Thought::Par => session.par(LIMITS, observer).map(|par| Found { par, ..Found::default() }),
        Thought::Hint => session.hint(LIMITS, observer).map(|hint| Found {
            text: hint.text(session.puzzle()),
            vehicle: match hint {
                Hint::Left { .. } => None,
                Hint::Vehicle(vehicle) | Hint::Move(Move { vehicle, .. }) => Some(vehicle),
            },
            ..Found::default()
        }),
        Thought::Solution => session.solution(LIMITS, observer).map(|moves| Found {
            text: "the solution plays; any key stops it".to_owned(),
            moves,
            ..Found::default()
        }),
    };
    Answer { question, found }
}

/// Where answers come from.
pub(super) struct Thinker {
    answers: Receiver<Answer>,
    sender: Sender<Answer>,
    /// Set when the searches that run now are to stop.
    stop: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new() -> Thinker {
        let (sender, answers) = mpsc::channel();
        Thinker { answers, sender, stop: Arc::default() }
    }

    /// Begins to search.
    pub(super) fn ask(&self, question: Question) {
        let (sender, stop) = (self.sender.clone(), Arc::clone(&self.stop));
        thread::spawn(move || {
            // Whoever asked may have gone.
            let _ = sender.send(think(question, &mut Watchdog::until_interrupt().cancelled_by(&stop)));
        });
    }

    /// Stops what runs now; what is asked for later runs.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    /// An answer that has come.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

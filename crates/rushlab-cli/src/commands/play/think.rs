//! Background searches for the game: par, hints and solutions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use rushlab::position::Move;
use rushlab::search::{Limits, Observer};
use rushlab::session::{Hint, HintError, Session};

use crate::watchdog::Watchdog;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionKind {
    /// The cost of a shortest solution.
    Par,
    /// The next hint.
    Hint,
    /// A shortest solution from the current position.
    Solution,
}

/// A question about a position.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) kind: QuestionKind,
    pub(super) level: usize,
    pub(super) turn: u64,
    /// A copy of the game. The answer returns it with what the search found.
    pub(super) session: Session,
}

/// The answer to a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) question: Question,
    pub(super) found: Result<Found, HintError>,
}

/// The result of a successful search.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) par: u32,
    /// The message to the player.
    pub(super) text: String,
    /// The vehicle in the message.
    pub(super) vehicle: Option<usize>,
    /// The moves to play.
    pub(super) moves: Vec<Move>,
}

/// The limits of a background search.
const LIMITS: Limits = Limits { states: 20_000_000, memory: 1 << 30 };

/// Searches for the answer.
pub(super) fn find_answer(mut question: Question, observer: &mut dyn Observer) -> Answer {
    let session = &mut question.session;
    let found = match question.kind {
        QuestionKind::Par => session.par(LIMITS, observer).map(|par| Found { par, ..Found::default() }),
        QuestionKind::Hint => session.hint(LIMITS, observer).map(|hint| Found {
            text: hint.text(session.puzzle()),
            vehicle: match hint {
                Hint::Remaining { .. } => None,
                Hint::Vehicle(vehicle) | Hint::Move(Move { vehicle, .. }) => Some(vehicle),
            },
            ..Found::default()
        }),
        QuestionKind::Solution => session.solution(LIMITS, observer).map(|moves| Found {
            text: "the solution plays; any key stops it".to_owned(),
            moves,
            ..Found::default()
        }),
    };
    Answer { question, found }
}

/// The threads of background searches.
pub(super) struct BackgroundSearch {
    answers: Receiver<Answer>,
    sender: Sender<Answer>,
    /// Set to stop the running searches.
    stop: Arc<AtomicBool>,
}

impl BackgroundSearch {
    pub(super) fn new() -> BackgroundSearch {
        let (sender, answers) = mpsc::channel();
        BackgroundSearch { answers, sender, stop: Arc::default() }
    }

    /// Starts a search.
    pub(super) fn ask(&self, question: Question) {
        let (sender, stop) = (self.sender.clone(), Arc::clone(&self.stop));
        thread::spawn(move || {
            // The game may have ended; then the answer is dropped.
            let _ = sender.send(find_answer(question, &mut Watchdog::until_interrupt().cancelled_by(&stop)));
        });
    }

    /// Stops the running searches. Later ones are not affected.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    /// Returns an answer, if one has arrived.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

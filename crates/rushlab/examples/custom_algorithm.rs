//! A search algorithm of our own: random walks from the start until one ends at the exit. `Solver` runs it like those
//! of the library.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::random::RandomStream;
use rushlab::search::{About, Algorithm, Limit, Optimality, Progress, Task};
use rushlab::{Limits, Observer, Outcome, Puzzle, Solver, Statistics, Status, Visit, search};

/// The length of a walk after which another one begins at the start.
const LONGEST_WALK: usize = 200;

struct RandomWalks;

impl Algorithm for RandomWalks {
    fn about(&self) -> &'static About {
        const { &About::new("random-walks", "random walks until one ends at the exit", Optimality::Never).random() }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let mut random = RandomStream::from_seed(task.seed);
        let mut statistics = Statistics::default();
        let (mut position, mut walk) = (task.puzzle.start(), Vec::new());
        let status = loop {
            if position.is_solved() {
                break Status::Solved;
            }
            if statistics.expanded >= task.limits.states {
                break Status::Limit(Limit::States);
            }
            if observer.progress(&Progress::from(statistics)).is_break() {
                break Status::Interrupted;
            }
            if observer.wants_visits() {
                let (node, g) = (statistics.expanded as usize, walk.len() as u32);
                let mut visit = Visit::new(node, &position);
                (visit.f, visit.g) = (g.into(), g);
                observer.visit(&visit);
            }
            let moves = position.legal_moves();
            statistics.expanded += 1;
            statistics.generated += moves.len() as u64;
            let next = random.choose(&moves).and_then(|mv| Some((*mv, position.play(*mv).ok()?)));
            match next.filter(|_| walk.len() < LONGEST_WALK) {
                Some((mv, next)) => {
                    position = next;
                    walk.push(mv);
                }
                None => (position, walk) = (task.puzzle.start(), Vec::new()),
            }
        };
        // A random walk proves nothing: the lower bound is 0.
        Outcome::new(task.puzzle, status, (status == Status::Solved).then_some(walk), 0, statistics)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    let outcome = Solver::new(&puzzle).algorithm(&RandomWalks).seed(1).limits(Limits::states(100_000)).run();
    let solution = outcome.solution.ok_or("no walk ended at the exit")?;
    let shorter = search::shortened(&puzzle, solution.moves(), 1_000);
    println!("{} moves after {} positions", solution.moves().len(), outcome.statistics.expanded);
    println!("{} moves without detours", shorter.len());
    Ok(())
}

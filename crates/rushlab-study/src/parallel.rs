//! A pool of threads that returns results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, mpsc};
use std::thread;

/// The maximum number of tasks that are submitted and not yet consumed: enough to keep all threads busy, few enough to
/// bound the memory when one task takes long.
const WINDOW: usize = 4096;

/// Runs tasks on several threads. `produce` submits tasks, `work` runs each on some thread, and `consume` gets the
/// results one at a time in the order of submission. When `consume` fails, the next submission fails too, and the run
/// ends.
pub fn in_order<T: Send, R: Send, E: From<Cancelled> + Send>(
    threads: usize,
    produce: impl FnOnce(&mut dyn FnMut(T) -> Result<(), E>) -> Result<(), E>,
    work: impl Fn(T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    if threads == 1 {
        let mut consumed = Ok(());
        let produced = produce(&mut |task| {
            if consumed.is_ok() {
                consumed = consume(work(task));
            }
            if consumed.is_ok() { Ok(()) } else { Err(Cancelled.into()) }
        });
        return consumed.and(produced);
    }
    let (sender, receiver) = mpsc::channel::<(usize, T)>();
    let tasks = Mutex::new(receiver);
    let queue = Queue {
        delivery: Mutex::new(Delivery { early: BTreeMap::new(), next: 0, resume_at: None, consume, consumed: Ok(()) }),
        resumed: Condvar::new(),
    };
    let produced = thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _guard = PanicGuard(&queue);
                loop {
                    // No lock is held while the task runs.
                    let task = tasks.lock().ok().and_then(|tasks| tasks.recv().ok());
                    let Some((index, task)) = task else { break };
                    let result = work(task);
                    if !queue.deliver(index, result) {
                        break;
                    }
                }
            });
        }
        let mut index = 0;
        let produced = produce(&mut |task| {
            queue.wait_for(index)?;
            // The receiver outlives all threads.
            let _ = sender.send((index, task));
            index += 1;
            Ok(())
        });
        drop(sender);
        produced
    });
    let delivery = queue.delivery.into_inner().map_err(|_| Cancelled)?;
    delivery.consumed.and(produced)
}

/// The error of a submission after a failure. It is never reported: the failure or the panic itself is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled")]
pub struct Cancelled;

/// The state shared by the threads.
struct Queue<R, C, E> {
    delivery: Mutex<Delivery<R, C, E>>,
    /// Notified when the submitting thread may continue.
    resumed: Condvar,
}

/// The results, consumed in the order of their tasks by the thread that delivers the next one.
struct Delivery<R, C, E> {
    /// Results that arrived before their turn, by the index of their task.
    early: BTreeMap<usize, R>,
    next: usize,
    /// The submitting thread waits until `next` reaches this index.
    resume_at: Option<usize>,
    consume: C,
    consumed: Result<(), E>,
}

impl<R, C: FnMut(R) -> Result<(), E>, E: From<Cancelled>> Queue<R, C, E> {
    /// Delivers a result. Returns whether the run continues.
    fn deliver(&self, index: usize, result: R) -> bool {
        let Ok(mut delivery) = self.delivery.lock() else { return false };
        let Delivery { early, next, resume_at, consume, consumed } = &mut *delivery;
        early.insert(index, result);
        while let Some(result) = early.remove(next).filter(|_| consumed.is_ok()) {
            *consumed = consume(result);
            *next += 1;
        }
        if resume_at.is_some_and(|at| *next >= at) || consumed.is_err() {
            *resume_at = None;
            self.resumed.notify_one();
        }
        consumed.is_ok()
    }

    /// Waits until a task may be submitted; fails after a failure.
    fn wait_for(&self, index: usize) -> Result<(), E> {
        let mut delivery = self.delivery.lock().map_err(|_| Cancelled)?;
        if index >= delivery.next + WINDOW {
            // Wakes up once for many results, because waking up takes time.
            delivery.resume_at = Some(delivery.next + WINDOW / 2);
        }
        while delivery.resume_at.is_some() && delivery.consumed.is_ok() {
            delivery = self.resumed.wait(delivery).map_err(|_| Cancelled)?;
        }
        if delivery.consumed.is_ok() { Ok(()) } else { Err(Cancelled.into()) }
    }
}

/// Ends the run when its thread panics, so that the submitting thread does not wait for ever.
struct PanicGuard<'a, R, C, E: From<Cancelled>>(&'a Queue<R, C, E>);

impl<R, C, E: From<Cancelled>> Drop for PanicGuard<'_, R, C, E> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut delivery = self.0.delivery.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            delivery.consumed = Err(Cancelled.into());
            self.0.resumed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Failure = Box<dyn std::error::Error + Send + Sync>;

    /// Squares the numbers below `count`, and sleeps at every thousandth.
    fn squares(threads: usize, count: usize, last: usize) -> (Vec<usize>, usize, Result<(), Failure>) {
        let mut found = Vec::new();
        let mut submitted = 0;
        let result = in_order(
            threads,
            |submit| {
                (0..count).try_for_each(|number| {
                    submitted += 1;
                    submit(number)
                })
            },
            |number| {
                if number % 1000 == 0 {
                    thread::sleep(std::time::Duration::from_millis(2));
                }
                number * number
            },
            |square| {
                found.push(square);
                if found.len() == last { Err("enough".into()) } else { Ok(()) }
            },
        );
        (found, submitted, result)
    }

    #[test]
    fn results_come_in_the_order_of_their_tasks() {
        for threads in [1, 2, 5] {
            let (found, ..) = squares(threads, 3 * WINDOW, usize::MAX);
            assert!(found.iter().copied().eq((0..3 * WINDOW).map(|number| number * number)));
        }
    }

    #[test]
    fn after_a_failure_no_more_tasks_are_taken() {
        for threads in [1, 2, 5] {
            let (found, submitted, result) = squares(threads, usize::MAX, 10);
            assert_eq!(found.len(), 10);
            assert!(submitted <= 10 + 2 * WINDOW, "{submitted}");
            assert_eq!(result.unwrap_err().to_string(), "enough");
        }
    }

    #[test]
    fn a_panic_ends_it() {
        let failing = || {
            in_order(
                3,
                |submit| (0..).try_for_each(submit),
                |number| assert_ne!(number, 77),
                |()| Ok::<(), Cancelled>(()),
            )
        };
        assert!(std::panic::catch_unwind(failing).is_err());
    }
}

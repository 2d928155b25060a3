//! Work for several threads, results in the order of the work.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::Result;

/// How much work may wait for a free thread: enough to keep all busy, little enough to stay flat in memory.
const WAITING: usize = 4096;

/// `produce` submits tasks, `work` does each on some thread, and `consume` gets the results one at a time in the order of submission.
pub(crate) fn in_order<T: Send, R: Send>(
    threads: usize,
    produce: impl FnOnce(&mut dyn FnMut(T)) -> Result<()>,
    work: impl Fn(T) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<()> + Send,
) -> Result<()> {
    if threads == 1 {
        let mut consumed = Ok(());
        let mut alone = |task| {
            if consumed.is_ok() {
                consumed = consume(work(task));
            }
        };
        produce(&mut alone)?;
        return consumed;
    }
    let (sender, receiver) = mpsc::sync_channel::<(usize, T)>(WAITING);
    let tasks = Arc::new(Mutex::new(receiver));
    let delivery = Mutex::new(Delivery { early: BTreeMap::new(), next: 0, consume, consumed: Ok(()) });
    let produced = thread::scope(|scope| {
        for _ in 0..threads {
            let (tasks, delivery, work) = (Arc::clone(&tasks), &delivery, &work);
            scope.spawn(move || {
                loop {
                    // The locks are held only to take a task and to hand over its result, not to do it.
                    let task = tasks.lock().ok().and_then(|tasks| tasks.recv().ok());
                    let Some((index, task)) = task else { break };
                    let result = work(task);
                    if !delivery.lock().is_ok_and(|mut delivery| delivery.hand_over(index, result)) {
                        break;
                    }
                }
            });
        }
        // Only the threads take tasks now: when they are gone, nobody can send any more.
        drop(tasks);
        let mut index = 0;
        let produced = produce(&mut |task| {
            // A send fails only when the threads are gone, because nobody wants results any more.
            let _ = sender.send((index, task));
            index += 1;
        });
        drop(sender);
        produced
    });
    let delivery = delivery.into_inner().map_err(|_| anyhow::anyhow!("printing failed"))?;
    produced.and(delivery.consumed)
}

/// Results, put back into the order of their tasks by whichever thread brings one.
struct Delivery<R, C> {
    /// Those that came before an earlier one.
    early: BTreeMap<usize, R>,
    /// The one that is wanted next.
    next: usize,
    consume: C,
    consumed: Result<()>,
}

impl<R, C: FnMut(R) -> Result<()>> Delivery<R, C> {
    /// Takes a result; whether more are wanted.
    fn hand_over(&mut self, index: usize, result: R) -> bool {
        self.early.insert(index, result);
        while self.consumed.is_ok() {
            let Some(result) = self.early.remove(&self.next) else { return true };
            self.consumed = (self.consume)(result);
            self.next += 1;
        }
        false
    }
}

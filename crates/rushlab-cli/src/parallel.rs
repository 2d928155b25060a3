//! Work for several threads, results in the order of the work.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::Result;

/// How much work may wait for a free thread: enough to keep all busy, little enough to stay flat in memory.
const WAITING: usize = 1024;

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
    let (task_sender, task_receiver) = mpsc::sync_channel::<(usize, T)>(WAITING);
    let (result_sender, result_receiver) = mpsc::sync_channel::<(usize, R)>(WAITING);
    let tasks = Arc::new(Mutex::new(task_receiver));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (tasks, results, work) = (Arc::clone(&tasks), result_sender.clone(), &work);
            scope.spawn(move || {
                loop {
                    // The lock is held only to take a task, not to do it.
                    let task = tasks.lock().ok().and_then(|tasks| tasks.recv().ok());
                    let Some((index, task)) = task else { break };
                    if results.send((index, work(task))).is_err() {
                        break;
                    }
                }
            });
        }
        // Only the threads hold tasks and results now: when they are gone, both channels close.
        drop((tasks, result_sender));
        let consumer = scope.spawn(move || -> Result<()> {
            let mut early: BTreeMap<usize, R> = BTreeMap::new();
            let mut next = 0;
            for (index, result) in result_receiver {
                early.insert(index, result);
                while let Some(result) = early.remove(&next) {
                    consume(result)?;
                    next += 1;
                }
            }
            Ok(())
        });
        let mut index = 0;
        let produced = produce(&mut |task| {
            // A send fails only when the threads are gone, because nobody wants results any more.
            let _ = task_sender.send((index, task));
            index += 1;
        });
        drop(task_sender);
        let consumed = consumer.join().unwrap_or_else(|_| Err(anyhow::anyhow!("printing failed")));
        produced.and(consumed)
    })
}

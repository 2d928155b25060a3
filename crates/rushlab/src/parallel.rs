//! Work on several threads, with the feature `parallel`. Without it, everything runs on the calling thread.

/// Returns the number of threads to use if a number is requested.
pub(crate) fn threads(requested: usize) -> usize {
    if cfg!(feature = "parallel") { requested.max(1) } else { 1 }
}

/// Calls `work` for each item, on as many threads as there are workers. A worker is the working memory of a thread.
/// Threads take the items in order, but finish them in any order.
pub(crate) fn for_each<W: Send, T: Send>(
    workers: &mut [W],
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut W, T) + Sync,
) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    if others.is_empty() || !cfg!(feature = "parallel") {
        items.for_each(|item| work(first, item));
        return;
    }
    let items = std::sync::Mutex::new(items);
    // A poisoned lock means that another thread has panicked; the scope passes its panic on.
    let next = || items.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
    let run = |worker: &mut W| {
        while let Some(item) = next() {
            work(worker, item);
        }
    };
    std::thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| run(worker));
        }
        run(first);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_by_any_number_of_workers() {
        for threads in 1..5 {
            let mut done = vec![0; 1000];
            let mut counts = vec![0; threads];
            for_each(&mut counts, done.iter_mut().enumerate(), |count, (index, item)| {
                *item += index;
                *count += 1;
            });
            assert!(done.into_iter().eq(0..1000));
            assert_eq!(counts.iter().sum::<usize>(), 1000);
        }
    }
}

//! No statement about times is within the noise.

use rushlab::search::{ALGORITHMS, Selections};

use super::super::checks::ReportChecks;
use super::super::data::Data;
use super::{effort, greedy, heuristic_cost, reasons};
use crate::comparison::{Comparison, Results, Times};

/// Returns the results of four searches with these times of each run on the puzzle, in milliseconds.
fn results(times: [[f64; 3]; 4]) -> Results {
    let searches = Selections {
        algorithms: ["dijkstra", "greedy", "astar"].map(str::to_owned).into(),
        heuristics: vec!["h1".into()],
        ..Selections::default()
    };
    let mut configurations = searches.resolve(ALGORITHMS).unwrap();
    let weighted =
        Selections { algorithms: vec!["astar".to_owned()], heuristics: vec!["h3".into()], ..Selections::default() };
    configurations.extend(weighted.resolve(ALGORITHMS).unwrap());
    let puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse().unwrap();
    let mut results = Comparison::new([puzzle], configurations).run(&()).unwrap();
    for (run, times) in results.puzzles[0].runs.iter_mut().zip(times) {
        run.result.times = Times { seconds: times.map(|time| time / 1000.0).into(), agree: true };
    }
    results
}

/// Returns every sentence about times.
fn sentences(results: &Results) -> Vec<String> {
    let data = Data::new(results, ReportChecks::new(&results.comparison, &()).unwrap());
    let headlines = [effort::headline(&data), effort::least_and_most_time(&data), heuristic_cost::headline(&data)];
    let more = headlines.into_iter().chain([greedy::headline(&data)]).flatten();
    more.chain(reasons::prices(&data)).chain(reasons::weighted(&data)).collect()
}

#[test]
fn differences_within_the_noise_are_not_stated() {
    let noisy = results([[1.0, 1.4, 1.2], [0.9, 1.3, 1.1], [1.2, 1.5, 1.1], [1.0, 1.1, 1.3]]);
    let text = sentences(&noisy).join("\n");
    assert!(text.contains("The times do not show it: all 3 differences from UCS are within the noise."), "{text}");
    assert!(text.contains("No search is clearly the fastest"), "{text}");
    assert!(text.contains("about the same time in total."), "{text}");
    for statement in [" faster than", "took the least", "of the time", "it pays", "not pay", "takes more"] {
        assert!(!text.contains(statement), "{statement}: {text}");
    }
}

#[test]
fn a_single_run_is_no_evidence() {
    let mut once = results([[1.0; 3], [2.0; 3], [3.0; 3], [4.0; 3]]);
    once.puzzles[0].runs.iter_mut().for_each(|run| run.result.times.seconds.truncate(1));
    assert!(sentences(&once).join("\n").contains("No search is clearly the fastest"));
}

#[test]
fn clear_differences_are_stated_with_their_spread() {
    let clear = results([[9.0, 9.2, 9.1], [1.0, 1.1, 1.05], [3.0, 3.1, 3.05], [3.0, 3.2, 3.1]]);
    let text = sentences(&clear).join("\n").replace('\u{a0}', " ");
    assert!(text.contains("Yes, on these puzzles: informed search is faster than UCS in all 3 runs."), "{text}");
    assert!(
        text.contains("GBFS h1 took the least time (1.05 ms ± 50.0 µs in total); UCS the most (9.10 ms ± 100 µs)."),
        "{text}"
    );
    assert!(text.contains("12% of the time in total, and every other informed search takes more."), "{text}");
    assert!(text.contains("in 34% of the time, and"), "greedy search against A: {text}");
    assert!(text.contains("so it pays: 34% of the time"), "{text}");
    assert!(text.contains("that A/A* h1 does, in about the same time."), "{text}");
    let slow = results([[1.0, 1.1, 1.05], [9.0, 9.2, 9.1], [1.0, 1.1, 1.05], [9.0, 9.2, 9.1]]);
    let text = sentences(&slow).join("\n").replace('\u{a0}', " ");
    assert!(
        text.contains("No: UCS is faster than informed search in 2 of 3 (67%) runs and slower in 0; the other"),
        "{text}"
    );
    assert!(
        text.contains("UCS and A/A* h1 took the least time (1.05 ms ± 50.0 µs, and differences within the noise"),
        "{text}"
    );
}

//! Every way of tampering with a file is found and named with the right file; other layouts are not punished.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod layouts;
mod tampering;

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use rushlab::heuristic;
use rushlab::puzzle::Metric;
use rushlab::search::{self, Duplicates, Selections};
use rushlab::{Puzzle, Rules};

use super::*;
use crate::comparison::comp472_files::{self, Layout};
use crate::comparison::{Comparison, PuzzleResults};

/// An easy puzzle, the example of the handout, one without solution, and one with a scarce tank.
const PUZZLES: [&str; 4] = [
    "..............AA.B.....B............",
    ".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0",
    ".....C.....CAA...C.....D.....D.....D",
    "..BB.C...D.C.AAD.C.EEEFF............ D2",
];

pub(super) type Files = BTreeMap<String, Vec<u8>>;

impl Source for Files {
    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }

    fn read(&mut self, index: usize) -> Result<Vec<u8>, String> {
        Ok(self.values().nth(index).cloned().unwrap_or_default())
    }
}

fn puzzles() -> Vec<Puzzle> {
    let rules = Rules::comp472(Metric::Moves);
    PUZZLES.iter().map(|line| line.parse::<Puzzle>().unwrap().with_rules(rules)).collect()
}

/// Returns the files of a comparison, and its puzzles.
pub(super) fn compare(layout: Layout) -> (Files, Vec<GradedPuzzle>) {
    let selections = Selections {
        algorithms: ["ucs", "gbfs", "a"].map(str::to_owned).to_vec(),
        default_heuristics: vec![heuristic::H1, heuristic::H2, heuristic::H3, heuristic::H4],
        duplicates: Duplicates::Board,
        ..Selections::default()
    };
    let configurations = selections.resolve(search::ALGORITHMS).unwrap();
    let comparison = Comparison { layout, ..Comparison::new(puzzles(), configurations) };
    let results = comparison.run(&()).unwrap();
    let mut files = Files::new();
    for (entry, puzzle) in results.puzzles.iter().enumerate() {
        let (number, own) = (entry + 1, results.comparison.entries[entry].puzzle.clone());
        for run in &puzzle.runs {
            let stem = results.comparison.configurations[run.configuration].stem();
            let (mut solution, mut search) = (Vec::new(), Vec::new());
            comp472_files::solution(&mut solution, &own, &run.result, layout).unwrap();
            let job = crate::comparison::SearchJob { entry, configuration: Some(run.configuration) };
            results.comparison.write_search(job, &run.result, &(), &mut search).unwrap();
            files.insert(comp472_files::solution_name(&stem, number), solution);
            files.insert(comp472_files::search_name(&stem, number), search);
        }
    }
    let graded =
        (results.puzzles.iter().zip(&results.comparison.entries)).map(|(PuzzleResults { optimum, .. }, entry)| {
            GradedPuzzle::new(entry.number, entry.puzzle.clone(), optimum.status, optimum.cost(), &mut ()).unwrap()
        });
    (files, graded.collect())
}

/// Returns the files of the course's way of searching, and the assignment that they answer.
pub(super) fn honest() -> &'static (Files, Assignment) {
    static HONEST: OnceLock<(Files, Assignment)> = OnceLock::new();
    HONEST.get_or_init(|| {
        let (files, puzzles) = compare(Layout::Course);
        (files, Assignment::new(puzzles, &CourseHeuristic::ALL, Scheme::default()))
    })
}

pub(super) fn report(files: &Files) -> StudentReport {
    grade(&honest().1, "team", &mut files.clone(), None, &|| true).unwrap()
}

/// Returns the files of UCS and of the searches with some heuristics that are not right, with their problems.
pub(super) fn wrong(files: &Files, heuristics: &[CourseHeuristic]) -> Vec<(String, Verdict, Vec<String>)> {
    type Known = Vec<(Vec<CourseHeuristic>, &'static Assignment)>;
    static ASSIGNMENTS: OnceLock<Mutex<Known>> = OnceLock::new();
    let mut known = ASSIGNMENTS.get_or_init(Mutex::default).lock().unwrap();
    let own = known.iter().find(|(own, _)| own == heuristics).map(|(_, assignment)| *assignment);
    let assignment = own.unwrap_or_else(|| {
        let new = Assignment::new(compare(Layout::Course).1, heuristics, Scheme::default());
        let new: &'static Assignment = Box::leak(Box::new(new));
        known.push((heuristics.to_vec(), new));
        new
    });
    drop(known);
    let report = grade(assignment, "team", &mut files.clone(), None, &|| true).unwrap();
    let wrong = report.files.into_iter().filter(|file| file.verdict != Verdict::Ok);
    wrong.map(|file| (file.name, file.verdict, file.problems.iter().map(ToString::to_string).collect())).collect()
}

#[test]
fn honest_files_have_full_points() {
    for layout in [Layout::Course, Layout::Handout] {
        let (files, _) = compare(layout);
        assert_eq!(wrong(&files, &CourseHeuristic::ALL), [], "{layout:?}");
        let report = report(&files);
        assert_eq!((report.points(), report.possible()), (42.5, 42.5));
        assert_eq!(report.files.len(), 2 * 9 * PUZZLES.len());
        assert_eq!(report.files.len(), report.count(Verdict::Ok));
    }
}

#[test]
fn a_missing_file_costs_its_share_of_every_criterion_that_concerns_it() {
    let mut files = honest().0.clone();
    files.remove("ucs-search-1.txt");
    let report = report(&files);
    let shares: Vec<(&str, usize, usize)> =
        report.criteria.iter().map(|own| (own.criterion.word(), own.right, own.files)).collect();
    let expected = [
        ("files", 71, 72),
        ("layout", 71, 72),
        ("solutions", 36, 36),
        ("optimality", 9, 9),
        ("search", 35, 36),
        ("heuristics", 24, 24),
        ("h4", 8, 8),
    ];
    assert_eq!(shares, expected);
    assert_eq!(report.points(), 42.11, "5 and 2.5 times 71/72, 10 times 35/36");
}

#[test]
fn schemes_are_checked() {
    let scheme = |name: &str, points| Scheme::new([(name.to_owned(), points)]);
    let own = scheme("optimality", 20.0).unwrap();
    assert_eq!((own.points(Criterion::Optimality), own.points(Criterion::Files)), (20.0, 0.0));
    assert!(
        scheme("style", 1.0).unwrap_err().to_string().starts_with("there is no criterion `style`; use files, layout")
    );
    for points in [-1.0, f64::NAN, 1e9] {
        assert_eq!(scheme("h4", points), Err(SchemeError::WrongPoints { name: "h4".to_owned() }));
    }
}

#[test]
fn students_are_ranked_by_solutions_then_cost_then_time() {
    let (files, assignment) = honest();
    let only = |name: &str, from: &str, time: &str| {
        let text = String::from_utf8(files[from].clone()).unwrap();
        let runtime = text.lines().find(|line| line.starts_with("Runtime")).unwrap().to_owned();
        Files::from([(name.to_owned(), text.replace(&runtime, &format!("Runtime: {time} seconds")).into_bytes())])
    };
    // A shorter time does not help a file with a false claim.
    let mut cheat = only("own-sol-2.txt", "ucs-sol-2.txt", "0");
    let text = String::from_utf8(cheat["own-sol-2.txt"].clone()).unwrap();
    cheat.insert("own-sol-2.txt".to_owned(), text.replace("K:6", "K:7").into_bytes());
    let teams = [
        only("a-h4-sol-2.txt", "ucs-sol-2.txt", "2"),
        only("own-sol-2.txt", "ucs-sol-2.txt", "1"),
        only("a-h4-sol-2.txt", "gbfs-h4-sol-2.txt", "1"),
        Files::new(),
        only("own-sol-2.txt", "ucs-sol-2.txt", "2.0"),
        cheat,
    ];
    let reports: Vec<StudentReport> =
        teams.into_iter().map(|mut team| grade(assignment, "team", &mut team, None, &|| true).unwrap()).collect();
    let standings = ranking::standings(assignment, &reports);
    assert_eq!(standings.iter().map(|standing| standing.rank).collect::<Vec<_>>(), [2, 1, 4, 5, 2, 5]);
    assert_eq!(standings.iter().map(|standing| standing.solved).collect::<Vec<_>>(), [1, 1, 1, 0, 1, 0]);
    assert!(standings[2].excess > 0 && standings[1].excess == 0 && standings[1].seconds == Some(1.0));
}

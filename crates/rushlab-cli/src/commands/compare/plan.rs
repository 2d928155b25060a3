//! The plan of a comparison, written before it starts. It lists its files, and identifies it when it is started again.

use rushlab::format;
use rushlab::heuristic;
use rushlab::search::Configuration;
use rushlab_study::comparison::comp472_files::Layout;
use rushlab_study::comparison::{Comparison, PuzzleEntry};
use serde::{Deserialize, Serialize};

use crate::arguments::CompareOptions;
use crate::checksum;

/// The files about all puzzles.
pub(super) const CSV: &str = "analysis.csv";
pub(super) const SPREADSHEET: &str = "analysis.xlsx";
pub(super) const REPORT: &str = "report.html";
pub(super) const REPORT_TEXT: &str = "report.md";
pub(super) const SLIDES: &str = "slides.html";
pub(super) const SLIDES_PDF: &str = "slides.pdf";

/// The subfolder for the pictures of `report.md`.
pub(super) const PICTURES: &str = "pictures";

/// The files of a comparison, and a fingerprint of everything that its results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) fingerprint: String,
    numbers: Vec<usize>,
    stems: Vec<String>,
    /// The other options, for messages.
    options: String,
}

impl Plan {
    pub(super) fn new(options: &CompareOptions, comparison: &Comparison) -> Plan {
        let Comparison { entries, configurations, .. } = comparison;
        let stems: Vec<String> = configurations.iter().map(Configuration::stem).collect();
        let mut words = vec![format!("duplicates {}", comparison.duplicates().word())];
        words.extend(options.parameters.describe());
        // The file of an expression may have changed.
        let heuristics = configurations.iter().filter_map(|configuration| configuration.heuristic.as_ref());
        let mut expressions: Vec<String> = heuristics
            .filter(|heuristic| heuristic::by_name(heuristic.about().name).is_none())
            .map(|heuristic| heuristic.title())
            .collect();
        expressions.dedup();
        words.extend(expressions);
        if configurations.iter().any(|configuration| configuration.algorithm.about().random) {
            words.push(format!("seed {}", options.seed.value()));
        }
        words.extend(options.runs.map(|runs| format!("{runs} runs")));
        words.extend(options.limits.max_states.map(|states| format!("at most {states} states")));
        words.push(format!("at most {} bytes of memory", options.limits.max_memory.0));
        words.extend(options.limits.time.timeout.map(|timeout| format!("at most {} seconds", timeout.0.as_secs_f64())));
        // Times that were measured in different ways are not mixed.
        words.push(format!("{} at a time on {}", comparison.threads, comparison.machine));
        if comparison.layout == Layout::Handout {
            words.push("layout handout".to_owned());
        }
        let options = words.join(", ");
        let mut text = format!("{}\n{}\n{options}\n", env!("CARGO_PKG_VERSION"), stems.join(","));
        for PuzzleEntry { number, puzzle, .. } in entries {
            text += &format!("{number} {} ", puzzle.rules());
            // JSON represents every puzzle.
            format::JSON.write(puzzle, &mut text);
        }
        let numbers = entries.iter().map(|entry| entry.number).collect();
        Plan { fingerprint: checksum::of_file(text.as_bytes()), numbers, stems, options }
    }

    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        let of_puzzle = |number: usize| {
            let of_stem = move |stem: &String| [solution(stem, number), search(stem, number)];
            self.stems.iter().flat_map(of_stem)
        };
        let of_all = [CSV, SPREADSHEET, REPORT, REPORT_TEXT, SLIDES, SLIDES_PDF].map(str::to_owned);
        self.numbers.iter().copied().flat_map(of_puzzle).chain(of_all)
    }

    pub(super) fn describe(&self) -> String {
        let puzzles = crate::output::count(self.numbers.len(), "puzzle");
        format!("{puzzles}; {}; {}", self.stems.join(", "), self.options)
    }
}

/// The stem of the search for the optimum.
pub(super) const OPTIMUM: &str = "optimum";

pub(super) use rushlab_study::comparison::comp472_files::{search_name as search, solution_name as solution};

//! The solution files of a contestant, in the COMP 472 format.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use rushlab::notation::{self, WrittenMove};
use rushlab::position::replay;
use rushlab::puzzle::Metric;
use rushlab_study::comparison::PuzzleEntry;

use crate::read;

pub(super) struct Contestant {
    pub(super) folder: PathBuf,
    /// The best legal solution of each puzzle.
    pub(super) best: Vec<Option<ContestantSolution>>,
    /// A message for each file that is not legal.
    pub(super) illegal: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ContestantSolution {
    pub(super) cost: u32,
    /// The time in the file, if it has one.
    pub(super) seconds: Option<f64>,
}

impl ContestantSolution {
    fn is_better_than(&self, other: &ContestantSolution) -> bool {
        let seconds = |solution: &ContestantSolution| solution.seconds.unwrap_or(f64::INFINITY);
        self.cost < other.cost || self.cost == other.cost && seconds(self) < seconds(other)
    }
}

impl Contestant {
    /// Reads every `…-sol-N.txt` of a folder. The best solution of each puzzle counts.
    pub(super) fn read(folder: &Path, entries: &[PuzzleEntry]) -> Result<Contestant> {
        let read_error = || format!("{} cannot be read; give the folder of a contestant", folder.display());
        let listing =
            fs::read_dir(folder).with_context(read_error)?.collect::<Result<Vec<_>, _>>().with_context(read_error)?;
        let mut files: Vec<(usize, PathBuf)> =
            listing.iter().map(fs::DirEntry::path).filter_map(|path| Some((number(&path)?, path))).collect();
        files.sort();
        let mut contestant =
            Contestant { folder: folder.to_owned(), best: vec![None; entries.len()], illegal: Vec::new() };
        for (number, path) in files {
            let Some(index) = entries.iter().position(|entry| entry.number == number) else { continue };
            let checked = read::bytes(&path, read::MOVES).map_err(|error| error.to_string()).and_then(|bytes| {
                let text = String::from_utf8_lossy(&bytes);
                check_solution(&entries[index], &text)
            });
            match checked {
                Err(reason) => contestant.illegal.push(format!("{}: {reason}", path.display())),
                Ok(solution) => {
                    let best = &mut contestant.best[index];
                    if let Some(found) = solution.filter(|found| best.is_none_or(|best| found.is_better_than(&best))) {
                        *best = Some(found);
                    }
                }
            }
        }
        Ok(contestant)
    }
}

/// Returns the number of the puzzle that a file is about.
fn number(path: &Path) -> Option<usize> {
    path.file_name()?.to_str()?.strip_suffix(".txt")?.rsplit_once("-sol-")?.1.parse().ok()
}

/// Returns the solution in a file; `None` if the file reports that there is none. The error is the reason why the
/// solution is not accepted.
fn check_solution(entry: &PuzzleEntry, text: &str) -> Result<Option<ContestantSolution>, String> {
    let Some(moves) = moves(text) else { return Ok(None) };
    let moves = notation::read(&moves, None).map_err(|error| error.to_string())?;
    let replayed = replay(&entry.puzzle, &moves);
    if let Some(reason) = replayed.error {
        let played = replayed.played.len();
        let named = moves.get(played).map(WrittenMove::to_string).unwrap_or_default();
        return Err(format!("move {}, {named}, is illegal: {reason}", played + 1));
    }
    if !replayed.solved {
        return Err(format!("puzzle {} is not solved at the end of its moves", entry.number));
    }
    let cost = match entry.puzzle.rules().metric {
        Metric::Moves => replayed.played.len() as u32,
        Metric::Steps => replayed.steps,
    };
    Ok(Some(ContestantSolution { cost, seconds: seconds(text) }))
}

/// Returns the text from `Solution path:` to an empty line. The example in the handout has line breaks in it.
fn moves(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).skip_while(|line| !line.starts_with("Solution path:"));
    let first = lines.next()?.strip_prefix("Solution path:")?;
    let rest = lines.take_while(|line| !line.is_empty());
    Some(std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" "))
}

/// Returns the time in a line such as `Runtime: 0.90 seconds`.
fn seconds(text: &str) -> Option<f64> {
    let runtime = text.lines().find_map(|line| line.trim().strip_prefix("Runtime:"))?;
    let seconds: f64 = runtime.split_whitespace().next()?.parse().ok()?;
    Some(seconds).filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_the_layout_of_the_course_and_of_the_handout_are_read() {
        let text = "Runtime: 0.90 seconds\r\nSolution path length: 3 moves\r\nSolution path: B left 1; E left 2;\r\nA right 1\r\n\r\nB";
        assert_eq!(moves(text).unwrap().trim(), "B left 1; E left 2; A right 1");
        assert_eq!(seconds(text), Some(0.9));
        assert_eq!(moves("Error: no solution found\n"), None);
        assert_eq!(seconds("Runtime: soon"), None);
        assert_eq!(number(Path::new("team/a-h1-sol-12.txt")), Some(12));
        assert_eq!(number(Path::new("team/a-h1-search-12.txt")), None);
    }
}

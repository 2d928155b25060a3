//! The player's progress, saved between runs: best results and unfinished games.
//!
//! The file is written atomically. A file that cannot be read is reported and left unchanged; then nothing is saved.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab::Puzzle;
use serde::{Deserialize, Serialize};

use crate::atomic_file;

/// The version this program writes, and the newest it reads.
const VERSION: u32 = 1;

/// The results and unfinished games of all puzzles.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct PlayerProgress {
    #[serde(rename = "progress")]
    version: u32,
    /// The key of the puzzle that was played last.
    pub(super) last: Option<String>,
    #[serde(rename = "levels")]
    puzzles: BTreeMap<String, PuzzleProgress>,
}

/// The progress on one puzzle.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct PuzzleProgress {
    /// The cost of the player's best solution, in the puzzle's metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<u32>,
    /// The most stars earned.
    #[serde(default)]
    pub(super) stars: u8,
    /// An unfinished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
}

impl Default for PlayerProgress {
    fn default() -> PlayerProgress {
        PlayerProgress { version: VERSION, last: None, puzzles: BTreeMap::new() }
    }
}

impl PlayerProgress {
    /// Returns the progress on a puzzle.
    pub(super) fn of(&self, key: &str) -> PuzzleProgress {
        self.puzzles.get(key).cloned().unwrap_or_default()
    }

    /// Records a solved puzzle. Only better results are saved.
    pub(super) fn solved(&mut self, key: &str, cost: u32, stars: u8) {
        let entry = self.puzzles.entry(key.to_owned()).or_default();
        entry.best = Some(entry.best.map_or(cost, |best| best.min(cost)));
        entry.stars = entry.stars.max(stars);
    }

    /// Saves an unfinished game, or removes it.
    pub(super) fn set_saved_game(&mut self, key: &str, game: Option<String>) {
        if game.is_some() || self.puzzles.contains_key(key) {
            self.puzzles.entry(key.to_owned()).or_default().game = game;
        }
    }

    /// Adds the results that another running game has saved meanwhile.
    fn merge(&mut self, other: &PlayerProgress) {
        for (key, theirs) in &other.puzzles {
            let known = self.puzzles.contains_key(key);
            if let Some(best) = theirs.best {
                self.solved(key, best, theirs.stars);
            }
            if !known {
                self.set_saved_game(key, theirs.game.clone());
            }
        }
    }

    fn read(text: &str) -> Result<PlayerProgress> {
        let progress: PlayerProgress = serde_json::from_str(text).context("it is not a progress file")?;
        if progress.version != VERSION {
            bail!("its version is {}, and this program supports version {VERSION}", progress.version);
        }
        Ok(progress)
    }
}

/// Returns the key of a puzzle: its board and rules, without its name and file.
pub(super) fn key(puzzle: &Puzzle) -> String {
    let (exit, primary) = (puzzle.exit().side, puzzle.primary().label);
    let cells = puzzle.start();
    let tanks: String =
        (puzzle.vehicles().iter()).filter_map(|vehicle| Some(format!(" {}{}", vehicle.label, vehicle.fuel?))).collect();
    format!("{}x{} {primary} {exit} {} {cells}{tanks}", puzzle.width(), puzzle.height(), puzzle.rules())
}

/// The progress file.
pub(super) struct ProgressFile {
    /// `None` if nothing is saved.
    path: Option<PathBuf>,
}

impl ProgressFile {
    /// Reads the progress file. If that fails, nothing is saved, and the message says why.
    pub(super) fn open(path: Option<PathBuf>) -> (ProgressFile, PlayerProgress, Option<String>) {
        let Some(path) = path else {
            let sentence = "progress is not saved: there is no home directory; name a file with --progress";
            return (ProgressFile { path: None }, PlayerProgress::default(), Some(sentence.to_owned()));
        };
        match read(&path) {
            Ok(progress) => (ProgressFile { path: Some(path) }, progress, None),
            Err(error) => {
                let path = path.display();
                let sentence = format!("progress is not saved: {path} cannot be read ({error:#}); repair or remove it");
                (ProgressFile { path: None }, PlayerProgress::default(), Some(sentence))
            }
        }
    }

    /// Writes the progress, merged with what other games have written since.
    pub(super) fn save(&self, progress: &PlayerProgress) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let mut merged = progress.clone();
        merged.merge(&read(path)?);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        }
        atomic_file::write(path, true, |out| {
            serde_json::to_writer_pretty(&mut *out, &merged)?;
            Ok(writeln!(out)?)
        })
    }
}

/// Reads the progress file; an empty progress if there is none.
fn read(path: &Path) -> Result<PlayerProgress> {
    match fs::read_to_string(path) {
        Ok(text) => PlayerProgress::read(&text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PlayerProgress::default()),
        Err(error) => Err(error.into()),
    }
}

/// Returns the default path of the progress file.
pub(super) fn default_path() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME").or_else(|| folder("XDG_DATA_HOME")).or_else(|| folder("LOCALAPPDATA"));
    let state = state.or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("rushlab").join("progress.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_result_and_unfinished_games_are_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/progress.json");
        let (store, mut progress, problem) = ProgressFile::open(Some(path.clone()));
        assert_eq!(problem, None);
        progress.solved("one", 9, 2);
        progress.solved("one", 12, 1);
        progress.set_saved_game("two", Some("a game".to_owned()));
        store.save(&progress).unwrap();

        let (other_store, mut other, _) = ProgressFile::open(Some(path.clone()));
        assert_eq!(other, progress);
        assert_eq!(other.of("one"), PuzzleProgress { best: Some(9), stars: 2, game: None });
        // Two games at the same time: the results of both are saved.
        other.solved("three", 4, 3);
        other_store.save(&other).unwrap();
        progress.solved("one", 8, 3);
        store.save(&progress).unwrap();
        let (_, last, _) = ProgressFile::open(Some(path));
        assert_eq!((last.of("one").best, last.of("three").best), (Some(8), Some(4)));
        assert_eq!(last.of("two").game.as_deref(), Some("a game"));
    }

    #[test]
    fn an_unreadable_file_is_reported_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        for text in ["mine", r#"{"progress":2,"last":null,"levels":{}}"#, "{}", ""] {
            fs::write(&path, text).unwrap();
            let (store, progress, problem) = ProgressFile::open(Some(path.clone()));
            assert!(problem.unwrap().contains("cannot be read"), "{text}");
            store.save(&progress).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn the_key_of_a_puzzle_depends_on_board_and_rules() {
        let puzzle = |text: &str| rushlab::format::parse(text).unwrap();
        let board = "......A..B..AXXB..A..B......CC......";
        assert_eq!(key(&puzzle(board)), format!("6x6 X right moves {board}"));
        assert_ne!(key(&puzzle(board)), key(&puzzle(&format!("{board} A5"))));
        assert_eq!(key(&puzzle(board)), key(&puzzle(board).with_name(Some("jam".to_owned()))));
    }
}

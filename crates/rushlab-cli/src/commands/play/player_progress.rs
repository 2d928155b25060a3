//! The player's progress, saved between runs: best results and unfinished games.
//!
//! The file carries a checksum and is written atomically. A file that cannot be read or is damaged is reported and left
//! unchanged; then nothing is saved. A lock file keeps two games from overwriting each other's results.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rushlab::Puzzle;
use serde::{Deserialize, Serialize};

use crate::{atomic_file, checksum, read};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 2;

/// How long a game waits for another one that saves at the same time.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerProgress {
    #[serde(rename = "progress")]
    version: u32,
    /// The checksum of the other fields; only in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    /// The key of the puzzle that was played last.
    pub(super) last: Option<String>,
    #[serde(rename = "levels")]
    puzzles: BTreeMap<String, PuzzleProgress>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleProgress {
    /// The cost of the player's best solution, in the puzzle's metric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<u32>,
    /// The most stars earned.
    #[serde(default)]
    pub(super) stars: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// The time spent on the unfinished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<u64>,
}

/// An unfinished game: its line, and the time spent on it.
pub(super) struct SavedGame {
    pub(super) line: String,
    pub(super) seconds: u64,
}

impl Default for PlayerProgress {
    fn default() -> PlayerProgress {
        PlayerProgress { version: VERSION, checksum: None, last: None, puzzles: BTreeMap::new() }
    }
}

impl PlayerProgress {
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
    pub(super) fn set_saved_game(&mut self, key: &str, game: Option<SavedGame>) {
        if game.is_some() || self.puzzles.contains_key(key) {
            let entry = self.puzzles.entry(key.to_owned()).or_default();
            (entry.game, entry.seconds) = game.map(|game| (game.line, game.seconds)).unzip();
        }
    }

    /// Adds the results that another running game has saved meanwhile.
    fn merge(&mut self, other: &PlayerProgress) {
        for (key, theirs) in &other.puzzles {
            match self.puzzles.get_mut(key) {
                None => {
                    self.puzzles.insert(key.clone(), theirs.clone());
                }
                Some(_) => {
                    if let Some(best) = theirs.best {
                        self.solved(key, best, theirs.stars);
                    }
                }
            }
        }
    }

    fn read(text: &str) -> Result<PlayerProgress> {
        let read: PlayerProgress = serde_json::from_str(text).context("it is not a progress file, or is damaged")?;
        if read.version != VERSION {
            bail!("its version is {}, and this program supports version {VERSION}", read.version);
        }
        if read.checksum.as_ref() != Some(&read.own_checksum()) {
            bail!("it is damaged: its checksum is wrong");
        }
        Ok(PlayerProgress { checksum: None, ..read })
    }

    fn own_checksum(&self) -> String {
        let fields = PlayerProgress { checksum: None, ..self.clone() };
        // The fields are plain data with text keys, so serialising them cannot fail.
        checksum::of_record("progress", &serde_json::to_string(&fields).unwrap_or_default())
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
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        }
        let _lock = lock(path)?;
        let mut merged = progress.clone();
        merged.merge(&read(path)?);
        merged.checksum = Some(merged.own_checksum());
        atomic_file::write(path, true, |out| {
            serde_json::to_writer_pretty(&mut *out, &merged)?;
            Ok(writeln!(out)?)
        })
    }
}

/// Locks the progress file until the returned file is dropped or the process ends. The lock is on a file of its own,
/// because the progress file is replaced.
fn lock(path: &Path) -> Result<File> {
    let mut name = OsString::from(path);
    name.push(".lock");
    let path = PathBuf::from(name);
    let lock_error = || format!("{} cannot be locked", path.display());
    let file = File::options().create(true).truncate(false).write(true).open(&path).with_context(lock_error)?;
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if started.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => bail!("another game has locked {}; end it", path.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(lock_error),
        }
    }
}

/// Reads the progress file; an empty progress if there is none.
fn read(path: &Path) -> Result<PlayerProgress> {
    match read::bytes(path, read::PLAYER_PROGRESS) {
        Ok(text) => PlayerProgress::read(&String::from_utf8_lossy(&text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PlayerProgress::default()),
        Err(error) => Err(error.into()),
    }
}

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
        progress.set_saved_game("two", Some(SavedGame { line: "a game".to_owned(), seconds: 75 }));
        store.save(&progress).unwrap();

        let (other_store, mut other, _) = ProgressFile::open(Some(path.clone()));
        assert_eq!(other, progress);
        assert_eq!(other.of("one"), PuzzleProgress { best: Some(9), stars: 2, ..PuzzleProgress::default() });
        // Two games at the same time: the results of both are saved.
        other.solved("three", 4, 3);
        other_store.save(&other).unwrap();
        progress.solved("one", 8, 3);
        store.save(&progress).unwrap();
        let (_, last, _) = ProgressFile::open(Some(path));
        assert_eq!((last.of("one").best, last.of("three").best), (Some(8), Some(4)));
        assert_eq!((last.of("two").game.as_deref(), last.of("two").seconds), (Some("a game"), Some(75)));
    }

    #[test]
    fn an_unreadable_file_is_reported_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        for text in
            ["mine", r#"{"progress":2,"last":null,"levels":{}}"#, r#"{"progress":1,"last":null,"levels":{}}"#, "{}", ""]
        {
            fs::write(&path, text).unwrap();
            let (store, progress, problem) = ProgressFile::open(Some(path.clone()));
            assert!(problem.unwrap().contains("cannot be read"), "{text}");
            store.save(&progress).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_wrong_checksum_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        let (store, mut progress, _) = ProgressFile::open(Some(path.clone()));
        progress.solved("one", 9, 2);
        progress.set_saved_game("two", Some(SavedGame { line: "a game".to_owned(), seconds: 75 }));
        store.save(&progress).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(PlayerProgress::read(&text).unwrap(), progress);
        // Every byte replaced: refused, or read as it was (white space).
        for index in 0..text.len() {
            for byte in b" 01239az{}\",\n" {
                let mut damaged = text.clone().into_bytes();
                damaged[index] = *byte;
                let damaged = String::from_utf8(damaged).unwrap();
                assert!(PlayerProgress::read(&damaged).map_or(true, |read| read == progress), "{damaged}");
            }
            assert!(PlayerProgress::read(&text[..index]).map_or(true, |read| read == progress));
        }
    }

    #[test]
    fn games_that_save_at_the_same_time_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        thread::scope(|scope| {
            for game in 0..4 {
                let path = path.clone();
                scope.spawn(move || {
                    let (store, mut progress, _) = ProgressFile::open(Some(path));
                    for puzzle in 0..10 {
                        progress.solved(&format!("{game}-{puzzle}"), 5, 1);
                        store.save(&progress).unwrap();
                    }
                });
            }
        });
        let (_, progress, _) = ProgressFile::open(Some(path));
        assert_eq!(progress.puzzles.len(), 40);
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

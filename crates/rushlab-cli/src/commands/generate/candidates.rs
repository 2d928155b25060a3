//! The puzzles that `rushlab generate --from` selects from, in random order: those of a database or of a compact list.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use rushlab::Puzzle;
use rushlab::puzzle::Metric;
use rushlab_census::SAMPLE;
use rushlab_census::compact::{CompactList, Group, is_compact};

use crate::arguments::{Filter, NumberRange};
use crate::commands::database::candidates::DatabaseCandidates;
use crate::input;

/// Puzzles that may meet the constraints, in random order.
pub(super) enum Candidates {
    Database(DatabaseCandidates),
    /// The ids of puzzles of a compact list.
    Compact(Vec<String>),
}

impl Candidates {
    /// Returns the puzzles that match, as far as it is known without a search. The same seed gives the same order.
    pub(super) fn shuffled(path: &Path, filter: Filter, seed: u64) -> Result<Candidates> {
        let list = match compact_bytes(path)? {
            None => return Ok(Candidates::Database(DatabaseCandidates::shuffled(path, filter, seed)?)),
            Some(bytes) => CompactList::read(bytes),
        };
        let list = list.map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let contains = |range: Option<NumberRange>, number: usize| {
            range.is_none_or(|range| range.up_to(usize::MAX).contains(&number))
        };
        let has_size =
            |group: &Group| filter.size.is_none_or(|size| (size.0, size.1) == (group.width(), group.height()));
        let has_moves =
            |group: &Group| group.metric() != Metric::Moves || contains(filter.moves, group.cost() as usize);
        let mut ids = Vec::new();
        for group in list.groups().iter().filter(|group| has_size(group) && has_moves(group)) {
            for puzzle in list.puzzles(group) {
                let puzzle = puzzle.map_err(|error| anyhow!("{}: {error}", path.display()))?;
                if contains(filter.walls, puzzle.walls().len()) && contains(filter.vehicles, puzzle.vehicles().len()) {
                    ids.push(puzzle.id());
                }
            }
        }
        ids.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        Ok(Candidates::Compact(ids))
    }

    /// Returns all puzzles, in their random order.
    pub(super) fn puzzles(&self) -> Box<dyn Iterator<Item = Result<Puzzle>> + '_> {
        match self {
            Candidates::Database(candidates) => Box::new(candidates.puzzles()),
            Candidates::Compact(ids) => Box::new(ids.iter().map(|id| Ok(Puzzle::from_id(id)?))),
        }
    }
}

/// Returns the bytes of a compact list, of a file or the sample in the program; `None` if the file is another one.
fn compact_bytes(path: &Path) -> Result<Option<std::borrow::Cow<'static, [u8]>>> {
    if path == Path::new(input::SAMPLE) && !path.exists() {
        return Ok(Some(SAMPLE.into()));
    }
    let cannot_be_read = || format!("{} cannot be read", path.display());
    let mut head = Vec::new();
    // A database that cannot be opened is reported later.
    let Ok(file) = File::open(path) else { return Ok(None) };
    file.take(64).read_to_end(&mut head).with_context(cannot_be_read)?;
    if is_compact(&head) { Ok(Some(fs::read(path).with_context(cannot_be_read)?.into())) } else { Ok(None) }
}

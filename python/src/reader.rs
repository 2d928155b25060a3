//! Puzzles of a file, one after the other, so that files of any size can be read.

use std::fs::File;
use std::path::PathBuf;

use pyo3::prelude::*;
use rushlab::format::Reader;
use rushlab::puzzle::Given;

use crate::arguments;
use crate::errors::{InvalidPuzzle, exception};
use crate::puzzle::{Puzzle, validate};

/// Reads the puzzles of a file one after the other. An invalid puzzle does not stop it.
#[pyclass(unsendable, module = "rushlab._native")]
pub(crate) struct PuzzleReader {
    reader: Reader<'static>,
    /// No puzzle has been read yet.
    is_empty: bool,
}

#[pymethods]
impl PuzzleReader {
    #[new]
    #[pyo3(signature = (path, *, format=None))]
    fn new(path: PathBuf, format: Option<&str>) -> PyResult<PuzzleReader> {
        let format = arguments::format(format)?;
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let reader = rushlab_census::compact::open(File::open(&path)?, format, file_name.as_deref());
        let reader = reader.map_err(|error| exception(&error.into()))?;
        Ok(PuzzleReader { reader, is_empty: true })
    }

    /// Returns the next puzzles, at most `count`: puzzles, and messages about invalid ones. It returns fewer only at
    /// the end of the file.
    fn read(&mut self, py: Python<'_>, count: usize) -> PyResult<Vec<ReadPuzzle>> {
        let mut puzzles = Vec::new();
        for draft in self.reader.by_ref().take(count) {
            self.is_empty = false;
            let draft = draft.map_err(|error| exception(&error.into()))?;
            match validate(Given::default(), draft) {
                Ok(puzzle) => puzzles.push(ReadPuzzle::Valid(Puzzle(puzzle))),
                Err(error) if error.is_instance_of::<InvalidPuzzle>(py) => {
                    puzzles.push(ReadPuzzle::Invalid(error.value(py).to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        if self.is_empty { Err(exception(&self.reader.no_puzzle().into())) } else { Ok(puzzles) }
    }
}

/// A puzzle, or the message about an invalid one.
#[derive(IntoPyObject)]
pub(crate) enum ReadPuzzle {
    Valid(Puzzle),
    Invalid(String),
}

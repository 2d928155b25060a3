//! Output to the terminal: results on stdout, everything else on stderr. `rows.rs` prints rows of results, and
//! `columns.rs` decides which columns fit; `pipe.rs` and `closed.rs` are about outputs without a reader, `printable.rs`
//! about text that a terminal would obey; `plain_boards.rs` has boards as rows of characters.

mod closed;
mod columns;
mod pipe;
mod plain_boards;
mod printable;
mod rows;

use std::borrow::Cow;
use std::io::{BufWriter, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use self::printable::PrintableWriter;
use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use rushlab::puzzle::RulesInWords;
use rushlab::search::{ConfigurationError, ConfigurationField};
use rushlab::{Puzzle, Remedy, format};
use rushlab_study::words;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

pub(crate) use rushlab_study::words::{count, grouped, memory};

pub(crate) use self::columns::Columns;
pub(crate) use self::pipe::{Pipe, expect_file};
pub(crate) use self::plain_boards::{plain_boards, plain_rows};
pub(crate) use self::printable::printable;
pub(crate) use self::rows::{Column, JsonLayout, Printer, Rows, Value, names, values};

pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// Returns buffered standard output. Colours are written only to a terminal, and never with NO_COLOR.
pub(crate) fn stdout() -> BufWriter<impl Write + Send> {
    let out = Pipe::to_standard_output(anstream::stdout());
    let out: Box<dyn Write + Send> =
        if std::io::stdout().is_terminal() { Box::new(PrintableWriter::new(out)) } else { Box::new(out) };
    BufWriter::with_capacity(64 << 10, out)
}

/// Prints an error on stderr. It is lost if stderr is gone.
pub(crate) fn error(message: &str) {
    let _ = writeln!(anstream::stderr(), "{BAD}error:{BAD:#} {}", printable(message));
}

/// Whether notes and progress are suppressed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses notes and progress.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether notes and progress are suppressed.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a note on stderr, unless notes are suppressed.
pub(crate) fn note(message: &str) {
    if !is_quiet() {
        let _ = writeln!(anstream::stderr(), "{}", printable(message));
    }
}

/// Returns the width of the terminal in columns, or 80.
pub(crate) fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}

/// Returns the width of the terminal on standard output; `None` if it is a pipe or a file.
fn terminal_columns() -> Option<usize> {
    std::io::stdout().is_terminal().then(columns)
}

/// Breaks a text between words into lines of at most `columns` columns.
pub(crate) fn wrap_words(text: &str, columns: usize) -> Vec<String> {
    wrap(text, columns, WordSeparator::AsciiSpace)
}

/// Breaks a list of clauses such as `A right 3; B up 1` after semicolons into lines of at most `columns` columns.
pub(crate) fn wrap_clauses(text: &str, columns: usize) -> Vec<String> {
    let separator = WordSeparator::Custom(|text| Box::new(text.split_inclusive("; ").map(Word::from)));
    if text.is_empty() { Vec::new() } else { wrap(text, columns, separator) }
}

fn wrap(text: &str, columns: usize, separator: WordSeparator) -> Vec<String> {
    let options = Options::new(columns)
        .word_separator(separator)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Returns a time with its unit, as `1.23 ms`.
pub(crate) fn time(seconds: f64) -> String {
    words::time(seconds).replace('\u{a0}', " ")
}

/// Returns a space and the name of a puzzle, if it has one.
pub(crate) fn name_of(puzzle: &Puzzle) -> String {
    puzzle.name().map_or_else(String::new, |name| format!(" {}", printable(&name.replace('\n', " "))))
}

/// Returns a space and the names of the special rules of a puzzle in parentheses, if it has any.
pub(crate) fn rules_of(puzzle: &Puzzle) -> String {
    match RulesInWords::of(puzzle).names().as_str() {
        "" => String::new(),
        names => format!(" ({names})"),
    }
}

/// Returns the board and the fuel of a puzzle as one line, with canonical labels if its own have several characters.
pub(crate) fn board_line(puzzle: &Puzzle) -> Option<String> {
    format::board_line(puzzle).or_else(|| format::board_line(&puzzle.canonical()))
}

/// Returns the imperative clause of the command line for a remedy.
pub(crate) fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::NamePrimary => "name it with --primary",
        Remedy::NameFormat => "name one with --format",
        Remedy::Relabel => "add --relabel",
        Remedy::PlainRules => "drop them with --rules plain --metric moves",
        Remedy::EsauNotation => "for Esau's lists use --notation esau",
        other => other.words(),
    }
}

/// Returns the error about a selected search.
pub(crate) fn configuration_error(error: &ConfigurationError) -> anyhow::Error {
    anyhow!(error.explain(&|field| match field {
        ConfigurationField::Algorithm => "--algorithm".to_owned(),
        ConfigurationField::Heuristic => "--heuristic".to_owned(),
        ConfigurationField::Parameter(name) => format!("--set {name}"),
        other => other.to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words_and_clauses() {
        assert_eq!(wrap_words("one two-three four", 9), ["one", "two-three", "four"]);
        assert_eq!(wrap_clauses("A right 3; B up 1; C left 2", 18), ["A right 3; B up 1;", "C left 2"]);
        assert_eq!(wrap_clauses("A right 3; B up 1", 4), ["A right 3;", "B up 1"]);
        assert!(wrap_clauses("", 80).is_empty());
    }
}

//! Output to the terminal: results on stdout, everything else on stderr.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use rushlab::{Puzzle, Remedy, format};
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::arguments::Output;

/// The style of headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// The style of success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// The style of failures and errors.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// Returns buffered standard output. Colours are written only to a terminal, and never with NO_COLOR.
pub(crate) fn stdout() -> BufWriter<impl Write + Send> {
    BufWriter::with_capacity(64 << 10, anstream::stdout())
}

/// Prints an error on stderr.
pub(crate) fn error(message: &str) {
    anstream::eprintln!("{BAD}error:{BAD:#} {message}");
}

/// Prints a note on stderr.
pub(crate) fn note(message: &str) {
    anstream::eprintln!("{message}");
}

/// Returns the width of the terminal in columns, or 80.
pub(crate) fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
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

/// Returns a space and the name of a puzzle, if it has one. Control characters are replaced by spaces.
pub(crate) fn name_of(puzzle: &Puzzle) -> String {
    let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
    puzzle.name().map_or_else(String::new, |name| format!(" {}", name.chars().map(clean).collect::<String>()))
}

/// Returns the board and the fuel of a puzzle as one line, with canonical labels if its own have several characters.
pub(crate) fn board_line(puzzle: &Puzzle) -> Option<String> {
    format::board_line(puzzle).or_else(|| format::board_line(&puzzle.canonical()))
}

/// Returns a count with its noun: `1 puzzle`, `1,500 puzzles`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a number with commas between thousands.
pub(crate) fn grouped(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

/// Returns an amount of memory in a decimal unit: `313 kB`, `1.2 MB`.
pub(crate) fn memory(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Returns a time in a suitable unit: `85 µs`, `1.2 ms`, `3.4 s`.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// A value in a row of results.
pub(crate) enum Value<'a> {
    Text(Cow<'a, str>),
    Number(u64),
    /// A number and its number of decimals.
    Decimal(f64, usize),
    Flag(bool),
    Missing,
}

impl<'a, T: Into<Cow<'a, str>>> From<T> for Value<'a> {
    fn from(text: T) -> Value<'a> {
        Value::Text(text.into())
    }
}

impl Value<'_> {
    /// Returns a time in seconds, to the microsecond.
    pub(crate) fn seconds(seconds: f64) -> Value<'static> {
        Value::Decimal(seconds, 6)
    }

    /// Returns a number with the decimals that it has: none if it is whole.
    pub(crate) fn exact(number: f64) -> Value<'static> {
        match number.to_string().split_once('.') {
            None => Value::Number(number as u64),
            Some((_, decimals)) => Value::Decimal(number, decimals.len()),
        }
    }

    /// Returns the value as text on one line.
    pub(crate) fn shown(&self) -> Cow<'_, str> {
        match self {
            // A tab or a line break would split the row.
            Value::Text(text) if text.contains(['\t', '\n', '\r']) => text.replace(['\t', '\n', '\r'], " ").into(),
            Value::Text(text) => Cow::Borrowed(text),
            Value::Number(number) => number.to_string().into(),
            Value::Decimal(figure, decimals) => format!("{figure:.decimals$}").into(),
            Value::Flag(true) => "yes".into(),
            Value::Flag(false) => "no".into(),
            Value::Missing => "-".into(),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Value::Text(text) => text.as_ref().into(),
            Value::Number(number) => (*number).into(),
            // The same precision as in the other styles.
            Value::Decimal(..) => self.shown().parse::<f64>().ok().into(),
            Value::Flag(flag) => (*flag).into(),
            Value::Missing => serde_json::Value::Null,
        }
    }
}

/// A printer of rows: separated by tabs, as JSON objects, or in aligned columns.
pub(crate) struct Rows<'a, W: Write> {
    out: W,
    style: Output,
    names: &'a [&'a str],
    /// Rows that are not printed yet because the column widths are not known.
    buffered: Vec<Vec<String>>,
    widths: Vec<usize>,
    json: JsonLayout,
}

/// The layout of a list of JSON objects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonLayout {
    is_array: bool,
    is_empty: bool,
}

impl JsonLayout {
    /// An array, with one object per line.
    pub(crate) const ARRAY: JsonLayout = JsonLayout { is_array: true, is_empty: true };
    /// One object per line.
    pub(crate) const LINES: JsonLayout = JsonLayout { is_array: false, is_empty: true };

    /// Returns the layout of a style of printed results.
    pub(crate) fn of(style: Output) -> JsonLayout {
        if style == Output::Jsonl { JsonLayout::LINES } else { JsonLayout::ARRAY }
    }

    /// Returns the text before the next object.
    pub(crate) fn before(&mut self) -> &'static str {
        match (self.is_array, std::mem::replace(&mut self.is_empty, false)) {
            (true, true) => "[\n",
            (true, false) => ",\n",
            (false, _) => "",
        }
    }

    /// Returns the text after an object.
    pub(crate) fn after(self) -> &'static str {
        if self.is_array { "" } else { "\n" }
    }

    /// Returns the text at the end.
    pub(crate) fn end(self) -> &'static str {
        match (self.is_array, self.is_empty) {
            (true, true) => "[]\n",
            (true, false) => "\n]\n",
            (false, _) => "",
        }
    }
}

impl<'a, W: Write> Rows<'a, W> {
    /// The number of rows from which the column widths are computed.
    const SAMPLE: usize = 1000;

    /// The maximum number of characters in a cell of aligned columns.
    const MAX_WIDTH: usize = 300;

    pub(crate) fn new(mut out: W, style: Output, names: &'a [&'a str]) -> io::Result<Rows<'a, W>> {
        if style == Output::Tsv {
            writeln!(out, "{}", names.join("\t"))?;
        }
        let head = vec![names.iter().map(|name| (*name).to_owned()).collect()];
        Ok(Rows { out, style, names, buffered: head, widths: Vec::new(), json: JsonLayout::of(style) })
    }

    /// Prints a row. Values beyond the last column are dropped.
    pub(crate) fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        let values = &values[..values.len().min(self.names.len())];
        match self.style {
            Output::Tsv => {
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        self.out.write_all(b"\t")?;
                    }
                    match value {
                        Value::Number(number) => write!(self.out, "{number}")?,
                        other => self.out.write_all(other.shown().as_bytes())?,
                    }
                }
                self.out.write_all(b"\n")
            }
            Output::Json | Output::Jsonl => {
                write!(self.out, "{}", self.json.before())?;
                // Written field by field, so that the fields are in the order of the columns.
                for (index, (name, value)) in self.names.iter().zip(values).enumerate() {
                    write!(self.out, "{}\"{name}\":{}", if index > 0 { "," } else { "{" }, value.json())?;
                }
                write!(self.out, "}}{}", self.json.after())
            }
            Output::Table | Output::Text => {
                let cells = values.iter().map(|value| shortened(value.shown(), Rows::<W>::MAX_WIDTH));
                self.buffered.push(cells.collect());
                if self.widths.is_empty() && self.buffered.len() < Rows::<W>::SAMPLE {
                    Ok(())
                } else {
                    self.flush_rows()
                }
            }
        }
    }

    /// Prints the remaining rows.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        match self.style {
            Output::Table | Output::Text => self.flush_rows()?,
            Output::Json | Output::Jsonl => write!(self.out, "{}", self.json.end())?,
            Output::Tsv => {}
        }
        self.out.flush()
    }

    fn flush_rows(&mut self) -> io::Result<()> {
        let head = self.widths.is_empty();
        if head {
            let width = |column: usize| self.buffered.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            self.widths = (0..self.names.len()).map(width).collect();
        }
        for (index, row) in self.buffered.drain(..).enumerate() {
            let cells = row.iter().zip(&self.widths).map(|(cell, width)| format!("{cell:width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            let line = line.trim_end();
            if head && index == 0 {
                writeln!(self.out, "{STRONG}{line}{STRONG:#}")?;
            } else {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }
}

/// Returns a text with at most `width` characters; a longer one ends with an ellipsis.
fn shortened(text: Cow<'_, str>, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.into_owned(),
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
    }
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

    #[test]
    fn long_cells_are_shortened() {
        let mut out = Vec::new();
        let mut rows = Rows::new(&mut out, Output::Table, &["name"]).unwrap();
        rows.row(&["[".repeat(100_000).into()]).unwrap();
        rows.row(&["ä".repeat(300).into()]).unwrap();
        rows.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines, ["[".repeat(299) + "…", "ä".repeat(300)]);
    }

    #[test]
    fn json_is_one_array_and_jsonl_one_object_per_line() {
        let printed = |style, count: u64| {
            let mut out = Vec::new();
            let mut rows = Rows::new(&mut out, style, &["n"]).unwrap();
            (0..count).for_each(|number| rows.row(&[Value::Number(number)]).unwrap());
            rows.finish().unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!([0, 2].map(|count| printed(Output::Json, count)), ["[]\n", "[\n{\"n\":0},\n{\"n\":1}\n]\n"]);
        assert_eq!([0, 2].map(|count| printed(Output::Jsonl, count)), ["", "{\"n\":0}\n{\"n\":1}\n"]);
    }

    #[test]
    fn counts_have_commas_and_their_noun() {
        assert_eq!(count(1, "puzzle"), "1 puzzle");
        assert_eq!(count(1_234_567, "puzzle"), "1,234,567 puzzles");
    }
}

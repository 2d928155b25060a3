//! Rows of results: separated by tabs, as JSON objects, or in aligned columns.

use std::borrow::Cow;
use std::io::{self, Write};

use anyhow::Result;

use super::columns::{Columns, GAP, TableLayout};
use super::{STRONG, grouped, note, stdout, terminal_columns};
use crate::arguments::Output;

pub(crate) enum Value<'a> {
    /// A text; an empty one is missing.
    Text(Cow<'a, str>),
    Number(u64),
    /// A number and its number of decimals.
    Decimal(f64, usize),
    Flag(bool),
    Missing,
}

/// Converts types of one kind to one variant.
macro_rules! from {
    ($($type:ty => $variant:ident),+) => {
        $(impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Value<'a> {
                Value::$variant(value.into())
            }
        })+
    };
}

from! { &'a str => Text, String => Text, Cow<'a, str> => Text, u64 => Number, u32 => Number, u8 => Number, bool => Flag }

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Number(number as u64)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Value<'a> {
        value.map_or(Value::Missing, T::into)
    }
}

/// A column: its name, and its value in the row of an `A` and a `B`.
pub(crate) type Column<A, B> = (&'static str, for<'a> fn(&'a A, &'a B) -> Value<'a>);

pub(crate) const fn names<A, B, const N: usize>(columns: &[Column<A, B>; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = columns[index].0;
        index += 1;
    }
    names
}

/// Returns a row: the value in each of some columns.
pub(crate) fn values<'a, A, B>(columns: &[Column<A, B>], one: &'a A, other: &'a B) -> Vec<Value<'a>> {
    columns.iter().map(|(_, value)| value(one, other)).collect()
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
            Value::Text(text) if text.is_empty() => "-".into(),
            Value::Text(text) => Cow::Borrowed(text),
            Value::Number(number) => number.to_string().into(),
            Value::Decimal(figure, decimals) => format!("{figure:.decimals$}").into(),
            Value::Flag(true) => "yes".into(),
            Value::Flag(false) => "no".into(),
            Value::Missing => "-".into(),
        }
    }

    /// Returns the value as people read it: with commas between thousands.
    fn shown_to_people(&self) -> Cow<'_, str> {
        match self {
            Value::Number(number) => grouped(*number as usize).into(),
            other => other.shown(),
        }
    }

    fn json(&self) -> serde_json::Value {
        match self {
            Value::Text(text) if text.is_empty() => serde_json::Value::Null,
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
    columns: Columns<'a>,
    /// The width of the terminal, if the rows are printed on one.
    terminal: Option<usize>,
    /// Rows of a table that are not printed yet because its layout is not known.
    buffered: Vec<Vec<String>>,
    /// The layout of a table, when its first rows are known.
    layout: Option<TableLayout>,
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

    pub(crate) fn end(self) -> &'static str {
        match (self.is_array, self.is_empty) {
            (true, true) => "[]\n",
            (true, false) => "\n]\n",
            (false, _) => "",
        }
    }
}

impl<'a, W: Write> Rows<'a, W> {
    /// Number of rows from which the column widths are computed.
    const SAMPLE: usize = 1000;

    /// The maximum number of characters in a cell of aligned columns.
    const MAX_WIDTH: usize = 300;

    pub(crate) fn new(mut out: W, style: Output, columns: impl Into<Columns<'a>>) -> io::Result<Rows<'a, W>> {
        let columns = columns.into();
        if style == Output::Tsv {
            writeln!(out, "{}", columns.names.join("\t"))?;
        }
        let terminal = terminal_columns();
        Ok(Rows { out, style, columns, terminal, buffered: Vec::new(), layout: None, json: JsonLayout::of(style) })
    }

    /// Returns whether the rows are aligned columns.
    pub(crate) fn is_table(&self) -> bool {
        matches!(self.style, Output::Table | Output::Text)
    }

    pub(crate) fn is_json(&self) -> bool {
        matches!(self.style, Output::Json | Output::Jsonl)
    }

    /// Prints a JSON object in place of a row.
    pub(crate) fn object(&mut self, object: &serde_json::Value) -> io::Result<()> {
        write!(self.out, "{}{object}{}", self.json.before(), self.json.after())
    }

    /// Prints a row. Values beyond the last column are dropped.
    pub(crate) fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        let values = &values[..values.len().min(self.columns.names.len())];
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
                for (index, (name, value)) in self.columns.names.iter().zip(values).enumerate() {
                    write!(self.out, "{}\"{name}\":{}", if index > 0 { "," } else { "{" }, value.json())?;
                }
                write!(self.out, "}}{}", self.json.after())
            }
            Output::Table | Output::Text => {
                let cells = values.iter().map(|value| shortened(value.shown_to_people(), Rows::<W>::MAX_WIDTH));
                self.buffered.push(cells.collect());
                if self.layout.is_none() && self.buffered.len() < Rows::<W>::SAMPLE {
                    Ok(())
                } else {
                    self.flush_rows()
                }
            }
        }
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        match self.style {
            Output::Table | Output::Text => self.flush_rows()?,
            Output::Json | Output::Jsonl => write!(self.out, "{}", self.json.end())?,
            Output::Tsv => {}
        }
        self.out.flush()?;
        let left_out = self.layout.map(|layout| layout.left_out).unwrap_or_default();
        if !left_out.is_empty() {
            let names: Vec<&str> = left_out.into_iter().map(|column| self.columns.names[column]).collect();
            note(&format!("columns for which the terminal is too narrow: {}", names.join(", ")));
        }
        Ok(())
    }

    /// Prints the buffered rows of a table, at first with the heading.
    fn flush_rows(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.buffered);
        let is_first = self.layout.is_none();
        let layout = self.layout.get_or_insert_with(|| self.columns.layout(&rows, self.terminal));
        let is_shortened =
            |column: usize| self.terminal.is_some() && self.columns.shortened.contains(&self.columns.names[column]);
        if is_first {
            let heading = line(self.columns.names, layout, is_shortened);
            writeln!(self.out, "{STRONG}{heading}{STRONG:#}")?;
        }
        rows.iter().try_for_each(|row| writeln!(self.out, "{}", line(row, layout, is_shortened)))
    }
}

/// A printer of results: as sentences, with an empty line between two, or as rows.
pub(crate) enum Printer {
    Text { out: Out, printed: usize },
    Rows(Rows<'static, Out>),
}

/// Standard output.
type Out = Box<dyn Write + Send>;

impl Printer {
    pub(crate) fn new(style: Output, columns: impl Into<Columns<'static>>) -> Result<Printer> {
        let out: Out = Box::new(stdout());
        Ok(match style {
            Output::Text => Printer::Text { out, printed: 0 },
            style => Printer::Rows(Rows::new(out, style, columns)?),
        })
    }

    /// Prints a result: what `text` writes, or the rows that `rows` prints.
    pub(crate) fn print(
        &mut self,
        text: impl FnOnce(&mut Out) -> Result<()>,
        rows: impl FnOnce(&mut Rows<'static, Out>) -> Result<()>,
    ) -> Result<()> {
        match self {
            Printer::Text { out, printed } => {
                if *printed > 0 {
                    writeln!(out)?;
                }
                *printed += 1;
                text(out)?;
                Ok(out.flush()?)
            }
            Printer::Rows(own) => rows(own),
        }
    }

    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Printer::Text { .. } => Ok(()),
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

/// Returns a line of a table. Cells of `shortened` columns are cut to the width of their column.
fn line(cells: &[impl AsRef<str>], layout: &TableLayout, is_shortened: impl Fn(usize) -> bool) -> String {
    let shown = cells.iter().zip(&layout.widths).enumerate();
    let shown = shown.filter_map(|(column, (cell, width))| Some((column, cell.as_ref(), (*width)?)));
    let fitted = shown.map(|(column, cell, width)| match is_shortened(column) {
        true => format!("{:width$}", shortened(cell.into(), width)),
        false => format!("{cell:width$}"),
    });
    fitted.collect::<Vec<String>>().join(&" ".repeat(GAP)).trim_end().to_owned()
}

/// Returns a text with at most `width` characters; a longer one ends with an ellipsis.
fn shortened(text: Cow<'_, str>, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.into_owned(),
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn numbers_have_commas_for_people_and_none_for_programs() {
        let printed = |style| {
            let mut out = Vec::new();
            let mut rows = Rows::new(&mut out, style, &["n"]).unwrap();
            rows.row(&[Value::Number(15_000)]).unwrap();
            rows.finish().unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(printed(Output::Table).ends_with("\n15,000\n"));
        assert_eq!([printed(Output::Tsv), printed(Output::Jsonl)], ["n\n15000\n", "{\"n\":15000}\n"]);
    }

    #[test]
    fn what_is_missing_is_a_dash_in_rows_and_null_in_json() {
        let printed = |style| {
            let mut out = Vec::new();
            let mut rows = Rows::new(&mut out, style, &["a", "b"]).unwrap();
            rows.row(&[Value::Missing, "".into()]).unwrap();
            rows.finish().unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(printed(Output::Tsv), "a\tb\n-\t-\n");
        assert_eq!(printed(Output::Jsonl), "{\"a\":null,\"b\":null}\n");
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
}

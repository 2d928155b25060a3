//! Files of records in the format of their extension: CSV (RFC 4180), TSV or JSON lines.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use crate::arguments::Output;
use crate::output::{Rows, Value};
use rushlab_study::csv;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordFormat {
    Csv,
    Tsv,
    JsonLines,
}

impl RecordFormat {
    /// Returns the format that the extension of a file names.
    pub(super) fn of(path: &Path) -> Option<RecordFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(RecordFormat::Csv),
            "tsv" => Some(RecordFormat::Tsv),
            "jsonl" | "ndjson" | "json" => Some(RecordFormat::JsonLines),
            _ => None,
        }
    }
}

/// A writer of records. Missing values are empty in CSV, `-` in TSV and `null` in JSON.
pub(super) enum RecordWriter<'a, W: Write> {
    Csv(W),
    Rows(Rows<'a, W>),
}

impl<'a, W: Write> RecordWriter<'a, W> {
    /// Starts a file with its header.
    pub(super) fn new(mut out: W, format: RecordFormat, names: &'a [&'a str]) -> io::Result<RecordWriter<'a, W>> {
        Ok(match format {
            RecordFormat::Csv => {
                writeln!(out, "{}", names.join(","))?;
                RecordWriter::Csv(out)
            }
            RecordFormat::Tsv => RecordWriter::Rows(Rows::new(out, Output::Tsv, names)?),
            RecordFormat::JsonLines => RecordWriter::Rows(Rows::new(out, Output::Jsonl, names)?),
        })
    }

    pub(super) fn write(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        match self {
            RecordWriter::Csv(out) => {
                let cells: Vec<Cow<'_, str>> = values.iter().map(csv_cell).collect();
                writeln!(out, "{}", cells.join(","))
            }
            RecordWriter::Rows(rows) => rows.row(values),
        }
    }
}

fn csv_cell<'a>(value: &'a Value<'_>) -> Cow<'a, str> {
    match value {
        Value::Missing => "".into(),
        Value::Text(text) => csv::text(text),
        number => number.shown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: RecordFormat) -> String {
        let mut out = Vec::new();
        let mut records = RecordWriter::new(&mut out, format, &["text", "number", "none"]).unwrap();
        records.write(&["a \"b\", c".into(), Value::Decimal(0.5, 2), Value::Missing]).unwrap();
        records.write(&["=1".into(), Value::Decimal(-0.5, 2), Value::Missing]).unwrap();
        drop(records);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_format_has_its_header_quotes_and_missing_values() {
        assert_eq!(written(RecordFormat::Csv), "text,number,none\n\"a \"\"b\"\", c\",0.50,\n'=1,-0.50,\n");
        assert_eq!(written(RecordFormat::Tsv), "text\tnumber\tnone\na \"b\", c\t0.50\t-\n=1\t-0.50\t-\n");
        let json = "{\"text\":\"a \\\"b\\\", c\",\"number\":0.5,\"none\":null}\n{\"text\":\"=1\",\"number\":-0.5,\"none\":null}\n";
        assert_eq!(written(RecordFormat::JsonLines), json);
    }

    #[test]
    fn the_extension_names_the_format() {
        let of = |name: &str| RecordFormat::of(Path::new(name));
        assert_eq!(of("a.b/runs.CSV"), Some(RecordFormat::Csv));
        assert_eq!(of("runs.jsonl"), Some(RecordFormat::JsonLines));
        assert_eq!((of("runs"), of("runs.xlsx")), (None, None));
    }
}

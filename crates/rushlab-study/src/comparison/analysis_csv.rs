//! The analysis as CSV: one row per run.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Results;
use super::columns::{COLUMNS, Cell};
use crate::csv;

impl Results {
    /// Writes the analysis as CSV.
    ///
    /// # Errors
    ///
    /// Fails if `out` fails.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let headings: Vec<&str> = COLUMNS.iter().map(|column| column.heading).collect();
        writeln!(out, "{}", headings.join(","))?;
        for run in self.runs() {
            let row: Vec<Cow<'_, str>> = COLUMNS.iter().map(|column| shown((column.value)(self, run))).collect();
            writeln!(out, "{}", row.join(","))?;
        }
        Ok(())
    }
}

fn shown(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Text(text) => csv::text(&text).into_owned().into(),
        Cell::Count(count) => count.to_string().into(),
        Cell::Seconds(number) => format!("{number:.6}").into(),
        Cell::Mean(number) | Cell::Share(number) => format!("{number:.4}").into(),
        Cell::Missing => "".into(),
    }
}

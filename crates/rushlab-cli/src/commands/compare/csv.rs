//! `analysis.csv`: one row per run. Its texts are cells of `crate::csv`.

use std::borrow::Cow;

use anyhow::Result;

use super::columns::{COLUMNS, Cell};
use super::folder::Folder;
use super::manifest;
use super::model::Comparison;
use crate::csv;

pub(super) fn write(folder: &Folder, comparison: &Comparison) -> Result<()> {
    folder.write(manifest::CSV, |out| {
        let headings: Vec<&str> = COLUMNS.iter().map(|column| column.heading).collect();
        writeln!(out, "{}", headings.join(","))?;
        for run in &comparison.runs {
            let row: Vec<Cow<'_, str>> = COLUMNS.iter().map(|column| shown((column.value)(comparison, run))).collect();
            writeln!(out, "{}", row.join(","))?;
        }
        Ok(())
    })?;
    Ok(())
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

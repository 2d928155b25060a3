//! The tables of a census as the kernels see them: one array, and definitions of where each table begins.

use rushlab::Metric;
use rushlab_census::{BoardNumbering, CellState, CensusTables};

/// The tables of a census in the form of the kernels.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The automaton that unranks boards.
    pub(crate) states: Vec<CellState>,
    /// All other tables, one after the other.
    pub(crate) table: Vec<u16>,
    /// The names and values that the kernels' source needs.
    pub(crate) definitions: Vec<(&'static str, usize)>,
}

impl Layout {
    /// Makes the tables; `None` if they are too large for a device.
    pub(crate) fn new(numbering: &BoardNumbering, metric: Metric) -> Option<Layout> {
        let CensusTables { states, rows, columns } = CensusTables::new(numbering, metric)?;
        let size = numbering.size();
        let mut table = Vec::new();
        let mut definitions =
            vec![("WIDTH", size.width()), ("HEIGHT", size.height()), ("PRIMARY_ROW", size.primary_row())];
        for (name, part) in [
            ("ROW_FIND", rows.find),
            ("ROW_LINES", rows.lines),
            ("ROW_CONTENTS", rows.contents),
            ("ROW_SUCCESSORS", rows.successors),
            ("ROW_STEPS", rows.steps),
            ("COLUMN_FIND", columns.find),
            ("COLUMN_LINES", columns.lines),
            ("COLUMN_CONTENTS", columns.contents),
            ("COLUMN_SUCCESSORS", columns.successors),
            ("COLUMN_REACH", columns.reach),
            ("COLUMN_COVERING", columns.covering),
        ] {
            definitions.push((name, table.len()));
            table.extend(part);
        }
        Some(Layout { states, table, definitions })
    }

    /// Returns the options that define the names for a compiler.
    pub(crate) fn options(&self) -> Vec<String> {
        self.definitions.iter().map(|(name, value)| format!("-D{name}={value}")).collect()
    }
}

//! The columns of a table, and which of them fit on the terminal.

/// The least width to which cells are shortened.
const SHORTEST: usize = 24;

pub(super) const GAP: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) names: &'a [&'a str],
    /// Columns of sentences and lists, which a narrow terminal shortens. Other cells, such as boards, are shown whole.
    pub(crate) shortened: &'a [&'a str],
    /// The columns that a narrow terminal leaves out first, the least important first. After them it leaves out those
    /// at the right, but never the first column.
    pub(crate) least_important: &'a [&'a str],
    /// Columns that a table leaves out if they have the same given value in all rows.
    pub(crate) usual: &'a [(&'a str, &'a str)],
}

impl Columns<'_> {
    pub(crate) const DEFAULT: Columns<'static> =
        Columns { names: &[], shortened: &[], least_important: &[], usual: &[] };
}

impl<'a> From<&'a [&'a str]> for Columns<'a> {
    fn from(names: &'a [&'a str]) -> Columns<'a> {
        Columns { names, ..Columns::DEFAULT }
    }
}

impl<'a, const N: usize> From<&'a [&'a str; N]> for Columns<'a> {
    fn from(names: &'a [&'a str; N]) -> Columns<'a> {
        Columns::from(&names[..])
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TableLayout {
    pub(super) widths: Vec<Option<usize>>,
    /// The columns for which the terminal is too narrow.
    pub(super) left_out: Vec<usize>,
}

impl Columns<'_> {
    /// Returns the layout of a table for its first rows, without the heading, and for a terminal of a width, if any.
    pub(super) fn layout(&self, rows: &[Vec<String>], terminal: Option<usize>) -> TableLayout {
        let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
        let is_usual = |column: usize| {
            let usual = self.usual.iter().find(|(name, _)| *name == self.names[column]);
            usual.is_some_and(|(_, value)| cells(column).all(|cell| cell == value))
        };
        let full = |column: usize| {
            let widest = cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
            widest.max(self.names[column].chars().count())
        };
        let columns = 0..self.names.len();
        let full: Vec<Option<usize>> =
            columns.clone().map(|column| (!is_usual(column)).then(|| full(column))).collect();
        let Some(terminal) = terminal else { return TableLayout { widths: full, ..TableLayout::default() } };
        let is_shortened = |column: usize| self.shortened.contains(&self.names[column]);
        let least = |(column, full): (usize, &Option<usize>)| {
            full.map(|full| if is_shortened(column) { full.min(SHORTEST) } else { full })
        };
        let mut widths: Vec<Option<usize>> = full.iter().enumerate().map(least).collect();
        let mut left_out = Vec::new();
        for column in self.order_of_omission() {
            if total(&widths) <= terminal {
                break;
            }
            left_out.extend(widths[column].take().map(|_| column));
        }
        // Cells that can be shortened get the rest.
        for column in columns {
            let spare = terminal.saturating_sub(total(&widths));
            if let (Some(width), Some(full)) = (&mut widths[column], full[column]) {
                *width = full.min(*width + spare);
            }
        }
        left_out.sort_unstable();
        TableLayout { widths, left_out }
    }

    /// Returns the columns in the order in which a narrow terminal leaves them out.
    fn order_of_omission(&self) -> Vec<usize> {
        let listed = self.least_important.iter().filter_map(|name| self.names.iter().position(|own| own == name));
        let mut order: Vec<usize> = listed.collect();
        let others = (1..self.names.len()).rev().filter(|column| !order.contains(column));
        let others: Vec<usize> = others.collect();
        order.extend(others);
        order
    }
}

fn total(widths: &[Option<usize>]) -> usize {
    let shown = widths.iter().flatten();
    shown.clone().sum::<usize>() + GAP * shown.count().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns<'static> = Columns {
        names: &["puzzle", "cost", "expanded", "board", "solution", "exit"],
        shortened: &["solution"],
        least_important: &["expanded", "cost"],
        usual: &[("exit", "right")],
    };

    fn row(exit: &str) -> Vec<String> {
        ["1", "12", "3456", &".".repeat(36), &"AR1 ".repeat(20), exit].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_pipe_gets_full_columns() {
        let widths = [Some(6), Some(4), Some(8), Some(36), Some(80), None];
        assert_eq!(COLUMNS.layout(&[row("right")], None).widths, widths);
        let layout = COLUMNS.layout(&[row("right"), row("left")], None);
        assert_eq!(layout.widths[5], Some(5), "a column with an unusual value is shown");
    }

    #[test]
    fn a_narrow_terminal_shortens_solutions_then_leaves_out_columns_and_keeps_boards_whole() {
        let fitted = |terminal| COLUMNS.layout(&[row("right")], Some(terminal));
        assert_eq!(fitted(200).widths, COLUMNS.layout(&[row("right")], None).widths);
        assert_eq!(fitted(100).widths, [Some(6), Some(4), Some(8), Some(36), Some(38), None]);
        let at_80 = fitted(80);
        assert_eq!(at_80.widths, [Some(6), Some(4), None, Some(36), Some(28), None]);
        assert_eq!(at_80.left_out, [2]);
        assert_eq!(fitted(50).widths, [Some(6), None, None, Some(36), None, None]);
        assert_eq!(fitted(50).left_out, [1, 2, 4]);
        assert_eq!(fitted(10).widths, [Some(6), None, None, None, None, None]);
        for terminal in 6..250 {
            assert!(total(&fitted(terminal).widths) <= terminal, "{terminal}");
        }
    }
}

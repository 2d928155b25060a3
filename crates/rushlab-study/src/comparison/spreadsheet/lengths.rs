//! The length of each search's solution of each puzzle, as a table and a chart.

use rust_xlsxwriter::{Chart, ChartMarker, ChartMarkerType, Worksheet, XlsxError};

use super::super::Results;
use super::super::columns::Cell;
use super::super::pivot::{LENGTHS as SHEET, labels};
use super::{fill as fill_table, prepare_print};

/// The least and the greatest width of the chart, and the width for each puzzle, in pixels.
const CHART_WIDTH: std::ops::RangeInclusive<u32> = 700..=1000;
const WIDTH_PER_PUZZLE: u32 = 22;

pub(super) fn fill(sheet: &mut Worksheet, results: &Results) -> Result<(), XlsxError> {
    sheet.set_name(SHEET)?;
    let titles: Vec<String> = results.comparison.configurations.iter().map(super::Configuration::title).collect();
    let headings: Vec<&str> = ["Puzzle", "Optimum"].into_iter().chain(titles.iter().map(String::as_str)).collect();
    let row = |(index, label): (usize, String)| {
        let costs = results.on(index).iter().map(|run| run.result.cost());
        let cells = std::iter::once(results.puzzles[index].optimum.cost()).chain(costs).map(Cell::count);
        std::iter::once(Cell::Text(label.into())).chain(cells).collect()
    };
    fill_table(sheet, &headings, labels(&results.comparison.entries).into_iter().enumerate().map(row))?;
    let puzzles = results.comparison.entries.len() as u32;
    let mut chart = Chart::new_line();
    for column in 1..headings.len() as u16 {
        let mut marker = ChartMarker::new();
        marker.set_type(if column == 1 { ChartMarkerType::Square } else { ChartMarkerType::Circle }).set_size(5);
        chart
            .add_series()
            .set_name((SHEET, 0, column))
            .set_categories((SHEET, 1, 0, puzzles, 0))
            .set_values((SHEET, 1, column, puzzles, column))
            .set_marker(&marker);
    }
    chart.title().set_name("Length of the solutions, puzzle by puzzle");
    chart.x_axis().set_name("Puzzle");
    chart.y_axis().set_name("Length of the solution");
    let width = (WIDTH_PER_PUZZLE * puzzles).clamp(*CHART_WIDTH.start(), *CHART_WIDTH.end());
    chart.set_width(width).set_height(420);
    sheet.insert_chart(puzzles + 2, 0, &chart)?;
    prepare_print(sheet, puzzles + 24, headings.len() as u16 - 1)
}

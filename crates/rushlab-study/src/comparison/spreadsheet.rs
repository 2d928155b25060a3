//! The analysis as a workbook: the analysis with filters, a summary with charts, the lengths by puzzle, and the boards.
//! Every sheet prints in landscape on the width of a page.

mod boards;
mod lengths;

use rushlab::search::Configuration;
use rust_xlsxwriter::{Chart, Color, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use super::columns::{COLUMNS, Cell, MEAN_LENGTH, MEAN_SEARCH_PATH, MEAN_TIME, SUMMARY_COLUMNS};
use super::pivot::{LENGTHS, PIVOTS, Pivot, labels};
use super::{ConfigurationSummary, Results};

const SUMMARY: &str = "Summary";

/// Number of columns of the analysis that are printed; with all of them the print would be too small to read.
const PRINTED_COLUMNS: u16 = 9;

impl Results {
    /// Returns the analysis as a workbook in the format of Excel.
    ///
    /// # Errors
    ///
    /// Fails if a sheet has too many rows.
    pub fn spreadsheet(&self) -> Result<Vec<u8>, XlsxError> {
        workbook(self)?.save_to_buffer()
    }
}

fn workbook(results: &Results) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    let headings: Vec<&str> = COLUMNS.iter().map(|column| column.heading).collect();
    let rows = results.runs().map(|run| COLUMNS.iter().map(|column| (column.value)(results, run)).collect());
    let sheet = workbook.add_worksheet().set_name("Analysis")?;
    fill(sheet, &headings, rows)?;
    prepare_print(sheet, results.runs().count() as u32, PRINTED_COLUMNS - 1)?;

    let sheet = workbook.add_worksheet().set_name(SUMMARY)?;
    let headings: Vec<&str> =
        ["Search"].into_iter().chain(SUMMARY_COLUMNS.iter().map(|column| column.heading)).collect();
    let configurations = results.comparison.configurations.len();
    let row = |(index, configuration): (usize, &Configuration)| {
        let summary = ConfigurationSummary::of(results, index);
        let values = SUMMARY_COLUMNS.iter().map(|column| (column.value)(&summary));
        [Cell::Text(configuration.title().into())].into_iter().chain(values).collect()
    };
    fill(sheet, &headings, results.comparison.configurations.iter().enumerate().map(row))?;
    let mut lengths = chart(&headings, MEAN_LENGTH, "Mean length of the solutions", configurations);
    let mut states = chart(&headings, MEAN_SEARCH_PATH, "Mean length of the search path (log scale)", configurations);
    let mut time = chart(&headings, MEAN_TIME, "Mean execution time in seconds (log scale)", configurations);
    lengths.y_axis().set_num_format("#,##0.0");
    states.y_axis().set_log_base(10).set_num_format("#,##0");
    time.y_axis().set_log_base(10).set_num_format("0.######");
    let below = configurations as u32 + 2;
    sheet.insert_chart(below, 0, &lengths)?;
    sheet.insert_chart(below, 6, &states)?;
    sheet.insert_chart(below + CHART_ROWS, 0, &time)?;
    prepare_print(sheet, below + 2 * CHART_ROWS, headings.len() as u16 - 1)?;
    for pivot in PIVOTS.iter().filter(|pivot| pivot.name != LENGTHS) {
        fill_pivot(workbook.add_worksheet().set_name(pivot.name)?, pivot, results)?;
    }
    lengths::fill(workbook.add_worksheet(), results)?;
    boards::fill(workbook.add_worksheet(), results)?;
    Ok(workbook)
}

/// Fills a sheet with a row for each puzzle and a column for each search.
fn fill_pivot(sheet: &mut Worksheet, pivot: &Pivot, results: &Results) -> Result<(), XlsxError> {
    let titles: Vec<String> = results.comparison.configurations.iter().map(Configuration::title).collect();
    let headings: Vec<&str> = ["Puzzle"].into_iter().chain(titles.iter().map(String::as_str)).collect();
    let row = |(index, label): (usize, String)| {
        let values = results.on(index).iter().map(pivot.value);
        std::iter::once(Cell::Text(label.into())).chain(values).collect()
    };
    let labels = labels(&results.comparison.entries);
    let rows = labels.len() as u32;
    fill(sheet, &headings, labels.into_iter().enumerate().map(row))?;
    prepare_print(sheet, rows, headings.len() as u16 - 1)
}

/// The height of a chart, in rows.
const CHART_ROWS: u32 = 18;

/// Prepares the cells up to these for printing: in landscape, as wide as a page, with the heading on every page.
fn prepare_print(sheet: &mut Worksheet, last_row: u32, last_column: u16) -> Result<(), XlsxError> {
    sheet.set_landscape().set_paper_size(A4).set_print_fit_to_pages(1, 0).set_margins(0.4, 0.4, 0.5, 0.6, 0.3, 0.3);
    sheet.set_footer("&L&A&RPage &P of &N");
    sheet.set_repeat_rows(0, 0)?.set_print_area(0, 0, last_row, last_column)?;
    Ok(())
}

/// Number of the paper size A4 in a workbook.
const A4: u8 = 9;

/// Fills a sheet: a frozen heading with filters, and rows with typed numbers.
fn fill<'a>(
    sheet: &mut Worksheet,
    headings: &[&str],
    rows: impl Iterator<Item = Vec<Cell<'a>>>,
) -> Result<(), XlsxError> {
    let head = Format::new()
        .set_bold()
        .set_text_wrap()
        .set_align(FormatAlign::Top)
        .set_background_color(Color::RGB(0x00E8_EEF7));
    let [count, seconds, mean, share] =
        ["#,##0", "0.000000", "#,##0.00", "0.0%"].map(|shown| Format::new().set_num_format(shown));
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.len().div_ceil(2).max(11)).collect();
    for (column, heading) in (0..).zip(headings) {
        sheet.write_with_format(0, column, *heading, &head)?;
    }
    let mut last = 0;
    for (row, cells) in (1..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Text(text) => {
                    let width = &mut widths[usize::from(column)];
                    *width = (*width).max(text.chars().count() + 1).min(60);
                    sheet.write_string(row, column, text)?;
                }
                Cell::Count(number) => {
                    sheet.write_number_with_format(row, column, number as f64, &count)?;
                }
                Cell::Seconds(number) => {
                    sheet.write_number_with_format(row, column, number, &seconds)?;
                }
                Cell::Mean(number) => {
                    sheet.write_number_with_format(row, column, number, &mean)?;
                }
                Cell::Share(number) => {
                    sheet.write_number_with_format(row, column, number, &share)?;
                }
                Cell::Missing => {}
            }
        }
        last = row;
    }
    for (column, width) in (0..).zip(&widths) {
        sheet.set_column_width(column, *width as f64 + 2.0)?;
    }
    sheet.set_row_height(0, 32)?.set_freeze_panes(1, 0)?;
    sheet.autofilter(0, 0, last, headings.len() as u16 - 1)?;
    Ok(())
}

/// Returns a bar chart of a column of the summary, with one bar per configuration.
fn chart(headings: &[&str], heading: &str, title: &str, configurations: usize) -> Chart {
    let column = headings.iter().position(|other| *other == heading).unwrap_or_default() as u16;
    let last = configurations as u32;
    let mut chart = Chart::new_column();
    chart
        .add_series()
        .set_name(heading)
        .set_categories((SUMMARY, 1, 0, last, 0))
        .set_values((SUMMARY, 1, column, last, column))
        .set_gap(60);
    chart.title().set_name(title);
    chart.legend().set_hidden();
    chart.set_width(560).set_height(340);
    chart
}

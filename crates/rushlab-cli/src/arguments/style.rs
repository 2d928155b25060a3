//! The style of printed results.

use clap::{Args, ValueEnum};

/// The style of printed results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// Sentences
    Text,
    /// Aligned columns
    Table,
    /// Tab-separated values, with a header line
    Tsv,
    /// A JSON array, or one JSON object if there is only a summary
    Json,
    /// One JSON object per line
    Jsonl,
}

/// The options for the style of printed results, of which a command takes one.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct StyleArgs {
    #[command(flatten)]
    rows: RowStyleArgs,
    /// Print aligned columns
    #[arg(long, conflicts_with = "RowStyleArgs", help_heading = "Output")]
    table: bool,
}

impl StyleArgs {
    /// Returns the given style, or text.
    pub(crate) fn or_text(self) -> Output {
        self.given().unwrap_or(Output::Text)
    }

    /// Returns the given style, or a table.
    pub(crate) fn or_table(self) -> Output {
        self.given().unwrap_or(Output::Table)
    }

    /// Returns the given style.
    pub(crate) fn given(self) -> Option<Output> {
        if self.table { Some(Output::Table) } else { self.rows.given() }
    }
}

/// The styles for programs.
#[derive(Args, Clone, Copy, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct RowStyleArgs {
    /// Print JSON: an array, or an object if there is only a summary
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print one JSON object per line
    #[arg(long, help_heading = "Output")]
    jsonl: bool,
    /// Print tab-separated values with a header line
    #[arg(long, help_heading = "Output")]
    tsv: bool,
    /// Print in this style
    #[arg(long, value_enum, value_name = "STYLE", hide = true)]
    output: Option<Output>,
}

impl RowStyleArgs {
    /// Returns the given style, or text.
    pub(crate) fn or_text(self) -> Output {
        self.given().unwrap_or(Output::Text)
    }

    fn given(self) -> Option<Output> {
        let flags = [(self.json, Output::Json), (self.jsonl, Output::Jsonl), (self.tsv, Output::Tsv)];
        let flag = flags.into_iter().find(|(is_given, _)| *is_given).map(|(_, style)| style);
        flag.or(self.output)
    }
}

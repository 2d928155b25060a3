//! The style of printed results.

use clap::{Args, ValueEnum};

use super::help::OUTPUT;

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

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardStyle {
    /// As pictures, side by side
    Pictures,
    /// As rows of characters, nothing else
    Plain,
}

/// Whether and how the board after each move is drawn.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct BoardsArgs {
    /// Draw the board after each move; `--boards=plain` prints only rows of characters
    #[arg(
        long,
        value_enum,
        value_name = "STYLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "pictures",
        hide_possible_values = true
    )]
    pub(crate) boards: Option<BoardStyle>,
}

impl BoardsArgs {
    pub(crate) fn are_pictures(self) -> bool {
        self.boards == Some(BoardStyle::Pictures)
    }

    pub(crate) fn are_plain(self) -> bool {
        self.boards == Some(BoardStyle::Plain)
    }
}

/// The options for the style of printed results, of which a command takes one.
#[derive(Args, Clone, Copy, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct StyleArgs {
    /// Print JSON: an array, or an object if there is only a summary
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print one JSON object per line
    #[arg(long, help_heading = OUTPUT)]
    jsonl: bool,
    /// Print tab-separated values with a header line
    #[arg(long, help_heading = OUTPUT)]
    tsv: bool,
    /// Print aligned columns
    #[arg(long, help_heading = OUTPUT)]
    table: bool,
    /// Print in this style
    #[arg(long, value_enum, value_name = "STYLE", hide = true)]
    output: Option<Output>,
}

impl StyleArgs {
    pub(crate) fn or_text(self) -> Output {
        self.given().unwrap_or(Output::Text)
    }

    pub(crate) fn or_table(self) -> Output {
        self.given().unwrap_or(Output::Table)
    }

    pub(crate) fn given(self) -> Option<Output> {
        let flags = [
            (self.json, Output::Json),
            (self.jsonl, Output::Jsonl),
            (self.tsv, Output::Tsv),
            (self.table, Output::Table),
        ];
        let flag = flags.into_iter().find(|(is_given, _)| *is_given).map(|(_, style)| style);
        flag.or(self.output)
    }
}

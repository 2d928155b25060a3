//! What a census covers: definition, board size, walls, ids and shard. The boards are numbered here.

use std::fmt;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use rushlab::puzzle::Metric;
use rushlab_census::{BoardNumbering, CensusRules, Chunks, FOGLEMAN, NumberingError, Size};

use crate::arguments::{BoardSize, NumberRange};
use crate::progress::ProgressLine;
use crate::{interrupt, output};

/// What a census covers. It determines the chunks, so a journal belongs to one scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CensusScope {
    pub(super) rules: &'static CensusRules,
    pub(super) metric: Metric,
    pub(super) size: Size,
    pub(super) walls: (u8, u8),
    pub(super) chunks: Chunks,
}

impl CensusScope {
    /// Returns the definition and the metric as text; `None` for those of the published database.
    pub(super) fn other_definition(&self) -> Option<String> {
        let published = (self.rules, self.metric) == (&FOGLEMAN, FOGLEMAN.metric);
        (!published).then(|| format!("{}, {}", self.rules.name, self.metric))
    }

    /// Returns the options of this census that all its parts share, as they are written on the command line.
    pub(super) fn options(&self) -> String {
        let (fewest, most) = self.walls;
        let walls = if fewest == most { fewest.to_string() } else { format!("{fewest}..{most}") };
        let definition =
            self.other_definition().map(|_| format!(" --definition {} --metric {}", self.rules.name, self.metric));
        let definition = definition.unwrap_or_default();
        format!("--size {}x{} --walls {walls}{definition}", self.size.width(), self.size.height())
    }
}

/// Describes the definition, the ids and the shard.
impl fmt::Display for CensusScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(definition) = self.other_definition() {
            write!(f, "definition {definition}, ")?;
        }
        if !self.chunks.shard.is_whole() {
            write!(f, "shard {} of ", self.chunks.shard)?;
        }
        write!(f, "ids {}..{}", self.chunks.ids.0, self.chunks.ids.1.saturating_sub(1))
    }
}

/// Returns the size of the boards, if the census supports it.
pub(super) fn board_size(BoardSize(width, height): BoardSize) -> Result<Size> {
    match Size::new(width.into(), height.into()) {
        Some(size) => Ok(size),
        None => bail!("the census supports boards of 3 to 8 columns and rows, not {width}x{height}"),
    }
}

pub(super) fn wall_range(walls: NumberRange, size: Size) -> Result<(u8, u8)> {
    let cells = size.width() * size.height();
    let (fewest, most) = walls.up_to(cells).into_inner();
    if most > cells {
        bail!("the board is too small for {}", output::count(most, "wall"));
    }
    Ok((fewest as u8, most as u8))
}

/// Numbers the boards of a census; `None` if Ctrl-C was pressed.
pub(super) fn number_boards(
    rules: &'static CensusRules,
    size: Size,
    (fewest, most): (u8, u8),
) -> Result<Option<BoardNumbering>> {
    counting(|progress| BoardNumbering::new(rules, size, fewest..=most, progress))
}

/// Counts boards with a progress display; `None` if Ctrl-C was pressed.
pub(super) fn counting<T>(
    count: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> Result<T, NumberingError>,
) -> Result<Option<T>> {
    let line = ProgressLine::message();
    let counted = count(&mut |states| {
        line.show(|| format!("counting the boards: {} states", output::grouped(states)));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.finish();
    match counted {
        Ok(counted) => Ok(Some(counted)),
        Err(NumberingError::Stopped) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

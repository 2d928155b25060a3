//! What a census covers: definition, board size, walls, ids and shard.

use std::fmt;

use rushlab::puzzle::Metric;
use rushlab_census::{CensusRules, Chunks, FOGLEMAN, Size};

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

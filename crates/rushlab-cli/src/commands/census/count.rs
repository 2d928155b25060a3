//! `rushlab census count`: the number of ids and of positions of a census, and of van Assema's fillings.

use anyhow::Result;
use rushlab_census::{BoardNumbering, RULES, VAN_ASSEMA};

use super::scope;
use crate::arguments::CountOptions;
use crate::output::{Rows, Value};
use crate::{ExitStatus, interrupt, output};

const COLUMNS: &[&str] = &["definition", "metric", "ids", "positions", "fillings"];

pub(super) fn run(options: &CountOptions) -> Result<ExitStatus> {
    let size = scope::board_size(options.size)?;
    let walls = scope::wall_range(options.walls, size)?;
    interrupt::defer_to_command();
    let mut rows = Rows::new(output::stdout(), options.style.or_table(), COLUMNS)?;
    let all = RULES.iter().copied().filter(|rules| options.definition.is_none_or(|wanted| wanted == *rules));
    for rules in all {
        let ids = scope::counting(|progress| BoardNumbering::new(rules, size, walls.0..=walls.1, progress))?;
        let positions =
            scope::counting(|progress| BoardNumbering::count_positions(rules, size, walls.0..=walls.1, progress))?;
        let (Some(ids), Some(positions)) = (ids, positions) else { return Ok(ExitStatus::Interrupted) };
        let fillings = match options.definition {
            Some(rules) if *rules == VAN_ASSEMA && walls == (0, 0) => {
                let Some(count) = super::fillings::count(size, options.threads.count())? else {
                    return Ok(ExitStatus::Interrupted);
                };
                Value::Number(count)
            }
            _ => Value::Missing,
        };
        let (metric, ids) = (rules.metric.word(), ids.count());
        rows.row(&[rules.name.into(), metric.into(), Value::Number(ids), Value::Number(positions), fillings])?;
    }
    rows.finish()?;
    Ok(ExitStatus::Success)
}

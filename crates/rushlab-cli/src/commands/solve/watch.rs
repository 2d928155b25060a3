//! Who watches a search: its deadline, Ctrl-C, the progress line, and the trace.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;

use rushlab::Puzzle;
use rushlab::search::{Observer, Progress, Visit};

use crate::interrupt;
use crate::output::{count, grouped};
use crate::progress::Line;

/// Where a trace goes; what went wrong with it is kept until the search is over.
pub(in crate::commands) struct Trace<'a> {
    out: &'a mut (dyn Write + Send),
    failed: Option<std::io::Error>,
}

impl<'a> Trace<'a> {
    pub(super) fn new(out: &'a mut (dyn Write + Send)) -> std::io::Result<Trace<'a>> {
        writeln!(out, "puzzle\tf\tg\th\tboard\tfuel")?;
        Ok(Trace { out, failed: None })
    }

    pub(super) fn finish(self) -> std::io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn write(&mut self, id: &str, puzzle: &Puzzle, visit: &Visit<'_>) {
        let Visit { f, g, h, position, .. } = visit;
        let tank = |(vehicle, units): (&rushlab::puzzle::Vehicle, &Option<u16>)| {
            units.map(|units| format!("{}{units}", vehicle.label))
        };
        let fuel: Vec<String> = puzzle.vehicles().iter().zip(&position.fuel).filter_map(tank).collect();
        let written = writeln!(self.out, "{id}\t{f}\t{g}\t{h}\t{}\t{}", position.cells(puzzle), fuel.join(" "));
        self.failed = self.failed.take().or(written.err());
    }
}

/// The observer of one search.
pub(in crate::commands) struct Watch<'a, 'b> {
    pub(in crate::commands) id: &'a str,
    pub(in crate::commands) puzzle: &'a Puzzle,
    pub(in crate::commands) deadline: Option<Instant>,
    pub(in crate::commands) line: &'a Line,
    pub(in crate::commands) trace: Option<&'a Mutex<Trace<'b>>>,
}

impl Observer for Watch<'_, '_> {
    fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.line.tell(|| {
            let metric = self.puzzle.rules().metric.word();
            let best = progress.best.map_or_else(String::new, |best| format!(", best {best}"));
            let positions = count(progress.statistics.expanded as usize, "position");
            format!("{}: {positions}, at least {} {metric}{best}", self.id, grouped(progress.bound as usize))
        });
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn traces(&self) -> bool {
        self.trace.is_some()
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        if let Some(mut trace) = self.trace.and_then(|trace| trace.lock().ok()) {
            trace.write(self.id, self.puzzle, visit);
        }
    }
}

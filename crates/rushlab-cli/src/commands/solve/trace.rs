//! The trace file: every expanded position, with its f, g and h.

use std::io::Write;
use std::ops::ControlFlow;

use rushlab::Puzzle;
use rushlab::search::Visit;

/// A trace file. A write error is kept until the search has stopped.
pub(super) struct Trace<'a> {
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

    /// Writes a position; `Break` if that failed.
    pub(super) fn write(&mut self, id: &str, puzzle: &Puzzle, visit: &Visit<'_>) -> ControlFlow<()> {
        let Visit { f, g, h, position, .. } = visit;
        let tank = |(vehicle, units): (&rushlab::puzzle::Vehicle, &Option<u16>)| {
            units.map(|units| format!("{}{units}", vehicle.label))
        };
        let fuel: Vec<String> = puzzle.vehicles().iter().zip(&position.fuel).filter_map(tank).collect();
        let written = writeln!(self.out, "{id}\t{f}\t{g}\t{h}\t{}\t{}", position.cells(puzzle), fuel.join(" "));
        self.failed = written.err();
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

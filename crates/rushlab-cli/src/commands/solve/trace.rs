//! The trace file: every expanded position, with its parent in the search tree and its f, g and h.

use std::io::Write;
use std::ops::ControlFlow;

use rushlab::notation;
use rushlab::search::Visit;

/// A trace file. A write error stops the search and is reported afterwards.
pub(super) struct Trace<'a> {
    out: &'a mut (dyn Write + Send),
    failed: Option<std::io::Error>,
}

impl<'a> Trace<'a> {
    pub(super) fn new(out: &'a mut (dyn Write + Send)) -> std::io::Result<Trace<'a>> {
        writeln!(out, "puzzle\tf\tg\th\tboard\tfuel\tpass\tnode\tparent\tmove")?;
        Ok(Trace { out, failed: None })
    }

    pub(super) fn finish(self) -> std::io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Writes a position; `Break` if that failed.
    pub(super) fn write(&mut self, id: &str, pass: usize, visit: &Visit<'_>) -> ControlFlow<()> {
        let Visit { node, parent, mv, f, g, h, position, .. } = visit;
        let vehicles = position.puzzle().vehicles();
        let tanks = vehicles.iter().zip(position.fuel());
        let fuel: Vec<String> =
            tanks.filter_map(|(vehicle, units)| Some(format!("{}{}", vehicle.label, (*units)?))).collect();
        let parent = parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
        let mv = mv.map(|mv| notation::write(notation::LETTERS, position.puzzle(), &[mv]));
        let mv = mv.as_deref().map_or("-", str::trim_end);
        let fuel = fuel.join(" ");
        let written = writeln!(self.out, "{id}\t{f}\t{g}\t{h}\t{position}\t{fuel}\t{pass}\t{node}\t{parent}\t{mv}");
        self.failed = written.err();
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

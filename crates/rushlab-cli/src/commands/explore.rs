//! `rushlab explore`: the whole cluster of each puzzle, many at once, in the order of the input.

mod findings;
mod graph;
mod json;
mod page;
mod print;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::search::Limit;

use self::findings::Findings;
use self::print::Printer;
use crate::Verdict;
use crate::arguments::ExploreOptions;
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::interrupt;
use crate::output;
use crate::parallel;
use crate::progress::{Exploring, Line};

/// What came of a puzzle: its findings and its graph, if that is wanted; or its id, where it stands, and why there are none.
type Explored = Result<(Findings, Option<Result<String>>), (String, String, Stopped)>;

pub(crate) fn run(options: &ExploreOptions) -> Result<Verdict> {
    interrupt::be_gentle();
    if let Some(path) = &options.graph {
        graph::language(path)?;
    }
    for path in [&options.report, &options.graph].into_iter().flatten() {
        if path.exists() && !options.force {
            bail!("{} exists already; name another file, or add --force to replace it", path.display());
        }
    }
    let mut printer = Printer::new(options.output)?;
    let line = Line::new();
    let mut verdict = Verdict::Good;
    let mut wrong = false;
    let mut kept = Vec::new();
    let mut graphs = Vec::new();
    parallel::in_order(
        options.threads.count(),
        |submit| {
            input::read(&options.reading, |event| {
                if interrupt::asked() {
                    return Ok(());
                }
                match event {
                    Event::Item(item @ Item { puzzle: Ok(_), .. }) => {
                        let (id, place) = (item.id().to_string(), item.input.message_at(item.line, &""));
                        item.puzzle.into_iter().try_for_each(|puzzle| submit((id.clone(), place.clone(), puzzle)))?;
                    }
                    bad => {
                        wrong = true;
                        line.aside(|| complain(&bad));
                    }
                }
                Ok(())
            })
        },
        |(id, place, puzzle)| explore(options, &line, id, place, &puzzle),
        |explored| {
            match explored {
                Ok((findings, graph)) => {
                    line.aside(|| printer.print(&findings))?;
                    graphs.extend(graph);
                    kept.extend(options.report.is_some().then_some(findings));
                }
                Err((.., Stopped::Interrupted)) if interrupt::asked() => verdict = verdict.worse(Verdict::Interrupted),
                Err((id, place, stopped)) => {
                    verdict = verdict.worse(Verdict::Limit);
                    let reason = match stopped {
                        Stopped::Limit(Limit::States) => format!("{stopped}; raise --max-states to explore it"),
                        Stopped::Limit(_) => {
                            format!("{stopped}; raise --max-memory, or use fewer --threads, to explore it")
                        }
                        Stopped::Interrupted => "not explored in time; raise --timeout".to_owned(),
                    };
                    line.aside(|| output::error(&format!("{place}{reason}")));
                    line.aside(|| printer.unknown(&id))?;
                }
            }
            Ok(())
        },
    )?;
    line.finish();
    printer.finish()?;
    if verdict == Verdict::Interrupted || interrupt::asked() {
        return Ok(Verdict::Interrupted);
    }
    if let Some(path) = &options.report {
        output::write_file(path, options.force, |out| Ok(out.write_all(page::page(&kept).as_bytes())?))?;
    }
    if let Some(path) = &options.graph {
        let [graph] = <[Result<String>; 1]>::try_from(graphs).map_err(|graphs| {
            anyhow::anyhow!("--graph draws one puzzle, and there are {}; give one board", graphs.len())
        })?;
        let graph = graph?;
        output::write_file(path, options.force, |out| Ok(out.write_all(graph.as_bytes())?))?;
    }
    Ok(if wrong { verdict.worse(Verdict::Wrong) } else { verdict })
}

fn explore(options: &ExploreOptions, line: &Line, id: String, place: String, puzzle: &Puzzle) -> Explored {
    let limits = options.room.limits(options.threads.count());
    let deadline = options.room.deadline();
    let explored = Cluster::new(puzzle, limits, &mut Exploring { id: &id, line, deadline }).and_then(|cluster| {
        let graph = options.graph.as_ref().map(|path| graph::text(&cluster, graph::language(path)?));
        Ok((Findings::new(id.clone(), &cluster, limits, &mut Exploring { id: &id, line, deadline })?, graph))
    });
    explored.map_err(|stopped| (id, place, stopped))
}

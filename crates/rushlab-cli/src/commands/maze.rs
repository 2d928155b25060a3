//! `rushlab maze`: the textbook searches on a maze, or on a graph given as an adjacency list.

mod network;
mod picture;
mod watch;

use std::io::Write;

use anyhow::{Context as _, Result, bail};
use rushlab::search::graph::{GraphOutcome, Textbook, search};
use rushlab::search::{Limits, Status};

use self::network::Network;
use self::watch::Watch;
use crate::arguments::{MazeOptions, all_algorithms};
use crate::output::{self, BAD, GOOD, Printer, STRONG, Value, count, grouped};
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{ExitStatus, atomic_file, interrupt, read};

const COLUMNS: &[&str] = &["status", "cost", "expanded", "path", "generated", "states", "algorithm"];

/// The most states of a graph that is printed as a dictionary.
const MAX_PRINTED: usize = 1000;

pub(crate) fn run(options: &MazeOptions) -> Result<ExitStatus> {
    let textbooks = textbooks(options)?;
    let text = read::text(&options.file, read::MAZE)?;
    let network = Network::read(&text, options.start.as_deref(), options.target.as_deref())
        .with_context(|| options.file.display().to_string())?;
    interrupt::defer_to_command();
    let Some(path) = &options.trace else { return run_all(options, &network, &textbooks, None) };
    let mut status = ExitStatus::Success;
    atomic_file::write_or_print(path, options.force, |out| {
        writeln!(out, "algorithm\tf\tg\th\tstate\tnode\tparent")?;
        status = run_all(options, &network, &textbooks, Some(out))?;
        Ok(())
    })?;
    Ok(status)
}

/// Returns the searches that the option names; Dijkstra's algorithm, as in Esau's program, if it names none.
fn textbooks(options: &MazeOptions) -> Result<Vec<Textbook>> {
    let named = options.algorithm.named();
    let is_all = named.len() == all_algorithms().len();
    let mut textbooks = Vec::new();
    for name in named.iter().map(|algorithm| algorithm.about().name) {
        match Textbook::by_name(name) {
            Some(textbook) => textbooks.push(textbook),
            None if is_all => {}
            None => {
                let names = Textbook::ALL.map(Textbook::name).join(", ");
                bail!("{name} solves Rush Hour only; for a maze, use --algorithm with some of {names}")
            }
        }
    }
    Ok(if textbooks.is_empty() { vec![Textbook::Dijkstra] } else { textbooks })
}

fn run_all(
    options: &MazeOptions,
    network: &Network,
    textbooks: &[Textbook],
    mut trace: Option<&mut (dyn Write + Send + '_)>,
) -> Result<ExitStatus> {
    let mut printer = Printer::new(options.style.or_text(), COLUMNS)?;
    if let Printer::Text { out, printed } = &mut printer {
        print_graph(out, network)?;
        *printed += 1;
    }
    let mut status = ExitStatus::Success;
    for textbook in textbooks {
        let outcome = solve(options, network, *textbook, trace.as_deref_mut())?;
        status = status.worse(ExitStatus::of(outcome.status));
        printer.print(|out| print_text(out, *textbook, &outcome), |rows| Ok(rows.row(&row(*textbook, &outcome))?))?;
        if status == ExitStatus::Interrupted {
            break;
        }
    }
    printer.finish()?;
    Ok(status)
}

/// The result of a search, whatever the graph.
struct Solved {
    status: Status,
    /// The path as names of states, as letters if these are cells, and as a picture.
    names: Vec<String>,
    letters: Option<String>,
    picture: Option<String>,
    cost: Option<u32>,
    statistics: rushlab::Statistics,
}

fn solve<'b>(
    options: &MazeOptions,
    network: &Network,
    textbook: Textbook,
    trace: Option<&mut (dyn Write + Send + 'b)>,
) -> Result<Solved> {
    let line = ProgressLine::message();
    let describe = |progress: &rushlab::Progress| {
        format!("{}: {} so far", textbook.name(), count(progress.statistics.expanded as usize, "state"))
    };
    let watchdog = Watchdog::until(options.limits.deadline()).with_progress(&line, describe);
    let limits: Limits = options.limits.per_search(1);
    let mut watch = Watch { watchdog, limits, trace, textbook, network, failed: None };
    let solved = match network {
        Network::Maze(maze) => of(network, search(maze, textbook, &mut watch), |cell| network.index(*cell)),
        Network::List(list) => of(network, search(list, textbook, &mut watch), |state| *state),
    };
    let failed = watch.failed.take();
    drop(watch);
    line.finish();
    failed.map_or(Ok(solved), |error| Err(error.into()))
}

fn of<T>(network: &Network, outcome: GraphOutcome<T>, index: impl Fn(&T) -> usize) -> Solved {
    let states: Vec<usize> = outcome.path().iter().map(index).collect();
    let names: Vec<String> = states.iter().map(|state| network.name(*state)).collect();
    let cells = network.cells(&states);
    let letters = cells.as_deref().and_then(rushlab::search::graph::letters).filter(|letters| !letters.is_empty());
    let picture = match (network, &cells) {
        (Network::Maze(maze), Some(cells)) => Some(picture::draw(maze, cells)),
        _ => None,
    };
    Solved { status: outcome.status, cost: outcome.cost(), statistics: outcome.statistics, names, letters, picture }
}

fn row(textbook: Textbook, solved: &Solved) -> Vec<Value<'_>> {
    vec![
        solved.status.word().into(),
        solved.cost.into(),
        solved.statistics.expanded.into(),
        solved.letters.clone().unwrap_or_else(|| solved.names.join(" ")).into(),
        solved.statistics.generated.into(),
        solved.statistics.states.into(),
        textbook.name().into(),
    ]
}

fn print_graph(out: &mut impl Write, network: &Network) -> Result<()> {
    let states = network.len();
    if states <= MAX_PRINTED {
        return Ok(writeln!(out, "{}", network.dictionary())?);
    }
    output::note(&format!("the graph has {}; up to {} are printed", count(states, "state"), grouped(MAX_PRINTED)));
    Ok(())
}

fn print_text(out: &mut impl Write, textbook: Textbook, solved: &Solved) -> Result<()> {
    let name = textbook.name();
    let result = match (solved.status, solved.cost) {
        (Status::Solved, Some(cost)) => format!("{GOOD}found{GOOD:#}, cost {}", grouped(cost as usize)),
        (Status::Unsolvable, _) => format!("{BAD}no path{BAD:#}: no further state can be reached"),
        _ => format!("{BAD}undecided{BAD:#}: stopped before the search was complete"),
    };
    writeln!(out, "{STRONG}{name}{STRONG:#}: {result}")?;
    if let Some(letters) = &solved.letters {
        writeln!(out, "{letters}")?;
    }
    if !solved.names.is_empty() {
        // The space in `(3, 0)` is no place to break a line.
        let path = solved.names.join(" → ").replace(", ", ",\u{a0}");
        for line in output::wrap_words(&path, output::columns().min(100)) {
            writeln!(out, "{}", line.replace('\u{a0}', " "))?;
        }
    }
    if let Some(picture) = &solved.picture {
        write!(out, "{picture}")?;
    }
    let rushlab::Statistics { expanded, generated, states, .. } = solved.statistics;
    let [expanded, generated, states] = [expanded, generated, states].map(|number| grouped(number as usize));
    let known = if textbook == Textbook::IdaStar { "on the longest path" } else { "discovered" };
    Ok(writeln!(out, "{expanded} states expanded, {generated} generated, {states} {known}")?)
}

//! Tables with a row for each puzzle and a column for each search, as INF421 prints them: nodes, times and lengths.

use std::collections::HashMap;
use std::path::Path;

use super::columns::Cell;
use super::{PuzzleEntry, Results, SearchRun};

/// A table with a row for each puzzle and a column for each search.
#[non_exhaustive]
pub struct Pivot {
    /// The name of its sheet.
    pub name: &'static str,
    /// What is in its cells.
    pub caption: &'static str,
    /// Returns the value of a run.
    pub value: fn(&SearchRun) -> Cell<'static>,
}

/// The tables. Nodes are the states discovered, as in Table 4 of INF421; times are milliseconds.
pub const PIVOTS: [Pivot; 3] = [
    Pivot {
        name: "Nodes",
        caption: "Number of nodes visited: the states discovered",
        value: |run| Cell::Count(run.result.statistics.states),
    },
    Pivot {
        name: "Times",
        caption: "Execution time in milliseconds",
        value: |run| Cell::Mean(1000.0 * run.result.seconds()),
    },
    Pivot { name: LENGTHS, caption: "Length of the solution", value: |run| Cell::count(run.result.cost()) },
];

/// The sheet of the lengths, which has the optimum and a chart too.
pub(super) const LENGTHS: &str = "Lengths";

impl Pivot {
    /// Returns the heading and the rows.
    fn cells(&self, results: &Results) -> Vec<Vec<String>> {
        let configurations = &results.comparison.configurations;
        let heading =
            std::iter::once("File".to_owned()).chain(configurations.iter().map(rushlab::search::Configuration::title));
        let labels = labels(&results.comparison.entries);
        let row = |(index, label): (usize, String)| {
            let values = results.on(index).iter().map(|run| shown(&(self.value)(run)));
            std::iter::once(label).chain(values).collect()
        };
        std::iter::once(heading.collect()).chain(labels.into_iter().enumerate().map(row)).collect()
    }

    /// Returns the table as text, with its caption above.
    pub fn text(&self, results: &Results) -> String {
        let rows = self.cells(results);
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n", self.caption);
        for row in &rows {
            let mut line = format!("{:width$}", row[0], width = widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                line += &format!("  {cell:>width$}");
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Returns the table in LaTeX.
    pub fn latex(&self, results: &Results) -> String {
        let rows = self.cells(results);
        let columns = format!("l{}", "r".repeat(rows[0].len() - 1));
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
            format!("    {} \\\\\n", cells.join(" & "))
        };
        let (heading, body) = (line(&rows[0]), rows[1..].iter().map(line).collect::<String>());
        format!(
            "\\begin{{table}}[htbp]\n  \\centering\n  \\caption{{{}}}\n  \\begin{{tabular}}{{{columns}}}\n    \\hline\n\
             {heading}    \\hline\n{body}    \\hline\n  \\end{{tabular}}\n\\end{{table}}\n",
            escaped(self.caption)
        )
    }
}

fn shown(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Text(text) => text.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Seconds(number) | Cell::Mean(number) | Cell::Share(number) => format!("{number:.2}"),
        Cell::Missing => "-".to_owned(),
    }
}

/// Returns the label of each puzzle: the name of its file without the folder, if that is unambiguous; otherwise its id.
pub(super) fn labels(entries: &[PuzzleEntry]) -> Vec<String> {
    let short = |entry: &PuzzleEntry| {
        let (path, number) = entry.id.rsplit_once('#').unwrap_or((&entry.id, ""));
        let file =
            Path::new(path).file_name().map_or_else(|| path.to_owned(), |file| file.to_string_lossy().into_owned());
        (file, number.to_owned())
    };
    let names: Vec<(String, String)> = entries.iter().map(short).collect();
    let mut files: HashMap<&str, usize> = HashMap::new();
    let mut labels: HashMap<&(String, String), usize> = HashMap::new();
    for name in &names {
        *files.entry(&name.0).or_default() += 1;
        *labels.entry(name).or_default() += 1;
    }
    let label = |(entry, name): (&PuzzleEntry, &(String, String))| match (files[name.0.as_str()], labels[name]) {
        (1, _) => name.0.clone(),
        (_, 1) if !name.1.is_empty() => format!("{}#{}", name.0, name.1),
        _ => entry.id.clone(),
    };
    entries.iter().zip(&names).map(label).collect()
}

/// Returns a text as LaTeX prints it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            '\\' => escaped += r"\textbackslash{}",
            '~' => escaped += r"\textasciitilde{}",
            '^' => escaped += r"\textasciicircum{}",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rushlab::Puzzle;
    use rushlab::search::Selection;

    use super::super::Comparison;
    use super::*;

    fn results() -> Results {
        let jam: Puzzle = "BB...GA..C.GAXXC.GA..C..E...FFE.DDD.".parse().unwrap();
        let configuration = |name: &str| {
            let selection = Selection { algorithm: Some(name.to_owned()), ..Selection::default() };
            selection.resolve(rushlab::search::ALGORITHMS).unwrap()
        };
        let configurations = vec![configuration("textbook-bfs"), configuration("dfs")];
        let mut comparison = Comparison::new([jam.clone(), jam], configurations);
        comparison.entries[0].id = "jams/jam_1.txt#1".to_owned();
        comparison.entries[1].id = "other/2&3.txt#1".to_owned();
        comparison.run(&()).unwrap_or_else(|_| unreachable!("nothing interrupts it"))
    }

    #[test]
    fn nodes_and_lengths_are_those_of_the_runs() {
        let results = results();
        // Table 4 of INF421 has this number.
        let nodes = results.puzzles[0].runs[0].result.statistics.states;
        assert_eq!(nodes, 1079);
        let text = PIVOTS[0].text(&results);
        let words: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().take(2).collect();
        assert_eq!(words, ["jam_1.txt", "1079"], "{text}");
        let latex = PIVOTS[2].latex(&results);
        assert!(latex.contains("    File & textbook-bfs & DFS \\\\\n    \\hline\n    jam\\_1.txt & 8 & "), "{latex}");
        assert!(latex.contains("    2\\&3.txt & 8 & "), "{latex}");
    }

    #[test]
    fn labels_are_as_short_as_they_can_be() {
        let entry = |id: &str| PuzzleEntry {
            number: 1,
            id: id.to_owned(),
            puzzle: "XX..".repeat(4).parse().unwrap_or_else(|_| results().comparison.entries[0].puzzle.clone()),
        };
        let label = |ids: &[&str]| labels(&ids.iter().map(|id| entry(id)).collect::<Vec<_>>());
        assert_eq!(label(&["a/b/one.txt#1", "a/two.txt#1"]), ["one.txt", "two.txt"]);
        assert_eq!(label(&["a/one.txt#1", "a/one.txt#2"]), ["one.txt#1", "one.txt#2"]);
        assert_eq!(label(&["a/one.txt#1", "b/one.txt#1"]), ["a/one.txt#1", "b/one.txt#1"]);
        assert_eq!(label(&["1", "2"]), ["1", "2"]);
        let distinct: HashSet<String> = label(&["x#1", "y/x#1", "x#2"]).into_iter().collect();
        assert_eq!(distinct.len(), 3);
    }
}

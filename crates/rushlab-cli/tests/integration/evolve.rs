//! Tests of `rushlab evolve`, and of the genetic algorithms in other commands.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{name, run, rushlab, text};
use serde_json::Value;

const EASY: &str = "......A..B..AXXB..A..B......CC......";
const CARD: &str = "A..OOOA..B.PXX.BCPQQQ.CP..D.EEFFDGG.";
const UNSOLVABLE: &str = "............AA.BBB..................";

/// Returns the output of a command that must succeed.
fn print(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Returns the rows of a TSV table, without the columns of times.
fn rows(table: &str) -> Vec<Vec<String>> {
    let mut lines = table.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let without_times = |row: Vec<String>| {
        head.iter()
            .zip(row)
            .filter(|(name, _)| !["seconds", "slowest"].contains(&name.as_str()))
            .map(|(_, cell)| cell)
            .collect()
    };
    lines.map(without_times).collect()
}

#[test]
fn each_run_has_its_own_seed_and_results_do_not_depend_on_threads() {
    let with = |threads| {
        rows(&print(&[
            "evolve",
            CARD,
            EASY,
            "--runs",
            "4",
            "--metric",
            "steps",
            "--seed",
            "3",
            "--threads",
            threads,
            "--tsv",
        ]))
    };
    let one = with("1");
    assert_eq!(one.len(), 2);
    assert_eq!(one[0][1..3], ["4", "4"], "four runs, all solved");
    assert_eq!(one, with("3"));
}

#[test]
fn the_table_has_the_columns_of_the_grh_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("beginner.txt");
    fs::write(&path, format!("{EASY}\n{CARD}\n")).unwrap();
    let table = print(&["evolve", name(&path), "--table", "--metric", "steps"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows[0].join(" "),
        "level number setting optimum best mean seconds at_optimum as_evolved slowest solved"
    );
    assert_eq!(rows[1][..4], ["beginner", "1", "faithful", "5"]);
    assert_eq!(rows[2][..5], ["beginner", "1", "refined", "5", "5"]);
    assert_eq!(rows[4][..4], ["beginner", "2", "refined", "14"]);
    assert!(rows[1..5].iter().all(|row| row.ends_with(&["5", "of", "5"])), "{rows:?}");
}

#[test]
fn generations_are_logged_and_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let (log, plot) = (folder.path().join("log.jsonl"), folder.path().join("plot.svg"));
    let arguments = ["evolve", CARD, "--metric", "steps", "--seed", "7", "--log", name(&log), "--plot", name(&plot)];
    print(&arguments);
    let lines: Vec<Value> =
        fs::read_to_string(&log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, generations) = lines.split_last().unwrap();
    assert_eq!((&end["status"], &end["seed"]), (&"solved".into(), &7.into()));
    assert!(generations.len() > 2);
    for (number, generation) in generations.iter().enumerate() {
        assert_eq!(generation["generation"], number);
        let crossovers = &generation["crossovers"];
        assert!(crossovers["legal"].as_u64().unwrap() <= crossovers["tried"].as_u64().unwrap());
    }
    let picture = fs::read_to_string(&plot).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("polyline"), "{picture}");
    assert_eq!(run(&arguments).status.code(), Some(2), "existing files are not overwritten");
    // The printed solution is legal.
    let moves = end["solution"].as_str().unwrap();
    assert!(print(&["replay", CARD, "--play", moves]).trim_end().ends_with("steps: solved"));
}

#[test]
fn individuals_are_printed_as_in_schlegels_paper() {
    let printed = print(&[
        "evolve",
        EASY,
        "--algorithm",
        "schlegel",
        "--setting",
        "faithful",
        "--set",
        "population=5",
        "--individuals",
    ]);
    assert!(printed.starts_with("Generation 0:\n1 ((("), "{printed}");
    assert!(printed.contains("\naverage fitness = ") && printed.contains("Solution found!"), "{printed}");
}

#[test]
fn a_run_without_a_solution_is_undecided() {
    for algorithm in ["schlegel", "grh"] {
        let output = run(&["evolve", UNSOLVABLE, "--algorithm", algorithm, "--set", "generations=20"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stdout).contains("this does not prove that there is none"), "{}", text(&output.stdout));
        let output = run(&["solve", EASY, "--algorithm", algorithm, "--seed", "2", "--tsv"]);
        assert!(text(&output.stdout).contains("\tsolved\t"), "{}", text(&output.stdout));
    }
    let output = run(&["evolve", EASY, "--set", "population=1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("from 2 to"), "{}", text(&output.stderr));
}

#[test]
fn genetic_algorithms_take_part_in_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, out) = (folder.path().join("puzzles.txt"), folder.path().join("out"));
    fs::write(&puzzles, format!("{EASY}\n{CARD}\n")).unwrap();
    print(&["compare", name(&puzzles), "--algorithm", "ucs,schlegel,grh", "--metric", "steps", "--out", name(&out)]);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let is_row = |line: &str| line.starts_with("| grh") || line.starts_with("| GRH");
    assert!(report.lines().any(is_row), "{report}");
    let analysis = fs::read_to_string(out.join("analysis.csv")).unwrap();
    assert_eq!(analysis.to_lowercase().matches("schlegel").count(), 2, "{analysis}");
}

#[test]
fn a_run_whose_mutations_are_never_legal_ends() {
    let board = "AAABCCCBXXD.EEDx";
    let output = run(&[
        "evolve",
        board,
        "--algorithm",
        "schlegel",
        "--setting",
        "faithful",
        "--set",
        "mutation=1",
        "--set",
        "generations=2",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}

/// Returns the lines of a file of JSON objects.
fn json_lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the records of a CSV or TSV file without quotes, each as a map from the names of the columns.
fn records(path: &Path, separator: char) -> Vec<BTreeMap<String, String>> {
    let file = fs::read_to_string(path).unwrap();
    let mut lines = file.lines().map(|line| line.split(separator).map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let record = |line: Vec<String>| {
        assert_eq!(line.len(), head.len(), "{line:?}");
        head.iter().cloned().zip(line).collect()
    };
    lines.map(record).collect()
}

#[test]
fn a_sweep_writes_a_row_for_each_run_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = |file: &str| {
        let path = folder.path().join(file);
        let lists = ["--set", "population=20,30", "--set", "mutation=0.05,0.125,1", "--runs", "4", "--threads", "2"];
        print(
            &[&["evolve", EASY, CARD, "--metric", "steps", "--seed", "5", "--rows", name(&path)], &lists[..]].concat(),
        );
        path
    };
    let csv = records(&sweep("rows.csv"), ',');
    assert_eq!(csv.len(), 2 * 2 * 3 * 4);
    let number = |text: &String| text.parse::<f64>().ok();
    for (index, row) in csv.iter().enumerate() {
        assert_eq!(row["puzzle"], if index < 24 { "board 1" } else { "board 2" });
        assert_eq!(row["parameter_population"], if index / 12 % 2 == 0 { "20" } else { "30" });
        assert_eq!(row["parameter_mutation"], ["0.05", "0.125", "1"][index / 4 % 3]);
        let label = format!("population={} mutation={}", row["parameter_population"], row["parameter_mutation"]);
        assert_eq!((row["configuration"].as_str(), row["run"].as_str()), (label.as_str(), &*(index % 4).to_string()));
        assert_eq!(row["seed"], csv[index % 4]["seed"], "the same seeds in every configuration");
        assert_eq!((row["algorithm"].as_str(), row["setting"].as_str()), ("grh", "refined"));
        assert_eq!((row["parameter_length"].as_str(), row["parameter_restart"].as_str()), ("", "0"));
        assert_eq!(row["optimum"], if index < 24 { "5" } else { "14" });
        assert_eq!(row["status"] == "solved", number(&row["cost"]).is_some());
        assert!(
            number(&row["cost"]) <= number(&row["evolved"]) && number(&row["found"]) <= number(&row["generations"])
        );
    }
    // The seed of a row repeats its run.
    let row = &csv[25];
    let parameter = |name: &str| format!("{name}={}", row[&format!("parameter_{name}")]);
    let (population, mutation) = (parameter("population"), parameter("mutation"));
    let options = ["--set", &population, "--set", &mutation, "--seed", &row["seed"], "--tsv"];
    let single = rows(&print(&[&["evolve", CARD, "--metric", "steps"], &options[..]].concat()));
    assert_eq!(single[0][2..5], [row["cost"].clone(), row["evolved"].clone(), row["found"].clone()]);
    // The other formats have the same rows.
    let tsv = records(&sweep("rows.tsv"), '\t');
    let json = json_lines(&sweep("rows.jsonl"));
    assert_eq!((tsv.len(), json.len()), (csv.len(), csv.len()));
    for ((csv, tsv), json) in csv.iter().zip(&tsv).zip(&json) {
        for (column, value) in csv.iter().filter(|(column, _)| *column != "seconds") {
            assert_eq!(tsv[column], if value.is_empty() { "-" } else { value }, "{column}");
            match &json[column] {
                Value::Null => assert_eq!(value, "", "{column}"),
                Value::Number(json) => assert_eq!(number(value), json.as_f64(), "{column}"),
                json => assert_eq!(json, value, "{column}"),
            }
        }
    }
}

#[test]
fn configurations_are_compared_with_the_first_by_rank() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let options = ["--setting", "faithful,refined", "--runs", "12", "--metric", "steps", "--jsonl"];
    let printed = print(&[&["evolve", CARD, "--rows", name(&path)], &options[..]].concat());
    let printed: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rows = json_lines(&path);
    let costs = |setting: &str| -> Vec<f64> {
        let chosen = rows.iter().filter(|row| row["setting"] == setting);
        chosen.map(|row| row["cost"].as_f64().unwrap_or(f64::INFINITY)).collect()
    };
    let (faithful, refined) = (costs("faithful"), costs("refined"));
    let pairs = refined.iter().flat_map(|one| faithful.iter().map(move |other| one.total_cmp(other)));
    let better: f64 =
        pairs.map(|order| if order.is_lt() { 1.0 } else { f64::from(u8::from(order.is_eq())) / 2.0 }).sum();
    assert!((printed[1]["a12_cost"].as_f64().unwrap() - better / 144.0).abs() < 1e-4, "{printed:?}");
    assert!(printed[1]["p_cost"].as_f64().unwrap() < 0.001, "{printed:?}");
    assert_eq!((&printed[0]["p_cost"], &printed[0]["configuration"]), (&Value::Null, &"faithful".into()));
    let shown = print(&["evolve", CARD, "--setting", "faithful,refined", "--metric", "steps"]);
    assert!(shown.contains("refined") && shown.contains("14") && shown.lines().all(|line| line.len() < 110), "{shown}");
    assert!(shown.contains("Mann–Whitney test against faithful, two-sided:"), "{shown}");
}

#[test]
fn ten_runs_and_more_are_plotted_as_bands_on_axes_that_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let plot = |runs: &str| {
        let path = folder.path().join(format!("{runs}.svg"));
        let options = ["--setting", "faithful,refined", "--runs", runs, "--plot", name(&path)];
        print(&[&["evolve", EASY, EASY, "--set", "population=20"], &options[..]].concat());
        fs::read_to_string(path).unwrap()
    };
    let lines = plot("9");
    assert_eq!((lines.matches("<polyline").count(), lines.matches("<polygon").count()), (2 * 2 * 2 * 9, 0));
    let bands = plot("10");
    assert_eq!((bands.matches("<polyline").count(), bands.matches("<polygon").count()), (2 * 2 * 2, 2 * 2 * 2));
    assert_eq!(bands.matches("10 of 10 runs solved").count(), 4, "{bands}");
    for explanation in ["Across: the generation", "Up: fitness; more is better", "median of the runs; band"] {
        assert!(bands.contains(explanation), "{explanation}");
    }
}

#[test]
fn the_log_is_csv_if_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, lines) = (folder.path().join("log.csv"), folder.path().join("log.jsonl"));
    for path in [&csv, &lines] {
        print(&["evolve", CARD, "--runs", "3", "--metric", "steps", "--log", name(path)]);
    }
    let (csv, lines) = (records(&csv, ','), json_lines(&lines));
    let generations: Vec<&Value> = lines.iter().filter(|line| line.get("generation").is_some()).collect();
    assert_eq!((csv.len(), generations.len()), (generations.len(), lines.len() - 3));
    for (record, line) in csv.iter().zip(generations) {
        assert_eq!(record["generation"], line["generation"].to_string());
        assert_eq!(record["crossovers_tried"], line["crossovers"]["tried"].to_string());
        assert_eq!(record["fittest"], line["fittest"].as_str().unwrap());
    }
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_only_finished_runs_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let options = ["--metric", "steps", "--runs", "100000", "--threads", "2", "--tsv", "--rows", name(&path)];
    let mut command = rushlab(&[&["evolve", EASY, CARD, "--setting", "faithful,refined"], &options[..]].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let statistics = rows(text(&output.stdout));
    let finished = records(&path, ',').len();
    assert!(finished > 0 && finished < 100_000, "{finished}");
    assert_eq!(statistics.len(), 1, "the other configuration and puzzle have no finished run: {statistics:?}");
    assert_eq!(statistics[0][1..3], [finished.to_string(), finished.to_string()], "runs and solved runs");
    let note = text(&output.stderr);
    assert!(note.starts_with("interrupted: the statistics are those of the "), "{note}");
    assert!(note.trim_end().ends_with("rows.csv contains them"), "{note}");
}

#[test]
fn a_pause_ends_at_the_time_limit() {
    let started = Instant::now();
    let output = run(&["evolve", UNSOLVABLE, "--pace", "1m", "--timeout", "200ms"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn studies_that_make_no_sense_are_refused() {
    for (options, problem) in [
        (&["--rows", "rows.xlsx"][..], "name it for example rows.csv"),
        (&["--rows", "a.csv", "--log", "a.csv"], "--rows and --log cannot be the same file"),
        (&["--set", "population=20,30", "--table"], "--table has one algorithm"),
        (&["--set", "population=20,20"], "`population=20` is listed twice"),
        (&["--set", "population=20,1"], "from 2 to"),
        (&["--algorithm", "grh,schlegel", "--set", "blocking=3"], "`blocking` is not a parameter of schlegel"),
        (&["--rows", "no/such/folder.csv"], "there is no folder"),
    ] {
        let output = run(&[&["evolve", EASY], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(text(&output.stderr).contains(problem), "{options:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

/// The board of Figure 1 of Schlegel, as it is printed there, with the sixth star of the outer rows.
const THREE: &str =
    "( * * * * * * )\n( * * S S S * )\n( * G G * * * )\n( * * R * * * )\n( * * R * * * )\n( * * * * * * )\n";

#[test]
fn a_trace_shows_parents_cuts_failures_and_mutations_and_changes_nothing() {
    let schlegel =
        ["evolve", THREE, "--algorithm", "schlegel", "--setting", "faithful", "--set", "population=4", "--seed", "8"];
    let printed = print(&[&schlegel[..], &["--trace", "-"]].concat());
    let first = "\
Generation 0:
4 individuals without parents

Generation 1:
Crossover of 2 and 4:
  2 (((2 3) E 1)) 99
  4 (((3 2) E 2) ((4 3) S 1) ((3 4) W 3)) 99
  cut after 1 and 1: (((2 3) E 1) ((4 3) S 1) ((3 2) W 3)) failed: move 3: G would leave the board after 1 cell
  copy: 1 (((2 3) E 1)) 99
";
    assert!(printed.starts_with(first), "{printed}");
    for part in [
        "  cut after 0 and 0: (((2 3) E 1)) legal\n  child: 2 (((2 3) E 1)) 99\n",
        "  mutation ((2 3) W 2) -> ((2 3) E 2) failed: move 1: S would leave the board after 1 cell\n",
        "failed: move 2: G moves twice in a row\n",
        "failed: no move is left\n",
    ] {
        assert!(printed.contains(part), "no {part} in {printed}");
    }
    // The result below the trace is the same as without it.
    assert!(printed.ends_with(&print(&schlegel)), "{printed}");
    let grh = ["evolve", CARD, "--metric", "steps", "--set", "population=20", "--set", "mutation=0.3", "--seed", "1"];
    let printed = print(&[&grh[..], &["--trace", "-"]].concat());
    for part in [
        "Crossover of 15 and 11:\n  fitness 53.8, weight ",
        "  15 GR1 x 11 GR1: weight ",
        "    15 GR1 BU1, mutation failed: A cannot move -> 13",
        "    15 PD1 ER1 failed: E is blocked by P at row 5, column 6\n",
        "mutation with GR1 as move 3 legal -> 17",
    ] {
        assert!(printed.contains(part), "no {part} in {printed}");
    }
    assert!(printed.ends_with(&print(&grh)), "{printed}");
}

#[test]
fn a_trace_in_json_refers_from_individuals_to_couples() {
    for algorithm in ["schlegel", "grh"] {
        let arguments = ["evolve", CARD, "--algorithm", algorithm, "--set", "population=20", "--set", "generations=6"];
        let printed = run(&[&arguments[..], &["--trace", "-", "--jsonl"]].concat());
        let lines: Vec<Value> = text(&printed.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (result, objects) = lines.split_last().unwrap();
        assert_eq!(result["puzzle"], "1", "the last line is the result");
        let of = |generation: u64, key: &str| -> Vec<&Value> {
            objects.iter().filter(|line| line["generation"] == generation && !line[key].is_null()).collect()
        };
        let individuals = |generation: u64| -> Vec<&Value> { of(generation, "individual") };
        assert!(individuals(0).iter().all(|individual| individual["origin"] == "initial"));
        let mut children = 0;
        for generation in 1..=result["generations"].as_u64().unwrap() {
            let couples: Vec<&Value> =
                of(generation, "couple").into_iter().filter(|line| line["parents"].is_array()).collect();
            for (index, couple) in couples.iter().enumerate() {
                assert_eq!(couple["couple"], index + 1);
                for parent in
                    couple["parents"].as_array().unwrap().iter().filter(|parent| !parent["individual"].is_null())
                {
                    let number = parent["individual"].as_u64().unwrap() as usize;
                    assert_eq!(individuals(generation - 1)[number - 1]["fitness"], parent["fitness"]);
                }
            }
            for individual in individuals(generation).iter().filter(|individual| individual["origin"] == "child") {
                let couple = couples[individual["couple"].as_u64().unwrap() as usize - 1];
                let crossovers = couple["crossovers"].as_array().unwrap();
                let own: Vec<&Value> =
                    crossovers.iter().filter(|crossover| crossover["individual"] == individual["individual"]).collect();
                assert_eq!(own.len(), 1, "{individual}");
                assert!(own[0]["failure"].is_null());
                children += 1;
            }
        }
        assert!(children > 10, "{algorithm}");
    }
    let output = run(&["evolve", EASY, "--trace", "-", "--tsv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--trace - prints text or --jsonl"), "{}", text(&output.stderr));
}

#[test]
fn individuals_of_grh_are_printed_as_matrices() {
    let output = run(&["evolve", CARD, "--metric", "steps", "--set", "generations=0", "--individuals"]);
    let printed = text(&output.stdout);
    let rows = "\
Generation 0:
1: fitness 54.2      2: fitness 49.13     3: fitness 49.13     4: fitness 49.13
 2  1  1  1  0  0     2  0  0  1  1  1     2  0  1  1  1  0     2  0  1  1  1  6
 2  0  0  4  0  6     2  0  0  4  0  6     2  0  0  0  0  6     2  0  0  4  0  6
51 51  0  4  8  6    51 51  0  4  8  6    51 51  0  4  8  6    51 51  0  4  8  6
";
    assert!(printed.starts_with(rows), "{printed}");
    assert!(printed.contains("\naverage fitness = "), "{printed}");
    // The first population is every board two steps away, 52 with repetitions, and each is a board of the format.
    let (captions, matrices): (Vec<&str>, Vec<&str>) =
        printed.split_once("\naverage").unwrap().0.lines().skip(1).partition(|line| line.contains("fitness"));
    assert_eq!(captions.join(" ").matches("fitness").count(), 52);
    let first: Vec<&str> = matrices.iter().take(6).map(|line| &line[..17]).collect();
    let shown = print(&["convert", &first.join("\n"), "--format", "matrix", "--to", "line", "--relabel"]);
    assert_eq!(shown.trim_end().len(), 36, "{shown}");
    // With a notation, the moves are listed instead; walls have no number.
    let output =
        run(&["evolve", CARD, "--metric", "steps", "--set", "generations=0", "--individuals", "--notation", "letters"]);
    assert!(text(&output.stdout).starts_with("Generation 0:\n1 OL1 OL1 54.2\n"), "{}", text(&output.stdout));
    let output = run(&["evolve", "xAAB.....B.C.XXB.CD..EECD.....FF....", "--set", "generations=0", "--individuals"]);
    assert!(text(&output.stdout).contains("\n #  1  1"), "{}", text(&output.stdout));
}

#[test]
fn the_table_of_the_built_in_levels_is_beside_the_table_of_the_paper() {
    let small = ["--table", "--setting", "refined", "--runs", "1", "--set", "population=20", "--set", "generations=2"];
    let output = run(&[&["evolve", "built-in"], &small[..]].concat());
    let printed = text(&output.stdout);
    assert!(printed.starts_with("grh on built-in, in steps, 1 run of each board\n"), "{printed}");
    assert!(
        printed.contains("\n                       refined               GRH, easy\nbeginner      minimum"),
        "{printed}"
    );
    // The shares that the paper states, each below ours: 35% and 77.5% of all boards, 80% of the easy ones.
    let share = |level: &str| -> Vec<&str> {
        let ours = printed.lines().collect::<Vec<_>>().iter().rposition(|line| line.starts_with(level)).unwrap();
        printed.lines().nth(ours + 1).unwrap().split_whitespace().collect()
    };
    assert_eq!(share("beginner")[..2], ["GRH", "80.0%"]);
    assert_eq!(share("all ")[..3], ["GRH", "35.0%", "77.5%"]);
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    let is_row = |row: &&[&str]| row.len() == 9 && row[0].parse::<u32>().is_ok();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).filter(is_row).collect();
    let numbers: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    assert_eq!(numbers, (0..40).map(|row| (row % 10 + 1).to_string()).collect::<Vec<_>>(), "ten rows of each level");
    assert_eq!(rows[13][1], "30", "the optimum in steps");
    assert_eq!(rows[39][5..], ["73", "79", "81.4", "0.4340"]);
}

#[test]
fn grh_counts_steps_if_no_metric_is_named() {
    let cost =
        |metric: &[&str]| rows(&print(&[&["evolve", CARD, "--runs", "1", "--tsv"], metric].concat()))[0][3].clone();
    assert_eq!((cost(&[]), cost(&["--metric", "steps"])), ("14".to_owned(), "14".to_owned()));
    assert_ne!(cost(&["--metric", "moves"]), "14");
    assert_ne!(cost(&["--algorithm", "schlegel"]), "14", "Schlegel counts moves");
    let note = text(&run(&["evolve", CARD]).stderr).to_owned();
    assert_eq!(note, "note: grh counts steps, as its paper does; --metric moves counts moves\n");
}

#[test]
fn an_evolution_continues_from_a_printed_population() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("generation.txt");
    fs::write(&path, "Generation 0:\n1 (((2 3) E 1)) 99\n2 (((3 2) E 2)) 99\n1 (((2 3) E 1)) 100\n").unwrap();
    let arguments = ["evolve", THREE, "--algorithm", "schlegel", "--setting", "faithful", "--initial", name(&path)];
    let output = run(&[&arguments[..], &["--individuals", "--set", "generations=3"]].concat());
    let printed = text(&output.stdout);
    let first = "Generation 0:\n1 (((2 3) E 1)) 99\n2 (((3 2) E 2)) 99\naverage fitness = 99.00\n";
    assert!(printed.starts_with(first), "{printed}");
    fs::write(&path, "1 (((2 3) N 1)) 99\n2 (((2 3) E 1)) 99\n").unwrap();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("generation.txt: line 1: move 1: "), "{}", text(&output.stderr));
}

#[test]
fn solutions_are_printed_in_any_notation() {
    let arguments = ["evolve", THREE, "--algorithm", "schlegel", "--notation"];
    let moves = |notation: &str, more: &[&str]| print(&[&arguments[..], &[notation], more].concat());
    assert!(moves("lisp", &[]).contains("\n(((2 3) E 1) ((3 2) E 2) ((4 3) N 3))\n"));
    assert!(moves("arrows", &[]).contains("\nS → 1; G → 2; R ↑ 3\n"));
    let tsv = moves("lisp", &["--tsv"]);
    assert!(tsv.trim_end().ends_with("\t(((2 3) E 1) ((3 2) E 2) ((4 3) N 3))"), "{tsv}");
    assert_eq!(run(&["evolve", EASY, "--table", "--notation", "lisp"]).status.code(), Some(2));
}

#[test]
fn replay_prints_the_fitness_of_schlegels_figure_2() {
    for (moves, printed) in [
        ("(((4 3) S 1) ((2 3) W 1))", "fitness 98 (schlegel): 2 blocking vehicles"),
        ("(((3 2) W 1) ((4 3) S 1) ((3 1) E 2))", "fitness 98 (schlegel): 2 blocking vehicles"),
        ("(((3 2) W 1) ((4 3) S 1))", "fitness 99 (schlegel): 1 blocking vehicle"),
        ("(((2 3) E 1) ((3 2) W 1))", "fitness 100 (schlegel): 0 blocking vehicles"),
    ] {
        let replayed = print(&["replay", THREE, "--play", moves, "--fitness", "schlegel"]);
        assert_eq!(replayed.lines().last(), Some(printed), "{moves}");
        assert!(!print(&["replay", THREE, "--play", moves]).contains("fitness"));
    }
    let grh = print(&["replay", THREE, "--play", "GL1 RD1", "--fitness", "grh"]);
    let stages = "fitness 9.80 (grh): stages 10.00 (blocking vehicles), 9 (free cells), 0 (repetitions)";
    assert_eq!(grh.lines().last(), Some(stages));
    let rows = print(&["replay", THREE, "--play", "GL1 GR1 GL1", "--fitness", "schlegel", "--tsv"]);
    let fitness: Vec<&str> = rows.lines().map(|line| line.rsplit('\t').next().unwrap()).collect();
    assert_eq!(fitness, ["fitness", "99.00", "98.00", "99.00"]);
    let failed = run(&["replay", THREE, "--play", "SR2", "--fitness", "schlegel"]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(text(&failed.stdout).ends_with("no fitness, because a move is illegal\n"), "{}", text(&failed.stdout));
}

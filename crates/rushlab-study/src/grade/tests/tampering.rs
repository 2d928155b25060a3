//! One thing is wrong with one file, and nothing else is reported.

use super::*;

/// Changes one file.
struct Change {
    name: &'static str,
    file: &'static str,
    verdict: Verdict,
    /// A part of the report on it.
    says: &'static str,
    make: Box<dyn Fn(&mut Files)>,
}

/// Returns a change of the text of a file, which must change it.
fn edit(
    name: &'static str,
    file: &'static str,
    says: &'static str,
    change: impl Fn(&str) -> String + 'static,
) -> Change {
    let make = move |files: &mut Files| {
        let text = String::from_utf8(files[file].clone()).unwrap();
        let changed = change(&text);
        assert_ne!(text, changed, "{name}");
        files.insert(file.to_owned(), changed.into_bytes());
    };
    Change { name, file, verdict: Verdict::Wrong, says, make: Box::new(make) }
}

/// Returns the replacement of the first occurrence of a text.
fn replace(name: &'static str, file: &'static str, says: &'static str, from: &'static str, to: &'static str) -> Change {
    edit(name, file, says, move |text| text.replacen(from, to, 1))
}

/// Returns a change of the lines of a file.
fn lines(
    name: &'static str,
    file: &'static str,
    says: &'static str,
    change: impl Fn(&mut Vec<String>) + 'static,
) -> Change {
    edit(name, file, says, move |text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        change(&mut lines);
        lines.join("\n") + "\n"
    })
}

/// Returns a change of the line that begins with some text.
fn line(
    name: &'static str,
    file: &'static str,
    says: &'static str,
    start: &'static str,
    to: impl Fn(&str) -> String + 'static,
) -> Change {
    lines(name, file, says, move |lines| {
        let own = lines.iter_mut().find(|line| line.starts_with(start)).unwrap();
        *own = to(own);
    })
}

fn other_file(name: &'static str, file: &'static str, says: &'static str, from: &'static str) -> Change {
    let make = move |files: &mut Files| {
        let other = files[from].clone();
        files.insert(file.to_owned(), other);
    };
    Change { name, file, verdict: Verdict::Wrong, says, make: Box::new(make) }
}

/// Replaces a word of a line, counted from 0.
fn word(line: &str, index: usize, to: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    words[index] = to;
    words.join(" ")
}

fn absent() -> Vec<Change> {
    let make = |make: Box<dyn Fn(&mut Files)>, name, file, verdict, says| Change { name, file, verdict, says, make };
    let file = "a-h1-sol-2.txt";
    vec![
        make(Box::new(move |files| drop(files.remove(file))), "deleted", file, Verdict::Missing, "is missing"),
        make(Box::new(move |files| files.get_mut(file).unwrap().clear()), "no bytes", file, Verdict::Empty, "is empty"),
        make(
            Box::new(move |files| *files.get_mut(file).unwrap() = b"\r\n \n".to_vec()),
            "only white space",
            file,
            Verdict::Empty,
            "is empty",
        ),
        make(
            Box::new(move |files| {
                let bytes = files.remove(file).unwrap();
                files.insert("A_h1_solution_2.TXT".to_owned(), bytes);
            }),
            "wrong name",
            file,
            Verdict::Missing,
            "is missing; A_h1_solution_2.TXT must be named a-h1-sol-2.txt",
        ),
        make(
            Box::new(move |files| files.get_mut(file).unwrap().push(0xff)),
            "binary",
            file,
            Verdict::Wrong,
            "is not a text in UTF-8",
        ),
    ]
}

fn solutions() -> Vec<Change> {
    let file = "ucs-sol-2.txt";
    vec![
        replace("initial board", file, "the initial board is", "configuration: .BB", "configuration: BB."),
        replace("initial fuel", file, "K has 6 units of fuel here, not 7", "K6 M0\n", "K7 M0\n"),
        replace("drawn board", file, "the initial board is drawn as", "\n.BBCCC\n", "\nBB.CCC\n"),
        replace("fuel of a vehicle", file, "K has 6 units of fuel here, not 60", "K:6,", "K:60,"),
        replace("vehicle without fuel", file, "the fuel of E is missing", "E:100, ", ""),
        replace("unknown vehicle", file, "names the fuel of Z", "available: ", "available: Z:100, "),
        line("no fuel line", file, "has no line `Car fuel", "Car fuel", |_| String::new()),
        line("no runtime", file, "has no line `Runtime", "Runtime", |_| String::new()),
        line("runtime", file, "`soon` is not a time", "Runtime", |_| "Runtime: soon".to_owned()),
        line("negative runtime", file, "`-1 seconds` is not a time", "Runtime", |_| "Runtime: -1 seconds".to_owned()),
        line("hours", file, "`1 hours` is not a time", "Runtime", |_| "Runtime: 1 hours".to_owned()),
        line("search length", file, "the search path has 3 states here", "Search path", |_| {
            "Search path length: 3 states".to_owned()
        }),
        line("no search length", file, "has no line `Search path", "Search path", |_| String::new()),
        line("solution length", file, "the solution has", "Solution path length", |_| {
            "Solution path length: 3 moves".to_owned()
        }),
        replace("misspelt unit", file, "is not a number of moves", "moves\n", "mooves\n"),
        line("no solution length", file, "has no line `Solution path length", "Solution path length", |_| {
            String::new()
        }),
        line("no list of moves", file, "has no line `Solution path: ", "Solution path:", |_| String::new()),
        line("illegible list", file, "is not a move", "Solution path:", |line| line.replacen("left", "sideways", 1)),
        line("illegal move", file, "is illegal", "Solution path:", |line| line.replacen("B left 1", "B right 4", 1)),
        line("move through a vehicle", file, "is blocked", "Solution path:", |_| "Solution path: A right 4".to_owned()),
        line("a vehicle without fuel moves", file, "is illegal", "Solution path:", |_| {
            "Solution path: M up 1".to_owned()
        }),
        line("list cut off", file, "is not solved after the last move", "Solution path:", |line| {
            line[..line.rfind(';').unwrap()].to_owned()
        }),
        line("list goes on", file, "the list goes on", "Solution path:", |line| format!("{line}; A left 1")),
        lines("line of a move deleted", file, "but move 1 is", |lines| {
            let first = lines
                .iter()
                .position(|line| line.ends_with(" K6 M0") && line.contains(" left "))
                .or(lines.iter().position(|line| line.contains("   99 ")));
            lines.remove(first.unwrap());
        }),
        lines("last line of a move deleted", file, "lines of moves, but the solution has", |lines| {
            let last = lines.iter().rposition(|line| line.starts_with("A right")).unwrap();
            lines.remove(last);
        }),
        lines("fuel after a move", file, "units left after this move, not 77", |lines| {
            let own = lines.iter_mut().find(|line| line.contains("   99 ")).unwrap();
            *own = own.replacen("   99 ", "   77 ", 1);
        }),
        lines("board after a move", file, "the board after this move is", |lines| {
            let own = lines.iter_mut().find(|line| line.contains("   99 ")).unwrap();
            *own = own.replacen("IJ", "JI", 1);
        }),
        lines("direction of a line", file, "but move 1 is", |lines| {
            let own = lines.iter_mut().find(|line| line.contains("   99 ")).unwrap();
            *own = own.replace("left", "right");
        }),
        lines("final board", file, "the final board is", |lines| {
            let last = lines.iter().rposition(|line| line.len() == 6).unwrap();
            lines[last] = "......".to_owned();
        }),
        lines("no final board", file, "has no final board", |lines| {
            let end = lines.iter().rposition(|line| line.starts_with("A right")).unwrap();
            lines.truncate(end + 1);
        }),
        edit("a solvable puzzle called unsolvable", file, "says `no solution`, but there is one of", |_| {
            "no solution\n".to_owned()
        }),
        edit("neither", file, "has no line `Solution path: ", |_| "Runtime: 1 seconds\n".to_owned()),
        other_file("a longer solution", file, "a shortest one costs", "gbfs-h4-sol-2.txt"),
        other_file("the solution of another puzzle", file, "the initial board is", "ucs-sol-4.txt"),
        other_file("an unsolvable puzzle solved", "a-h2-sol-3.txt", "is illegal", "a-h2-sol-1.txt"),
    ]
}

fn searches() -> Vec<Change> {
    let number = |name, file, says, column, to: &'static str| {
        lines(name, file, says, move |lines| lines[3] = word(&lines[3], column, to))
    };
    vec![
        number("f", "a-h1-search-2.txt", "line 4: f is 40, but g + h is", 0, "40"),
        number("g", "a-h1-search-2.txt", "g is 40, but the path to this state has 1 move", 1, "40"),
        number("h1", "gbfs-h1-search-2.txt", "line 4: h is 9, but h1 is", 2, "9"),
        number("h2", "gbfs-h2-search-2.txt", "line 4: h is 9, but h2 is", 2, "9"),
        number("h3", "gbfs-h3-search-2.txt", "line 4: h is 9, but h3 is", 2, "9"),
        lines("h4 too high", "gbfs-h4-search-2.txt", "h4 is not admissible: it is 15 here", |lines| {
            lines[0] = word(&word(&lines[0], 2, "15"), 0, "15");
        }),
        number("g of UCS", "ucs-search-2.txt", "g is 7", 1, "7"),
        number("h of UCS", "ucs-search-2.txt", "h is 7; a search without heuristic has 0", 2, "7"),
        lines("the constant of h3", "gbfs-h3-search-2.txt", "h3 is h1 times", |lines| {
            for line in lines {
                let h: f64 = line.split(' ').nth(2).unwrap().parse().unwrap();
                *line = word(&word(line, 2, &(h / 2.0).to_string()), 0, &(h / 2.0).to_string());
            }
        }),
        lines("two states in the wrong order", "ucs-search-2.txt", "comes before", |lines| {
            let deep = lines.iter().position(|line| line.starts_with("3 3 0")).unwrap();
            let line = lines.remove(deep);
            lines.insert(deep - 1, line);
        }),
        lines("a state left out", "ucs-search-2.txt", "comes before", |lines| drop(lines.remove(2))),
        lines("a state twice", "ucs-search-2.txt", "the state of line 3 comes again", |lines| {
            lines.insert(3, lines[2].clone());
        }),
        lines("an unknown vehicle", "a-h2-search-2.txt", "names a vehicle that puzzle 2 does not have", |lines| {
            lines.insert(3, "2 1 1 ZBBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M".to_owned());
        }),
        lines("a short state", "a-h2-search-2.txt", "there is no state of 36 cells", |lines| {
            lines.insert(3, "2 1 1 BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M".to_owned());
        }),
        lines("a state that cannot be reached", "a-h2-search-2.txt", "no earlier state has", |lines| {
            lines.insert(3, "3 1 2 .BBCCCEE..KLAAIJKLH.IJFFHGGG.M.M....".to_owned());
        }),
        lines("cut off", "a-h3-search-2.txt", "the file ends here", |lines| lines.truncate(5)),
        lines("cut off before the goal", "ucs-search-1.txt", "the file ends here", |lines| drop(lines.pop())),
        lines("goes on after the goal", "a-h4-search-2.txt", "the search goes on after line", |lines| {
            lines.push(lines[0].clone());
        }),
        lines("without the start", "gbfs-h1-search-2.txt", "the first state is", |lines| drop(lines.remove(0))),
        lines("fuel of a state", "a-h1-search-2.txt", "has 99 units left here, not 12", |lines| {
            let own = lines.iter_mut().find(|line| line.contains("99")).unwrap();
            *own = own.replace("99", "12");
        }),
        lines("fuel left out in one state", "a-h1-search-2.txt", "is missing", |lines| {
            let own = lines.iter_mut().find(|line| line.contains("99")).unwrap();
            *own = own.split(' ').take(4).collect::<Vec<_>>().join(" ");
        }),
        lines("two numbers", "a-h1-search-2.txt", "follows 2 numbers instead of f, g and h", |lines| {
            lines[5] = lines[5].split_once(' ').unwrap().1.to_owned();
        }),
        lines("an unsolvable puzzle given up early", "ucs-search-3.txt", "states are waiting", |lines| {
            lines.truncate(2);
        }),
        edit("no states", "ucs-search-3.txt", "has no states", |_| "f g h state\n".to_owned()),
        other_file("copied from another heuristic", "a-h1-search-2.txt", "h is", "a-h4-search-2.txt"),
        other_file("copied from another puzzle", "ucs-search-2.txt", "no earlier state has", "ucs-search-1.txt"),
    ]
}

#[test]
fn tampering_is_found_and_named_with_the_right_file() {
    let changes: Vec<Change> = [absent(), solutions(), searches()].into_iter().flatten().collect();
    assert!(changes.len() >= 60, "{}", changes.len());
    let mut failures = Vec::new();
    for Change { name, file, verdict, says, make } in changes {
        let mut files = honest().0.clone();
        make(&mut files);
        let heuristic = CourseHeuristic::ALL.into_iter().filter(|own| file.contains(own.name()));
        let found = wrong(&files, &heuristic.collect::<Vec<_>>());
        let is_found = matches!(found.as_slice(), [(own, of, problems)]
            if own == file && *of == verdict && problems.iter().any(|problem| problem.contains(says)));
        if !is_found {
            failures.push(format!("{name}: {file} should be {verdict:?} ({says}), but {found:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

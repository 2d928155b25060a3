//! The form of comments: their width, and the first words of doc comments.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of columns, which is `max_width` in `rustfmt.toml`.
const WIDTH: usize = 120;

/// Returns the sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["node_modules", "target"].contains(&name) && !name.starts_with('.') {
            sources(&path, found);
        } else if name.ends_with(".rs") || name.ends_with(".js") {
            found.push(path);
        }
    }
}

/// Returns whether a line declares a function.
fn declares_function(line: &str) -> bool {
    let words = line.trim_start().split(' ').skip_while(|word| {
        word.starts_with("pub") || word.starts_with('"') || ["const", "async", "unsafe", "extern"].contains(word)
    });
    words.clone().next() == Some("fn")
}

/// Returns what is wrong with the first line of the comment of an item.
fn problem(text: &str, item: &[&str], is_help: bool) -> Option<&'static str> {
    let declaration = item.iter().find(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with("#[") && !line.starts_with(')') && !line.starts_with("    ")
    })?;
    let is_test = item.iter().take_while(|line| !std::ptr::eq(*line, declaration)).any(|line| line.contains("#[test]"));
    if declares_function(declaration) && !is_test {
        let verb = text.split([' ', ',']).next().unwrap_or_default();
        let is_verb = verb.starts_with(|letter: char| letter.is_ascii_uppercase()) && verb.ends_with('s');
        return (!is_verb || ["This", "Its"].contains(&verb)).then_some("begin with a verb, such as `Returns`");
    }
    (text.starts_with("The number of ") && !is_help).then_some("write `Number of`")
}

#[test]
fn comments_are_as_wide_as_code_and_in_one_dialect() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    ["crates", "page", "python/src", "fuzz"].iter().for_each(|folder| sources(&root.join(folder), &mut files));
    assert!(files.len() > 400, "{}", files.len());
    let mut problems = Vec::new();
    for path in &files {
        let shown = path.strip_prefix(&root).unwrap().display().to_string();
        // The doc comments of options are their help.
        let is_help = shown.contains("/src/arguments");
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let comment = line.trim_start();
            let is_script = shown.starts_with("page/") && comment.starts_with('*');
            if (comment.starts_with("//") || comment.starts_with("/*") || is_script) && line.chars().count() > WIDTH {
                problems.push(format!("{shown}:{}: wider than {WIDTH} columns", index + 1));
            }
            let is_first = index == 0 || !lines[index - 1].trim_start().starts_with("///");
            let found = comment.strip_prefix("/// ").filter(|_| is_first);
            let found = found.and_then(|text| problem(text, &lines[index + 1..], is_help));
            problems.extend(found.map(|found| format!("{shown}:{}: {found}: {comment}", index + 1)));
        }
    }
    assert!(problems.is_empty(), "{} comments:\n{}", problems.len(), problems.join("\n"));
}

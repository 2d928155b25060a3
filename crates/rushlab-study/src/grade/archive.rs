//! The archive of the handout's submission checklist: `472-Assignment-IDs.zip` with the slides and `472-Code-IDs.zip`.

/// What is known about a student's archive.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// The name of the file.
    pub name: String,
    /// The names of its entries. Those of an archive within it begin with its own name.
    pub entries: Vec<String>,
    /// The beginning of the `README.md`.
    pub readme: Option<String>,
    /// What could not be read, or must not be in an archive.
    pub problems: Vec<String>,
}

/// Returns what is wrong with an archive.
pub fn archive_problems(archive: &Archive) -> Vec<String> {
    let mut problems = archive.problems.clone();
    let (assignment, code) = (team(&archive.name, "472-Assignment-"), team(&archive.name, "472-Code-"));
    match assignment {
        Some(team) => {
            for name in [format!("472-Slides-{team}.pdf"), format!("472-Code-{team}.zip")] {
                // An archive within it is listed by what it holds.
                let holds = |entry: &String| entry.split('/').any(|part| part == name);
                if !archive.entries.iter().any(holds) {
                    problems.push(format!("has no {name}"));
                }
            }
        }
        None if code.is_some() => {}
        None => problems.push(
            "is not named as the handout asks: 472-Assignment-ID1-ID2-ID3.zip, with the numbers of one to three students"
                .to_owned(),
        ),
    }
    match archive.readme.as_deref().map(|readme| readme.lines().next().unwrap_or_default()) {
        None => problems.push("has no README.md".to_owned()),
        Some(first) if !first.contains("http://") && !first.contains("https://") => {
            problems.push("the first line of README.md is not the URL of the repository".to_owned());
        }
        Some(_) => {}
    }
    problems
}

/// Returns the student numbers in the name of an archive: `ID1-ID2`.
fn team<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let team = name.strip_prefix(prefix)?.strip_suffix(".zip")?;
    let is_number = |id: &str| !id.is_empty() && id.chars().all(|letter| letter.is_ascii_alphanumeric());
    (team.split('-').count() <= 3 && team.split('-').all(is_number)).then_some(team)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str, entries: &[&str], readme: &str) -> Vec<String> {
        let entries = entries.iter().map(|entry| (*entry).to_owned()).collect();
        archive_problems(&Archive {
            name: name.to_owned(),
            entries,
            readme: Some(readme.to_owned()),
            ..Archive::default()
        })
    }

    #[test]
    fn names_and_contents_of_the_handout_are_required() {
        let url = "https://github.com/team/project\n";
        let entries = ["472-Slides-1-2.pdf", "472-Code-1-2.zip/output/ucs-sol-1.txt"];
        assert_eq!(problems("472-Assignment-1-2.zip", &entries, url), Vec::<String>::new());
        assert_eq!(problems("472-Code-1-2.zip", &["output/ucs-sol-1.txt"], url), Vec::<String>::new());
        let other = problems("472-Assignment-1-3.zip", &entries, url);
        assert_eq!(other, ["has no 472-Slides-1-3.pdf", "has no 472-Code-1-3.zip"]);
        for name in ["assignment.zip", "472-Assignment.zip", "472-Assignment-1-2-3-4.zip", "472-assignment-1.zip"] {
            assert!(problems(name, &entries, url)[0].starts_with("is not named"), "{name}");
        }
        assert!(problems("472-Code-1.zip", &[], "# Project\n")[0].starts_with("the first line of README.md"));
        assert_eq!(
            archive_problems(&Archive { name: "472-Code-1.zip".into(), ..Archive::default() }),
            ["has no README.md"]
        );
    }
}

//! The tree of commands keeps its rules: one meaning for each option, one group, short help on one screen.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command};

use super::help::{CONSTRAINTS, GROUPS, LIMITS, OUTPUT, PUZZLE, SEARCH, TOPICS, command_tree, examples, topic_page};

/// Returns all commands with their names: `db query`.
fn commands() -> Vec<(String, Command)> {
    fn collect(command: &Command, name: &str, found: &mut Vec<(String, Command)>) {
        for below in command.get_subcommands() {
            let name = format!("{name} {}", below.get_name()).trim().to_owned();
            found.push((name.clone(), below.clone()));
            collect(below, &name, found);
        }
    }
    let mut tree = command_tree();
    tree.build();
    let mut found = Vec::new();
    collect(&tree, "", &mut found);
    found
}

/// Returns the options of a command, also hidden ones, without `--help`.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| option.get_long().is_some_and(|long| long != "help"))
}

#[test]
fn an_option_has_one_meaning_one_type_and_one_group() {
    // The values of an option, as types and as words.
    let describe = |option: &Arg| {
        let values = option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect::<Vec<_>>();
        format!(
            "-{:?} {:?} {:?} {values:?} {:?} {}",
            option.get_short(),
            option.get_value_names(),
            option.get_value_parser().type_id(),
            option.get_help_heading(),
            option.get_help().cloned().unwrap_or_default(),
        )
    };
    let mut meanings: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (name, command) in commands() {
        for option in options(&command) {
            let long = option.get_long().unwrap_or_default().to_owned();
            meanings.entry(long).or_default().entry(describe(option)).or_default().push(name.clone());
        }
    }
    let several: Vec<_> = meanings.iter().filter(|(_, meanings)| meanings.len() > 1).collect();
    assert!(meanings.len() > 50 && several.is_empty(), "{several:#?}");
}

#[test]
fn only_scripts_that_exist_have_other_names_for_options() {
    let (mut others, mut hidden) = (BTreeSet::new(), BTreeSet::new());
    for (name, command) in commands() {
        for option in options(&command) {
            let aliases = option.get_all_aliases().unwrap_or_default();
            others.extend(aliases.into_iter().map(|other| format!("{name} --{other}")));
            hidden.extend(option.get_long().filter(|_| option.is_hide_set()).map(str::to_owned));
        }
    }
    assert!(others.iter().eq(["replay --moves"]), "{others:?}");
    assert!(hidden.iter().eq(["output"]), "{hidden:?}");
}

#[test]
fn a_letter_stands_for_one_option() {
    let mut letters: BTreeMap<char, String> = BTreeMap::new();
    for (name, command) in commands() {
        for (letter, long) in options(&command).filter_map(|option| Some((option.get_short()?, option.get_long()?))) {
            let other = letters.entry(letter).or_insert_with(|| long.to_owned());
            assert_eq!(other, long, "-{letter} of {name}");
        }
    }
    let expected = [('f', "force"), ('j', "threads"), ('n', "count"), ('o', "out"), ('q', "quiet")];
    assert!(letters.iter().map(|(letter, long)| (*letter, long.as_str())).eq(expected), "{letters:?}");
}

#[test]
fn every_option_is_in_a_group_and_every_shared_group_in_one_topic() {
    let groups = [PUZZLE, CONSTRAINTS, SEARCH, OUTPUT, LIMITS];
    for (name, command) in commands() {
        for option in options(&command) {
            let heading = option.get_help_heading();
            assert!(heading.is_none_or(|heading| groups.contains(&heading)), "{name}: {option}");
        }
    }
    for group in [PUZZLE, CONSTRAINTS, OUTPUT, LIMITS] {
        assert_eq!(TOPICS.iter().filter(|topic| topic.headings.contains(&group)).count(), 1, "{group}");
    }
}

#[test]
fn every_command_is_in_one_group_of_the_overview_and_has_an_example() {
    // They are named below the groups.
    let about_the_program = ["help", "man", "completions"];
    for (name, command) in commands() {
        if !name.contains(' ') {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name.as_str())).count();
            assert_eq!(groups, usize::from(!about_the_program.contains(&name.as_str())), "{name}");
        }
        let own = examples(&command);
        let is_own = |example: &String| example.starts_with(&format!("rushlab {name}"));
        assert!(!own.is_empty() && own.iter().all(is_own), "{name}: {own:?}");
    }
    for name in GROUPS.iter().flat_map(|(_, names)| *names) {
        assert!(command_tree().find_subcommand(name).is_some(), "{name}");
    }
}

#[test]
fn the_overview_and_the_short_help_of_every_command_fit_on_a_screen() {
    let overview = command_tree().term_width(80).render_help().to_string();
    assert!(overview.lines().count() <= 24 && overview.lines().all(|line| line.chars().count() <= 80), "{overview}");
    for (name, command) in commands() {
        let help = command.clone().term_width(80).render_help().to_string();
        let lines = help.lines().count();
        assert!(lines <= 50 && help.lines().all(|line| line.chars().count() <= 80), "{name}: {lines} lines\n{help}");
    }
}

#[test]
fn the_short_help_names_the_topics_that_have_its_other_options() {
    for (name, command) in commands() {
        let (short, long) = (command.clone().render_help().to_string(), command.clone().render_long_help().to_string());
        let listed = short.split("Examples:").next().unwrap_or_default();
        for option in options(&command).filter(|option| !option.is_hide_set()) {
            let long_name = format!("--{}", option.get_long().unwrap_or_default());
            assert!(long.contains(&long_name), "{name}: {long_name} is in the long help");
            let has = |text: &str| text.split([' ', '\n', ',', '[']).any(|word| word == long_name);
            let topic = TOPICS.iter().find(|topic| {
                let named = short.contains(&format!("rushlab help {}", topic.name));
                named && has(&topic_page(topic).render_help().to_string())
            });
            // `--quiet` of commands without other such options is in the topic too.
            let is_named = topic.is_some() || long_name == "--quiet" || long_name == "--version";
            assert!(has(listed) != is_named || long_name == "--quiet", "{name}: {long_name}\n{short}");
        }
    }
}

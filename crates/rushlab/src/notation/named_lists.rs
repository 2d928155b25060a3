//! Texts with many lists of moves, each with a name: those of Esau, `A01: [AR1, PU1]`, and the individuals of Schlegel,
//! `1 (((2 3) W 1)) 98`.

use super::{Notation, NotationError, PrintedList, WrittenMove, read};

/// What a text says instead of moves.
const NO_SOLUTION: &str = "no solution";

/// The lists of a text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NamedLists {
    /// The lists, in order.
    pub lists: Vec<NamedList>,
    /// The lines that are no list, such as headings, from 1.
    pub other_lines: Vec<usize>,
}

/// A list of moves with a name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NamedList {
    /// The line of the text, from 1.
    pub line: usize,
    /// The name.
    pub name: String,
    /// The moves; `None` if the text says that there is no solution.
    pub moves: Option<Result<Vec<WrittenMove>, NotationError>>,
    /// The fitness that is printed after the moves.
    pub fitness: Option<f64>,
}

impl NamedLists {
    /// Reads lists, one a line; a line continues the one before if its bracket is still open. If `notation` is `None`,
    /// it is detected for each list.
    ///
    /// ```
    /// use rushlab::notation::NamedLists;
    ///
    /// let text = "- A01: [AR1, PU1,\n  BU1]\n- C24: No solution\n1 (((2 3) W 1)) 98\n";
    /// let lists = NamedLists::read(text, None).lists;
    /// let names: Vec<&str> = lists.iter().map(|list| list.name.as_str()).collect();
    /// assert_eq!(names, ["A01", "C24", "1"]);
    /// assert_eq!(lists[0].moves.as_ref().and_then(|moves| moves.as_ref().ok()).map(Vec::len), Some(3));
    /// assert_eq!((&lists[1].moves, lists[2].fitness), (&None, Some(98.0)));
    /// ```
    pub fn read(text: &str, notation: Option<&'static dyn Notation>) -> NamedLists {
        let (mut lists, mut other_lines): (Vec<NamedList>, Vec<usize>) = (Vec::new(), Vec::new());
        // The name, the line and the moves of a list whose bracket may still be open.
        let mut unread: Option<(usize, String, String)> = None;
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim)) {
            let text = text.strip_prefix("- ").map_or(text, str::trim_start);
            let printed =
                PrintedList::read(text).filter(|_| notation.is_none_or(|notation| notation.about().name == "lisp"));
            let named = named(text).filter(|_| printed.is_none());
            match &mut unread {
                Some((.., moves)) if printed.is_none() && named.is_none() && is_open(moves) => {
                    *moves += " ";
                    *moves += text;
                    continue;
                }
                _ => lists.extend(unread.take().map(|list| read_moves(list, notation))),
            }
            if let Some(printed) = printed {
                let name = text.split_whitespace().next().unwrap_or_default().trim_end_matches(':').to_owned();
                let fitness = printed.as_ref().ok().and_then(|list| list.fitness);
                lists.push(NamedList { line, name, moves: Some(printed.map(|list| list.moves)), fitness });
            } else if let Some((name, moves)) = named {
                unread = Some((line, name.to_owned(), moves.to_owned()));
            } else if !text.is_empty() {
                other_lines.push(line);
            }
        }
        lists.extend(unread.map(|list| read_moves(list, notation)));
        NamedLists { lists, other_lines }
    }
}

fn read_moves((line, name, moves): (usize, String, String), notation: Option<&'static dyn Notation>) -> NamedList {
    let has_moves = !moves.eq_ignore_ascii_case(NO_SOLUTION);
    let moves = has_moves.then(|| read(moves.trim_start_matches('[').trim_end_matches(']'), notation));
    NamedList { line, name, moves, fitness: None }
}

fn is_open(moves: &str) -> bool {
    moves.starts_with('[') && !moves.ends_with(']')
}

/// Divides a line into the name of a list and its moves.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, moves) = text.split_once(':')?;
    let moves = moves.trim();
    let is_name = name.starts_with(char::is_alphanumeric)
        && name.chars().all(|part| part.is_alphanumeric() || "-_.#".contains(part));
    let is_list = moves.starts_with('[') || moves.eq_ignore_ascii_case(NO_SOLUTION);
    (is_name && is_list).then_some((name, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str) -> Vec<(usize, String, Option<usize>)> {
        let lists = NamedLists::read(text, None).lists;
        let moves = |list: &NamedList| list.moves.as_ref().map(|moves| moves.as_ref().map_or(99, Vec::len));
        lists.iter().map(|list| (list.line, list.name.clone(), moves(list))).collect()
    }

    #[test]
    fn lists_end_at_their_bracket_or_at_the_next_name() {
        // As printed: C29 has no closing bracket, D31 goes over two lines.
        let text = "35 Project Cases\n\n- C29: [QU1, DR1, XR3\n- D30: [AR1]\n\nD31: [BD1, CL1,\n OD3, XR2]\nE: [AR1]\n";
        let name = |name: &str| name.to_owned();
        let expected =
            [(3, name("C29"), Some(3)), (4, name("D30"), Some(1)), (6, name("D31"), Some(4)), (8, name("E"), Some(1))];
        assert_eq!(summary(text), expected);
        assert_eq!(NamedLists::read(text, None).other_lines, [1]);
    }

    #[test]
    fn a_list_that_cannot_be_read_is_kept_with_its_reason() {
        let lists = NamedLists::read("A01: [AR1, Q]\n2 (((2 3) Q 1)) 97\n", None).lists;
        assert!(
            lists.iter().all(|list| matches!(list.moves, Some(Err(NotationError::Unreadable { .. })))),
            "{lists:?}"
        );
        assert_eq!(lists.iter().map(|list| list.name.as_str()).collect::<Vec<_>>(), ["A01", "2"]);
    }

    #[test]
    fn texts_of_one_list_have_no_names() {
        for text in [
            "AR1 PU2",
            "A right 1; P up 2",
            "move('B','left',1)",
            r#"[{"vehicle": "A", "direction": "right"}]"#,
            "(((2 3) W 1))",
        ] {
            assert_eq!(summary(text), [], "{text}");
        }
    }
}

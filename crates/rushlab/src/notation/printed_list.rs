//! A list of moves as Schlegel prints an individual: its number, the list in the notation `lisp`, and its fitness.

use super::{LISP, NotationError, WrittenMove, unreadable};

/// A list of moves with its number and its fitness, on one line: `2 (((2 3) W 2) ((3 2) W 1)) 99`.
///
/// ```
/// use rushlab::notation::PrintedList;
///
/// let list = PrintedList::read("2 (((2 3) W 2) ((3 2) W 1)) 99").ok_or("no list")??;
/// assert_eq!((list.id.as_str(), list.moves.len(), list.fitness), ("2", 2, Some(99.0)));
/// assert_eq!(PrintedList::read("Generation 0:"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PrintedList {
    /// The number or the name before the list, without a colon.
    pub id: String,
    /// The moves.
    pub moves: Vec<WrittenMove>,
    /// The fitness after the list, if there is one.
    pub fitness: Option<f64>,
}

impl PrintedList {
    /// Reads a line. Returns `None` if it has no list: an empty line, a heading, an average.
    ///
    /// A list without its first parenthesis is read as well, because the paper prints several.
    ///
    /// # Errors
    ///
    /// Fails if a move or the fitness cannot be read.
    pub fn read(line: &str) -> Option<Result<PrintedList, NotationError>> {
        let line = line.trim();
        let (id, rest) = line.split_once(char::is_whitespace)?;
        let id = id.strip_suffix(':').unwrap_or(id);
        let is_list = !id.is_empty() && !id.contains(['(', ')']) && rest.trim_start().starts_with('(');
        is_list.then(|| {
            let (list, fitness) = rest.rfind(')').map_or((rest, ""), |end| rest.split_at(end + 1));
            let missing = list.matches(')').count() == list.matches('(').count() + 1;
            let list = if missing { format!("({list}") } else { list.to_owned() };
            let moves = LISP.read(list.trim())?;
            let fitness = match fitness.trim() {
                "" => None,
                number => {
                    let parsed = number.parse::<f64>().ok().filter(|parsed| parsed.is_finite());
                    Some(parsed.ok_or_else(|| unreadable(moves.len(), number, "`1 (((4 3) N 1)) 98`"))?)
                }
            };
            Ok(PrintedList { id: id.to_owned(), moves, fitness })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PrintedList;
    use crate::notation::NotationError;

    #[test]
    fn a_list_without_its_first_parenthesis_is_read() -> Result<(), NotationError> {
        let complete = PrintedList::read("1 (((1 2) E 2) ((3 2) E 2)) 99").transpose()?;
        assert_eq!(PrintedList::read("1 ((1 2) E 2) ((3 2) E 2)) 99").transpose()?, complete);
        assert_eq!(complete.map(|list| list.moves.len()), Some(2));
        Ok(())
    }

    #[test]
    fn headings_boards_and_averages_are_not_lists() {
        for line in ["", "Generation 0:", "average fitness = 97.82", "( * O O O * * )", "((2 3) W 2) -> ((2 3) E 2)"] {
            assert_eq!(PrintedList::read(line), None, "{line}");
        }
    }

    #[test]
    fn the_fitness_may_be_missing_but_must_be_a_number() {
        let fitness = |line| PrintedList::read(line).map(|list| list.map(|list| list.fitness));
        assert_eq!(fitness("A01: (((2 3) E 1))"), Some(Ok(None)));
        assert_eq!(fitness("1 (((2 3) E 1)) 97.5"), Some(Ok(Some(97.5))));
        assert!(matches!(fitness("1 (((2 3) E 1)) high"), Some(Err(NotationError::Unreadable { number: 2, .. }))));
        assert!(matches!(fitness("1 (((2 3) E 1)) NaN"), Some(Err(_))));
        assert!(matches!(fitness("1 (((2 3) Q 1)) 97"), Some(Err(NotationError::Unreadable { number: 1, .. }))));
    }
}

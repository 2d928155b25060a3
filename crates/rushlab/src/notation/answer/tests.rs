use super::*;

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

fn written(text: &str) -> Result<String, NotationError> {
    let puzzle: Puzzle = BOARD.parse().map_err(|_| NotationError::Unknown)?;
    let moves = read_answer(&puzzle, text, None)?;
    Ok(moves.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

#[test]
fn moves_are_found_in_every_form() {
    for text in [
        "BD2 XR3",
        "bd2 xr3",
        "1. BD2\n2. XR3",
        "- **B down 2**\n- **X right 3**",
        "Move B down by 2 cells, then slide X 3 cells to the right.",
        "B: down 2\nX: right 3",
        "B ↓ 2, X → 3",
        "B⬇️2 X➡️3",
        "[[\"B\", \"down\", 2], [\"X\", \"right\", 3]]",
        "{\"vehicle\": \"B\",\n \"direction\": \"down\",\n \"cells\": 2}\n{\"vehicle\": \"X\", \"direction\": \"right\", \"cells\": 3}",
        "move('B', 'down', 2) move(X, right, 3)",
        "| 1 | B | down | 2 |\n| 2 | X | right | 3 |",
        "B D2 X R3",
        "BD 2, XR 3",
        "B down two, X right three",
        "B (down) 2; X (right) 3",
        "BD2 → XR3",
        "1. BD2 frees the row.\n2. XR3 leaves.\n\nSo the answer is BD2 XR3.",
    ] {
        let moves = written(text).map(|moves| moves.replace("+2", "down 2").replace("+3", "right 3"));
        assert_eq!(moves.as_deref(), Ok("B down 2; X right 3"), "{text}");
    }
}

#[test]
fn no_move_is_left_out() {
    for (text, moves) in [
        ("AL99\nBD2 XR3", "A left 99; B down 2; X right 3"),
        ("QR1 BD2", "Q right 1; B down 2"),
        ("qr1 BD2", "q right 1; B down 2"),
        ("QQ+4, B+2", "QQ +4; B +2"),
        ("BD2 BD2 XR3", "B down 2; B down 2; X right 3"),
        ("B down\nX right 3", "B down 1; X right 3"),
        ("move('B','down') move('X','right',3)", "B down 1; X right 3"),
        ("move(B, down) move(B, down) move(X, right, 3)", "B down 1; B down 1; X right 3"),
        ("AL99999999999 BD2", "A left 4294967295; B down 2"),
        ("A right answer needs no lists: B+2", "B +2"),
        ("1. B down\n2. X right\n", "B down 1; X right 1"),
        ("I would move B first.", ""),
    ] {
        assert_eq!(written(text).as_deref(), Ok(moves), "{text}");
    }
}

#[test]
fn moves_that_cannot_be_read_are_errors() {
    for text in ["BD2.5 XR3", "BD2/3 XR3", "B down -2, XR3", "B 2 down 3, XR3"] {
        assert!(matches!(written(text), Err(NotationError::Unreadable { .. })), "{text}: {:?}", written(text));
    }
    for text in ["((3 4) S 9) BD2 XR3", "<answer>BD2 XR3</answer> or <answer>BD1 XR3</answer>"] {
        assert!(written(text).is_err(), "{text}");
    }
}

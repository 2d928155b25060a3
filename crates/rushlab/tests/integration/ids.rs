//! Ids and canonical forms of random puzzles.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use rushlab::puzzle::{Draft, IdError, Label, Metric, Rules, Side};
use rushlab::{Puzzle, collection, format};

/// Returns the puzzle with numbers as labels, in an order that a seed determines.
fn relabelled(puzzle: &Puzzle, seed: usize) -> Puzzle {
    let count = puzzle.vehicles().len();
    let labels: Vec<Label> = (0..count).map(|index| Label::from_number(((index + seed) % count) as u32)).collect();
    puzzle.with_labels(&labels).unwrap().with_name(Some("another".to_owned()))
}

/// Returns puzzles that differ from a puzzle in one part.
fn neighbours(puzzle: &Puzzle) -> Vec<Puzzle> {
    let changed = |change: &dyn Fn(&mut Draft)| {
        let mut draft = Draft::from(puzzle);
        change(&mut draft);
        Puzzle::try_from(draft).ok().filter(|other| other != puzzle)
    };
    let with_rules = |change: &dyn Fn(&mut Rules)| changed(&|draft| change(&mut draft.rules));
    let mut all: Vec<Option<Puzzle>> = vec![
        changed(&|draft| draft.width += 1),
        changed(&|draft| draft.height += 1),
        changed(&|draft| draft.walls.truncate(draft.walls.len().saturating_sub(1))),
        changed(&|draft| draft.fuel.truncate(draft.fuel.len().saturating_sub(1))),
        changed(&|draft| draft.fuel.iter_mut().for_each(|fuel| fuel.units += 1)),
        with_rules(&|rules| rules.metric = if rules.metric == Metric::Moves { Metric::Steps } else { Metric::Moves }),
        with_rules(&|rules| rules.valet = !rules.valet),
        with_rules(&|rules| rules.default_fuel = rules.default_fuel.map_or(Some(0), |units| units.checked_add(1))),
    ];
    for side in Side::ALL {
        all.push(changed(&|draft| draft.exit = draft.exit.map(|exit| rushlab::puzzle::DraftExit { side, ..exit })));
    }
    for index in 0..puzzle.vehicles().len() {
        let label = puzzle.vehicles()[index].label;
        all.push(changed(&|draft| {
            (draft.primary, draft.exit) = (Some(label), None);
        }));
        all.push(changed(&|draft| draft.vehicles[index].row += 1));
        all.push(changed(&|draft| draft.vehicles[index].column += 1));
        all.push(changed(&|draft| draft.vehicles[index].length += 1));
        all.push(changed(&|draft| {
            draft.vehicles.remove(index);
            draft.fuel.retain(|fuel| fuel.label != label);
        }));
    }
    all.into_iter().flatten().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_id_is_the_puzzle_without_name_and_labels(puzzle in crate::common::puzzles(), seed in 0..100_usize) {
        let id = puzzle.id();
        prop_assert_eq!(&relabelled(&puzzle, seed).id(), &id);
        let back = Puzzle::from_id(&id).unwrap();
        prop_assert_eq!(&back.id(), &id);
        prop_assert_eq!(&back, &puzzle.canonical());
        prop_assert_eq!(&id.to_ascii_uppercase().parse::<Puzzle>().unwrap(), &back);
        prop_assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{}", id);
    }

    #[test]
    fn equal_ids_mean_equal_canonical_forms(puzzle in crate::common::puzzles(), seed in 0..100_usize) {
        prop_assert_eq!(relabelled(&puzzle, seed).canonical(), puzzle.canonical());
        for other in neighbours(&puzzle) {
            prop_assert_ne!(other.id(), puzzle.id(), "{} {}", puzzle, other);
            prop_assert_ne!(other.canonical(), puzzle.canonical());
        }
    }

    #[test]
    fn a_canonical_line_is_read_as_the_same_puzzle(puzzle in crate::common::puzzles()) {
        let canonical = puzzle.canonical();
        prop_assert_eq!(&canonical.canonical(), &canonical);
        prop_assert_eq!(&canonical.to_string().parse::<Puzzle>().unwrap(), &canonical);
        prop_assert_eq!(canonical.to_string().lines().count(), 1);
        // The exit is the only reason why a board of few vehicles needs another format.
        let is_default = canonical.exit().side == Side::default_for(canonical.primary().orientation);
        prop_assert_eq!(format::write(format::LINE, &canonical).is_ok(), is_default, "{}", canonical);
    }

    #[test]
    fn the_images_of_a_puzzle_have_one_form_up_to_symmetry(puzzle in crate::common::puzzles(), images in proptest::collection::vec(any::<bool>(), 0..6)) {
        let form = puzzle.canonical_up_to_symmetry();
        let image = images.iter().fold(puzzle, |image, mirror| if *mirror { image.mirrored() } else { image.transposed() });
        prop_assert_eq!(image.canonical_up_to_symmetry(), form.clone());
        prop_assert_eq!(form.exit().side, Side::Right);
        prop_assert!(form.primary().cell.row * 2 < form.height());
    }

    #[test]
    fn every_change_of_one_character_is_noticed(puzzle in crate::common::puzzles(), at in any::<proptest::sample::Index>()) {
        let id = puzzle.id();
        let at = at.index(id.len());
        for character in "0123456789abcdefghjkmnpqrstvwxyzu-.".chars() {
            let mut changed = id.clone();
            changed.replace_range(at..=at, &character.to_string());
            prop_assert!(changed == id || Puzzle::from_id(&changed).is_err(), "{} {}", id, changed);
        }
        if let Some((next, _)) = id.char_indices().nth(at + 1).filter(|_| id.len() < 31) {
            let mut swapped = id.clone().into_bytes();
            swapped.swap(at, next);
            let swapped = String::from_utf8(swapped).unwrap();
            prop_assert!(swapped == id || Puzzle::from_id(&swapped).is_err(), "{} {}", id, swapped);
        }
    }
}

#[test]
fn most_ids_of_six_by_six_boards_are_short() {
    let mut lengths: Vec<usize> = collection::built_in().map(|(_, puzzle)| puzzle.id().len() - "6x6-".len()).collect();
    lengths.sort_unstable();
    assert!(lengths[lengths.len() / 2] <= 11 && lengths[lengths.len() - 1] <= 13, "{lengths:?}");
}

#[test]
fn ids_never_change() {
    for (board, id) in [
        ("......A..B..AXXB..A..B......CC......", "6x6-br4am8zr0m2"),
        ("..AAB.....B.XX..B.C.....C..DD.EEE...", "6x6-1vvmm1x8gtk"),
        ("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K", "6x6-7v50zmvegfz"),
        (".xCCMNDDDKMNAAJK....JLEEIFFL..IGGHH.", "6x6-4ddagtpc51y"),
        ("......A..B..AXXB..A..B......CC...... B4", "6x6-72w9dv82bk5pjg03w1"),
        ("5x4:AA..xB....BXX.....CC", "5x4-2dhv51sh"),
    ] {
        assert_eq!(board.parse::<Puzzle>().unwrap().id(), id, "{board}");
    }
}

#[test]
fn a_text_that_is_no_id_is_rejected_with_a_reason() {
    for (text, expected) in [
        ("6x6", IdError::Form("6x6".to_owned())),
        ("06x6-abc", IdError::Form("06x6-abc".to_owned())),
        ("6x6-abu", IdError::Character('u')),
        ("6x6-br4am8 zr0m2", IdError::Character(' ')),
        ("6x6-", IdError::CutOff("6x6-".to_owned())),
        ("6x6-br ", IdError::CutOff("6x6-br".to_owned())),
        ("2x6-abc", IdError::Size { columns: 2, rows: 6 }),
        ("6x6-br4am8zr0m3", IdError::Checksum),
        ("6x6-000", IdError::Checksum),
    ] {
        assert_eq!(Puzzle::from_id(text), Err(expected), "{text}");
    }
    assert_eq!(Puzzle::from_id(&format!("6x6-{}", "z".repeat(1 << 20))), Err(IdError::Damaged));
    for (text, expected) in [
        ("6x6-", "line 1: the id ends after `6x6-`, so the end is missing; copy it again"),
        (
            "6x6-br4am8zr0m3\n",
            "line 1: the id is damaged: its last two characters are a checksum that does not match the others, so a \
             character is wrong, missing or superfluous; copy it again",
        ),
    ] {
        assert_eq!(text.parse::<Puzzle>().unwrap_err().to_string(), expected, "{text}");
    }
    let puzzle: Puzzle = "6x6-br4am8zr0m2".parse().unwrap();
    assert_eq!(" 6x6-br4am8zr0m2 ".parse::<Puzzle>().unwrap(), puzzle, "spaces around it");
}

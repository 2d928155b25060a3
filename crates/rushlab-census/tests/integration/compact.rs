//! Compact lists checked against plain lists of ids, and damaged ones.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rushlab::analysis::Cluster;
use rushlab::puzzle::Metric;
use rushlab::search::Limits;
use rushlab::{Puzzle, collection};
use rushlab_census::compact::{CompactBuilder, CompactError, CompactList, Group, is_compact, open};

/// Returns the ids of all groups by columns, rows, metric and cost.
fn ids_of(list: &CompactList) -> BTreeMap<(u8, u8, &'static str, u32), BTreeSet<String>> {
    let mut groups = BTreeMap::new();
    for group in list.groups() {
        let ids: Vec<String> = list.puzzles(group).map(|puzzle| puzzle.unwrap().id()).collect();
        assert_eq!(ids.len() as u64, group.count());
        let key = (group.width(), group.height(), group.metric().word(), group.cost());
        assert!(groups.insert(key, ids.into_iter().collect()).is_none());
    }
    groups
}

fn list_of(puzzles: &[(Puzzle, u32)]) -> Vec<u8> {
    let mut builder = CompactBuilder::default();
    puzzles.iter().for_each(|(puzzle, cost)| builder.add(puzzle, *cost));
    builder.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_list_has_the_puzzles_that_were_added(
        puzzles in prop::collection::vec((crate::common::puzzles(), 0..3_u32), 0..40),
        repeated in 0..3_usize,
    ) {
        let mut expected: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for (puzzle, cost) in &puzzles {
            let key = (puzzle.width(), puzzle.height(), puzzle.rules().metric.word(), *cost);
            expected.entry(key).or_default().insert(puzzle.id());
        }
        let mut added = puzzles.clone();
        added.extend(puzzles.iter().take(repeated).cloned());
        let bytes = list_of(&added);
        prop_assert!(is_compact(&bytes));
        let list = CompactList::read(bytes).unwrap();
        prop_assert_eq!(&ids_of(&list), &expected);
        prop_assert_eq!(list.count() as usize, expected.values().map(BTreeSet::len).sum::<usize>());
        prop_assert!(list.groups().is_sorted_by(|one, other| one.cost() >= other.cost()));
    }
}

#[test]
fn a_list_is_read_as_puzzles() {
    let puzzles: Vec<(Puzzle, u32)> = collection::built_in().map(|(_, puzzle)| (puzzle, 7)).collect();
    let expected: BTreeSet<String> = puzzles.iter().map(|(puzzle, _)| puzzle.id()).collect();
    let bytes = list_of(&puzzles);
    let reader = open(&bytes[..], None, None).unwrap();
    let read: Vec<Puzzle> = reader.map(|draft| Puzzle::try_from(draft.unwrap()).unwrap()).collect();
    assert_eq!(read.len(), 40);
    assert_eq!(read.iter().map(Puzzle::id).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn a_damaged_list_is_rejected() {
    let puzzles: Vec<(Puzzle, u32)> = (0..).zip(collection::built_in()).map(|(cost, (_, it))| (it, cost % 3)).collect();
    let bytes = list_of(&puzzles);
    for length in 0..bytes.len() {
        let error = CompactList::read(bytes[..length].to_vec()).unwrap_err();
        let expected = if length < 16 { CompactError::OtherFile } else { CompactError::CutOff { found: length } };
        assert_eq!(error, expected, "{length} bytes");
    }
    for index in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[index] ^= 1 << (index % 8);
        assert!(CompactList::read(changed).is_err(), "byte {index}");
    }
    assert_eq!(CompactList::read([&bytes[..], b"\n"].concat()).unwrap_err(), CompactError::Damaged);
    assert_eq!(CompactList::read(&b"rushlab compact 2\n"[..]).unwrap_err(), CompactError::Version);
}

/// Replaces the checksums of a list, as somebody would who changes a list on purpose.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    // The list has one group of 3 puzzles, 10 or more bytes of which follow a header of 33 bytes.
    let content = crc32fast::hash(&bytes[33..]).to_le_bytes();
    bytes[25..29].copy_from_slice(&content);
    let header = crc32fast::hash(&bytes[..29]).to_le_bytes();
    bytes[29..33].copy_from_slice(&header);
    bytes
}

#[test]
fn wrong_bytes_with_right_checksums_give_puzzles_or_an_error() {
    let puzzles: Vec<(Puzzle, u32)> = collection::built_in().take(3).map(|(_, puzzle)| (puzzle, 1)).collect();
    let bytes = list_of(&puzzles);
    assert_eq!(with_checksums(bytes.clone()), bytes);
    for index in 33..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[index] ^= 1 << bit;
            let list = CompactList::read(with_checksums(changed)).unwrap();
            assert!(list.puzzles(&list.groups()[0]).count() <= 3);
        }
    }
}

#[test]
fn a_sample_is_evenly_spaced() {
    let puzzles: Vec<(Puzzle, u32)> = collection::built_in().map(|(_, puzzle)| (puzzle, 1)).collect();
    let all = CompactList::read(list_of(&puzzles)).unwrap();
    let all: Vec<Puzzle> = all.puzzles(&all.groups()[0]).map(Result::unwrap).collect();
    for count in [0, 1, 4, 13, 40, 100] {
        let mut builder = CompactBuilder::default();
        puzzles.iter().for_each(|(puzzle, cost)| builder.add(puzzle, *cost));
        builder.thin_out(count);
        let list = CompactList::read(builder.finish()).unwrap();
        let sample: Vec<Puzzle> = list.puzzles(&list.groups()[0]).map(Result::unwrap).collect();
        let places: Vec<usize> = sample.iter().map(|it| all.iter().position(|other| other == it).unwrap()).collect();
        assert_eq!(places.len(), count.min(40));
        let gap = 40_usize.div_ceil(count.max(1));
        assert!(places.windows(2).all(|pair| (1..=gap).contains(&(pair[1] - pair[0]))), "{places:?}");
    }
}

#[test]
fn the_built_in_sample_has_puzzles_of_each_number_of_moves() {
    let list = CompactList::read(rushlab_census::SAMPLE).unwrap();
    assert_eq!(list.count(), 14_780);
    assert!(list.groups().iter().all(|group| (group.width(), group.height(), group.metric()) == (6, 6, Metric::Moves)));
    let costs: Vec<u32> = list.groups().iter().map(Group::cost).collect();
    let expected: Vec<u32> = (1..=60).rev().filter(|cost| ![59, 57, 56].contains(cost)).collect();
    assert_eq!(costs, expected);
    for group in list.groups() {
        let puzzle = list.puzzles(group).next().unwrap().unwrap();
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        assert_eq!(cluster.distance(0), Some(group.cost()));
        assert!(puzzle.walls().len() <= 2 && group.count() <= 400);
    }
}

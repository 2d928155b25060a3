//! The rating follows the order of the classic cards, and the boards of the published database are the hardest of their clusters.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

use rushlab::analysis::{Cluster, Difficulty, Level, hardest, redundant};
use rushlab::format;
use rushlab::search::Limits;

fn cluster(board: &str) -> Cluster {
    Cluster::new(&format::parse(board).unwrap(), Limits::default(), &mut ()).unwrap()
}

/// Returns the rank of each value. Equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|other| **other == value).count() as f64;
    values.iter().map(|value| below(*value) + (equal(*value) - 1.0) / 2.0).collect()
}

/// Returns Spearman's ρ between values and their order.
fn spearman(values: &[f64]) -> f64 {
    let (a, b) = (ranks(values), (0..values.len()).map(|place| place as f64).collect::<Vec<_>>());
    let mean = (values.len() - 1) as f64 / 2.0;
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

/// Returns Kendall's τ between values and their order, corrected for equal values.
fn kendall(values: &[f64]) -> f64 {
    let pairs = || (0..values.len()).flat_map(|later| (0..later).map(move |earlier| values[later] - values[earlier]));
    let sum: f64 = pairs().map(|difference| if difference == 0.0 { 0.0 } else { difference.signum() }).sum();
    let (all, ties) = (pairs().count() as f64, pairs().filter(|difference| *difference == 0.0).count() as f64);
    sum / ((all - ties) * all).sqrt()
}

#[test]
fn the_rating_agrees_better_with_the_cards_than_length_does() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("cards/cards-01-20.tsv")).unwrap();
    let boards = text.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap());
    let cards: Vec<Difficulty> = boards.map(|board| Difficulty::of(&cluster(board), 0).unwrap()).collect();
    let figures = |value: fn(&Difficulty) -> u32| {
        let values: Vec<f64> = cards.iter().map(|card| f64::from(value(card))).collect();
        format!("{:.3} {:.3}", spearman(&values), kendall(&values))
    };
    let found = [
        figures(|card| card.length),
        figures(Difficulty::rating_in_tenths),
        figures(|card| card.movers),
        figures(|card| card.retreats),
        figures(|card| card.greatest_distance),
        figures(|card| card.information),
    ];
    // The figures of `docs/difficulty.md`.
    assert_eq!(found, ["0.727 0.599", "0.758 0.653", "0.465 0.313", "0.408 0.350", "0.757 0.556", "0.630 0.526"]);
    let expected = |index: usize| if index < 10 { Level::Beginner } else { Level::Intermediate };
    let odd: Vec<usize> =
        (0..20).filter(|index| cards[*index].level() != expected(*index)).map(|index| index + 1).collect();
    assert_eq!(odd, [10, 20], "the cards with a rating of another level");
    assert_eq!((cards[9].to_string(), cards[19].to_string()), ("43.9".to_owned(), "29.7".to_owned()));
}

/// Checks every tenth line, to save time.
#[test]
fn the_boards_of_the_database_are_the_hardest_of_their_clusters() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("database/rush-sample.txt")).unwrap();
    for line in text.lines().step_by(10) {
        let [moves, board, positions] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let cluster = cluster(board);
        assert_eq!(cluster.size().to_string(), positions, "{board}");
        assert_eq!(cluster.greatest_distance().unwrap().to_string(), moves.trim_start_matches('0'), "{board}");
        let hardest = cluster.position(hardest(&cluster).unwrap()).to_puzzle().unwrap();
        let line = format::board_line(&hardest.with_canonical_labels().unwrap()).unwrap();
        assert_eq!(line, board.replace('o', "."));
        assert!(redundant(&hardest, Limits::default(), &mut ()).unwrap().unwrap().is_empty(), "{board}");
    }
}

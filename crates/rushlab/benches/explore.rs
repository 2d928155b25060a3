//! The time that the exploration of whole clusters takes. Every bench checks the size before it is timed.
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::collections::HashSet;

use divan::Bencher;
use divan::counter::ItemsCount;
use rushlab::analysis::Cluster;
use rushlab::position::Position;
use rushlab::search::Limits;
use rushlab::{Puzzle, format};

fn main() {
    divan::main();
}

/// Returns the size of a cluster, found by the reference rules.
fn plain_size(puzzle: &Puzzle) -> usize {
    let mut seen = HashSet::from([Position::start(puzzle)]);
    let mut open = vec![Position::start(puzzle)];
    while let Some(position) = open.pop() {
        for mv in position.legal_moves() {
            let next = position.play(mv).unwrap();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen.len()
}

fn bench(bencher: Bencher<'_, '_>, puzzle: &Puzzle, positions: usize) {
    let explore = || Cluster::new(puzzle, Limits::default(), &mut ()).unwrap().size();
    assert_eq!(explore(), positions);
    bencher.counter(ItemsCount::new(positions)).bench(explore);
}

#[divan::bench]
fn small(bencher: Bencher<'_, '_>) {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    bench(bencher, &puzzle, plain_size(&puzzle));
}

#[divan::bench]
fn large(bencher: Bencher<'_, '_>) {
    let puzzle = format::parse("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...").unwrap();
    bench(bencher, &puzzle, 541_934);
}

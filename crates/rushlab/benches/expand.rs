//! How fast positions are expanded, without any table: a walk through a space. Every bench checks its count before it is timed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench fails by panicking")]

use divan::Bencher;
use divan::counter::ItemsCount;
use rushlab::format;
use rushlab::position::Position;
use rushlab::space::{AnySpace, LaneSpace, Rest, Space};

const BOARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";
const STEPS: usize = 1000;

fn main() {
    divan::main();
}

/// Goes from position to position, choosing a move by a fixed rule, and counts the moves on the way.
fn walk(space: &LaneSpace<1, 1>) -> usize {
    let mut scratch = space.scratch();
    let mut state = space.start();
    let mut moves = 0;
    for step in 0..STEPS {
        let mut chosen = state;
        let mut here = 0;
        space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, _, _| {
            here += 1;
            if here <= 1 + step % 5 {
                chosen = LaneSpace::parts(&next).0;
            }
        });
        moves += here;
        state = chosen;
    }
    moves
}

/// The same walk by the reference rules.
fn walk_by_reference() -> usize {
    let puzzle = format::parse(BOARD).unwrap();
    let mut position = Position::start(&puzzle);
    let mut moves = 0;
    for step in 0..STEPS {
        let legal = position.moves(&puzzle);
        moves += legal.len();
        position = position.play(&puzzle, legal[(step % 5).min(legal.len() - 1)]).unwrap();
    }
    moves
}

#[divan::bench]
fn compiled_space(bencher: Bencher<'_, '_>) {
    let puzzle = format::parse(BOARD).unwrap();
    let AnySpace::Narrow(space) = AnySpace::new(&puzzle) else { panic!("6×6 is narrow") };
    assert_eq!(walk(&space), walk_by_reference());
    bencher.counter(ItemsCount::new(STEPS)).bench(|| walk(&space));
}

#[divan::bench]
fn reference_rules(bencher: Bencher<'_, '_>) {
    assert!(walk_by_reference() > STEPS);
    bencher.counter(ItemsCount::new(STEPS)).bench(walk_by_reference);
}

#[divan::bench]
fn compile(bencher: Bencher<'_, '_>) {
    let puzzle = format::parse(BOARD).unwrap();
    assert!(matches!(AnySpace::new(&puzzle), AnySpace::Narrow(_)));
    bencher.bench(|| AnySpace::new(&puzzle));
}

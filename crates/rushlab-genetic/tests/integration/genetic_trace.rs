//! The traces of the genetic algorithms: they change nothing, and agree with the parents, the children and the rules.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use rushlab::position::{Move, Position};
use rushlab::{Direction, NamedMove, Puzzle, format};
use rushlab_genetic::{
    Attempt, Change, Couple, Crossover, Evolution, FailureReason, Fitness, GrhFitness, Individual, Method,
    MutationAttempt, Origin, ParameterKey, ParameterValues, Parent, Setting, Source, Trace, fitness, fitness_history,
};

const CARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Returns all algorithms in all settings, and Schlegel's with moves that name cells.
fn variants() -> Vec<(Method, ParameterValues)> {
    let mut variants = Vec::new();
    for (method, setting) in Method::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
        let mut values = ParameterValues::new(method, setting);
        values.set(ParameterKey::Population, 40.0).unwrap();
        values.set(ParameterKey::Mutation, 0.5).unwrap();
        variants.push((method, values.clone()));
        if (method, setting) == (Method::Schlegel, Setting::Faithful) {
            values.set(ParameterKey::Cells, 1.0).unwrap();
            variants.push((method, values));
        }
    }
    variants
}

#[test]
fn tracing_does_not_change_an_evolution() {
    let puzzle = format::parse(CARD).unwrap();
    for (method, values) in variants() {
        let history = |tracing: bool| {
            let mut evolution = Evolution::new(&puzzle, method, values.clone(), 3);
            evolution.set_tracing(tracing);
            let mut history = Vec::new();
            for _ in 0..25 {
                history.push((
                    evolution.next_generation().clone(),
                    evolution.individuals().collect::<Vec<_>>(),
                    evolution.solution().cloned(),
                ));
                assert_eq!(evolution.trace().is_some(), tracing);
            }
            history
        };
        assert_eq!(history(true), history(false), "{method:?}");
    }
}

/// Plays moves from a position; `None` if one is illegal.
fn play(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Position> {
    moves.into_iter().try_fold(start.clone(), |position, mv| position.play(mv).ok())
}

/// Returns the index of the vehicle of a move.
fn vehicle_of(puzzle: &Puzzle, mv: &NamedMove) -> usize {
    puzzle.vehicle_named(mv.label).unwrap()
}

/// Returns the moves without their start cells.
fn moves_of(puzzle: &Puzzle, named: &[NamedMove]) -> Vec<Move> {
    let mv = |mv: &NamedMove| Move { vehicle: vehicle_of(puzzle, mv), direction: mv.direction, cells: mv.cells };
    named.iter().map(mv).collect()
}

/// Returns a sequence with a change.
fn changed(puzzle: &Puzzle, mut moves: Vec<Move>, change: &Change) -> Vec<Move> {
    let mv = |named: NamedMove| moves_of(puzzle, &[named])[0];
    let end = change.index + usize::from(change.before.is_some());
    if let Some(before) = change.before {
        assert_eq!(moves[change.index], mv(before));
    }
    moves.splice(change.index..end, change.after.map(mv));
    moves
}

/// Returns whether a sequence is legal for Schlegel's algorithm without repair.
fn is_legal(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let twice = moves.windows(2).any(|pair| pair[0].vehicle == pair[1].vehicle);
    !moves.is_empty() && !twice && play(&Position::start(puzzle), moves.iter().copied()).is_some()
}

/// Checks the trace of a generation against the individuals before and after.
fn check(before: &[Individual], after: &[Individual], trace: &Trace, values: &ParameterValues, puzzle: &Puzzle) {
    assert_eq!(trace.origins.len(), after.len());
    for couple in &trace.couples {
        for parent in &couple.parents {
            if let Some(individual) = parent.index.map(|index| &before[index]) {
                assert_eq!(individual.fitness, parent.fitness);
                check_slot(parent, before);
                // A shorter path to the board may have been found while the generation was created.
                if values.get(ParameterKey::Path) < 2.0 {
                    assert_eq!(individual.moves, parent.moves);
                }
                let position = play(&Position::start(puzzle), parent.moves.iter().copied()).unwrap();
                assert_eq!(individual.position.offsets(), position.offsets());
            }
        }
        couple.attempts.iter().for_each(|attempt| check_attempt(couple, attempt, values, puzzle));
    }
    let legal = trace.couples.iter().flat_map(|couple| &couple.attempts).filter(|attempt| attempt.failure.is_none());
    let legal_children = legal.filter(|attempt| attempt.individual.is_none()).count();
    assert!(trace.discarded >= legal_children);
    for (index, (origin, individual)) in trace.origins.iter().zip(after).enumerate() {
        check_origin(index, origin, individual, before, trace, values, puzzle);
    }
}

/// Checks the weight of a parent against the formula of the paper.
fn check_slot(parent: &Parent, before: &[Individual]) {
    let Some(slot) = parent.slot else { return };
    let worst = before.iter().map(|individual| individual.fitness).fold(f64::INFINITY, f64::min);
    let weight = |fitness: f64| (fitness - worst / 2.0).max(0.0);
    let sum: f64 = before.iter().map(|individual| weight(individual.fitness)).sum();
    assert_eq!(slot.weight, weight(parent.fitness));
    assert!(sum == 0.0 || (slot.probability - slot.weight / sum).abs() < 1e-9, "{slot:?} of {sum}");
}

fn check_attempt(couple: &Couple, attempt: &Attempt, values: &ParameterValues, puzzle: &Puzzle) {
    let [one, other] = &couple.parents;
    match &attempt.crossover {
        Crossover::Cut { head, tail, moves } => {
            let joined = [&one.moves[..*head], &other.moves[*tail..]].concat();
            assert_eq!(joined, moves_of(puzzle, moves));
            let named_cells = values.get(ParameterKey::Cells) == 1.0;
            if values.get(ParameterKey::Repair) == 0.0 && !named_cells {
                assert_eq!(attempt.failure.is_none(), is_legal(puzzle, &joined), "{attempt:?}");
            }
            let Some(number) = attempt.failure.as_ref().and_then(|failure| failure.move_number) else { return };
            let failure = attempt.failure.as_ref().unwrap();
            assert!(named_cells || play(&Position::start(puzzle), joined[..number - 1].iter().copied()).is_some());
            match &failure.reason {
                FailureReason::Illegal(reason) => {
                    let position = play(&Position::start(puzzle), joined[..number - 1].iter().copied()).unwrap();
                    assert_eq!(position.play(joined[number - 1]).as_ref(), Err(reason));
                }
                FailureReason::MovesTwice(_) => assert_eq!(joined[number - 2].vehicle, joined[number - 1].vehicle),
                FailureReason::Elsewhere { cell, .. } => assert_eq!(*cell, moves[number - 1].from),
                other => panic!("{other:?}"),
            }
        }
        Crossover::Transfer { mates, board, mv, .. } => {
            let ends = [0, 1].map(|side| {
                let start = play(&Position::start(puzzle), couple.parents[side].moves.iter().copied()).unwrap();
                assert_eq!(start.cell_of(vehicle_of(puzzle, &mates[side])), Some(mates[side].from));
                start.play(moves_of(puzzle, &[mates[side]])[0]).unwrap()
            });
            let mv = moves_of(puzzle, &[*mv])[0];
            let moved = ends[*board].play(mv);
            assert_eq!(attempt.failure.is_none(), moved.is_ok());
            if let Some(moved) = moved.ok().filter(|moved| moved.offsets()[mv.vehicle].is_some()) {
                assert_eq!(moved.offsets()[mv.vehicle], ends[1 - *board].offsets()[mv.vehicle]);
            }
        }
    }
}

fn check_origin(
    index: usize,
    origin: &Origin,
    individual: &Individual,
    before: &[Individual],
    trace: &Trace,
    values: &ParameterValues,
    puzzle: &Puzzle,
) {
    let failed = |mutation: &MutationAttempt| mutation.failure.is_some();
    let (last, earlier) = origin.mutations.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
    assert!(earlier.iter().all(failed), "at most the last mutation is legal");
    let legal = last.filter(|last| !failed(last)).and_then(|last| last.change.as_ref());
    let start = Position::start(puzzle);
    // The position before the mutation, and the moves of a sequence before it.
    let (position, moves) = match origin.source {
        Source::Initial => return,
        Source::Survivor(of) => {
            assert!(origin.mutations.is_empty());
            assert_eq!(individual.position.offsets(), before[of].position.offsets());
            return;
        }
        Source::Copy { of, couple } => {
            if let Some(couple) = couple {
                assert_eq!(trace.couples[couple].parents[0].index, Some(of));
                assert!(trace.couples[couple].attempts.iter().all(|attempt| attempt.failure.is_some()));
            }
            (before[of].position.clone(), before[of].moves.clone())
        }
        Source::Child { couple, attempt } => {
            let couple = &trace.couples[couple];
            let attempt = &couple.attempts[attempt];
            assert_eq!((attempt.individual, &attempt.failure), (Some(index), &None));
            match &attempt.crossover {
                Crossover::Cut { moves, .. } if values.get(ParameterKey::Repair) == 0.0 => {
                    let moves = moves_of(puzzle, moves);
                    (play(&start, moves.iter().copied()).unwrap(), moves)
                }
                // A repaired sequence is checked by its legality alone.
                Crossover::Cut { .. } => return,
                Crossover::Transfer { mates, board, mv, .. } => {
                    let parent = &couple.parents[*board];
                    let moves = [parent.moves.clone(), moves_of(puzzle, &[mates[*board], *mv])].concat();
                    (play(&start, moves.iter().copied()).unwrap(), Vec::new())
                }
            }
        }
    };
    let grh = trace
        .couples
        .iter()
        .flat_map(|couple| &couple.attempts)
        .any(|attempt| matches!(attempt.crossover, Crossover::Transfer { .. }));
    match legal {
        None if grh => assert_eq!(individual.position.offsets(), position.offsets()),
        None => assert_eq!(individual.moves, moves),
        Some(change) if grh => {
            let mv = moves_of(puzzle, &[change.after.unwrap()])[0];
            assert_eq!(Some(change.after.unwrap().from), position.cell_of(mv.vehicle));
            assert_eq!(individual.position.offsets(), position.play(mv).unwrap().offsets());
        }
        Some(_) if values.get(ParameterKey::Repair) == 1.0 => {}
        Some(change) => assert_eq!(individual.moves, changed(puzzle, moves, change)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn traces_agree_with_the_individuals_and_the_rules(puzzle in crate::common::puzzles(), seed in 0..1000_u64) {
        for (method, values) in variants() {
            let mut evolution = Evolution::new(&puzzle, method, values.clone(), seed);
            prop_assert!(evolution.trace().is_none());
            evolution.set_tracing(true);
            for _ in 0..5 {
                let before: Vec<Individual> = evolution.individuals().collect();
                evolution.next_generation();
                let after: Vec<Individual> = evolution.individuals().collect();
                check(&before, &after, evolution.trace().unwrap(), &values, &puzzle);
            }
        }
    }
}

/// Every kind of failure and origin occurs, so that the checks above check something.
#[test]
fn traces_contain_every_kind_of_event() {
    let puzzle = format::parse(CARD).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for (method, values) in variants() {
        let mut evolution = Evolution::new(&puzzle, method, values, 1);
        evolution.set_tracing(true);
        for _ in 0..40 {
            evolution.next_generation();
            let Trace { couples, origins, discarded, .. } = evolution.trace().unwrap();
            let crossovers = couples.iter().flat_map(|couple| &couple.attempts).map(|attempt| &attempt.failure);
            let mutations = origins.iter().flat_map(|origin| &origin.mutations).map(|mutation| &mutation.failure);
            for (what, failure) in
                crossovers.map(|failure| ("crossover", failure)).chain(mutations.map(|f| ("mutation", f)))
            {
                let kind = match failure.as_ref().map(|failure| &failure.reason) {
                    None => "legal",
                    Some(FailureReason::Illegal(_)) => "illegal",
                    Some(FailureReason::MovesTwice(_)) => "twice",
                    Some(FailureReason::Elsewhere { .. }) => "elsewhere",
                    Some(FailureReason::Unchanged) => "unchanged",
                    Some(FailureReason::Immobile(_)) => "immobile",
                    Some(_) => "other",
                };
                seen.insert(format!("{} {what} {kind}", method.name()));
            }
            for origin in origins {
                let kind = match origin.source {
                    Source::Initial => "initial",
                    Source::Survivor(_) => "survivor",
                    Source::Copy { .. } => "copy",
                    Source::Child { .. } => "child",
                };
                seen.insert(format!("{} {kind}", method.name()));
            }
            if *discarded > 0 {
                seen.insert(format!("{} discarded", method.name()));
            }
        }
    }
    for event in [
        "schlegel crossover legal",
        "schlegel crossover illegal",
        "schlegel crossover twice",
        "schlegel crossover elsewhere",
        "schlegel mutation legal",
        "schlegel mutation illegal",
        "schlegel mutation unchanged",
        "schlegel survivor",
        "schlegel copy",
        "schlegel child",
        "schlegel discarded",
        "grh crossover legal",
        "grh crossover illegal",
        "grh mutation legal",
        "grh mutation immobile",
        "grh child",
    ] {
        assert!(seen.contains(event), "no {event} in {seen:?}");
    }
}

#[test]
fn grh_fitness_has_the_stages_of_the_paper() {
    // As in Figure 4, two trucks block the player's vehicle, and a car blocks one of them: B and C, and D below B.
    let puzzle = format::parse("....C...B.C.XXB.C...B...........DD..").unwrap();
    let grh_fitness = |moves: &[Move]| match fitness_history(Method::Grh, &puzzle, moves).get(moves.len()) {
        Some(Fitness::Grh(stages)) => Some(*stages),
        other => {
            assert_eq!(other, None, "an illegal move ends the history");
            None
        }
    };
    let GrhFitness { blockers, mobility, repetitions, fitness: value } = grh_fitness(&[]).unwrap();
    let direct = fitness(&puzzle, &[]).unwrap();
    assert_eq!((direct, repetitions), (97.0, 0));
    // The maximum is 10 for each of the three other vehicles; B and C weigh 10 each, D weighs half of that.
    assert_eq!(blockers, 5.0);
    let free: u32 = Position::start(&puzzle).legal_moves().len() as u32;
    assert_eq!(mobility, free, "each free cell is a legal move");
    assert!((value - (0.8 * blockers + 0.2 * f64::from(mobility))).abs() < 1e-9);
    // Back and forth: the last board has occurred once before.
    let vehicle = puzzle.vehicle_named("D".parse().unwrap()).unwrap();
    let [right, left, too_far] = [(Direction::Right, 1), (Direction::Left, 1), (Direction::Right, 6)]
        .map(|(direction, cells)| Move { vehicle, direction, cells });
    let again = grh_fitness(&[right, left, right]).unwrap();
    assert_eq!(again.repetitions, 1);
    assert_eq!(again.fitness, grh_fitness(&[right]).unwrap().fitness - 5.0);
    assert_eq!(grh_fitness(&[too_far]), None);
}

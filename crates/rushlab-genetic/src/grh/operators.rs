//! The operators of GRH: the boards one move from a parent, the crossover of two of them, and the mutation.

use super::roulette::{Roulette, RouletteSlot};
use super::{GrhIndividual, GrhPopulation};
use crate::parameter::{ParameterKey, ParameterValues};
use crate::trace::{Birth, Change, Crossover, FailureReason, Recorder};
use rushlab::random::RandomStream;
use rushlab::simulator::Placement;

/// A board one move from a parent.
#[derive(Debug)]
pub(super) struct Mate {
    vehicle: usize,
    distance: i8,
    /// Offset of the vehicle before the move.
    from: u8,
    board: GrhIndividual,
    /// Its slot on the roulette wheel of the list.
    slot: RouletteSlot,
}

impl GrhPopulation {
    pub(super) fn moves_from(&mut self, placement: &Placement) -> Vec<(usize, i8)> {
        self.simulator.set_placement(placement);
        let mut moves = Vec::new();
        self.simulator.legal_moves(self.simulator.max_move_cells(), &mut moves);
        moves
    }

    /// Returns the individual that a move of the parent leads to, if the move is legal.
    pub(super) fn child(
        &mut self,
        parent: &GrhIndividual,
        vehicle: usize,
        distance: i8,
        parameters: &ParameterValues,
    ) -> Option<GrhIndividual> {
        self.simulator.set_placement(&parent.placement);
        self.simulator.play(vehicle, distance)?;
        let (path, visits) = self.add_link(parent.path, vehicle, distance, parameters);
        let evaluation = self.evaluate(parameters, visits);
        let placement = self.simulator.placement().clone();
        Some(GrhIndividual { placement, path, evaluation, birth: Birth::Initial })
    }

    /// Evaluates all boards one move from a parent, and returns those that the roulette selects.
    pub(super) fn successors(
        &mut self,
        parent: &GrhIndividual,
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> Vec<Mate> {
        let keeps_paths = self.keeps_all(parameters);
        if let Some(stored) = self.stored.get_mut(parent.path as usize) {
            stored.expanded = true;
        }
        let mut evaluated = Vec::new();
        for (vehicle, distance) in self.moves_from(&parent.placement) {
            let Some(undo) = self.simulator.play(vehicle, distance) else { continue };
            // A kept path is recorded even if the roulette does not select the board.
            let path =
                if keeps_paths { self.add_link(parent.path, vehicle, distance, parameters).0 } else { parent.path };
            let visits = if keeps_paths { self.count_visit(path) } else { self.visits() };
            let evaluation = self.evaluate(parameters, visits);
            if keeps_paths {
                self.record_exit(path, evaluation);
            }
            evaluated.push((vehicle, distance, evaluation.fitness));
            self.simulator.undo(undo);
        }
        let roulette = Roulette::new(evaluated.iter().map(|(.., fitness)| *fitness));
        let mate = |index: usize| {
            let (vehicle, distance, _) = evaluated[index];
            let board = self.child(parent, vehicle, distance, parameters)?;
            Some(Mate { vehicle, distance, from: parent.placement.offset(vehicle)?, board, slot: roulette.slot(index) })
        };
        let selected = roulette.draw(parameters.count(ParameterKey::Mates), random);
        selected.into_iter().filter_map(mate).collect()
    }

    /// Crosses two boards: each vehicle that the other board places differently moves there, if it can, and gives a
    /// child. `on` is the index of the board that the vehicle moves on.
    pub(super) fn crossover(
        &mut self,
        mates: [&Mate; 2],
        on: usize,
        parameters: &ParameterValues,
        recorder: &mut Recorder,
        children: &mut Vec<GrhIndividual>,
    ) {
        let (one, other) = (&mates[on].board, &mates[1 - on].board);
        for vehicle in 0..self.simulator.vehicle_count() {
            let offsets = (one.placement.offset(vehicle), other.placement.offset(vehicle));
            let (Some(from), Some(to)) = offsets else { continue };
            if from == to {
                continue;
            }
            let distance = to as i8 - from as i8;
            let child = self.child(one, vehicle, distance, parameters);
            recorder.operators.crossovers.count(child.is_some());
            recorder.attempt(|| {
                let slots = mates.map(|mate| mate.slot);
                let mates = mates.map(|mate| self.simulator.named_from(mate.vehicle, mate.distance, mate.from));
                // The reference implementation of the rules gives the reason.
                let played = self.simulator.position_of(&one.placement).play(self.simulator.to_move(vehicle, distance));
                let failure = played.err().map(|reason| FailureReason::from(reason).into());
                let mv = self.simulator.named_from(vehicle, distance, from);
                (Crossover::Transfer { mates, slots, board: on, mv }, failure)
            });
            if let Some(child) = child {
                recorder.child();
                children.push(GrhIndividual { birth: Birth::New(children.len()), ..child });
            }
        }
    }

    /// Moves a random vehicle of the child or copy with a number.
    pub(super) fn mutate(
        &mut self,
        individual: &mut GrhIndividual,
        number: usize,
        parameters: &ParameterValues,
        random: &mut RandomStream,
        recorder: &mut Recorder,
    ) {
        let vehicle = random.below(self.simulator.vehicle_count());
        self.simulator.set_placement(&individual.placement);
        let [back, forward] = self.simulator.reach(vehicle).map(|cells| cells.min(self.simulator.max_move_cells()));
        recorder.operators.mutations.count(back + forward > 0);
        if back + forward == 0 {
            let label = self.simulator.puzzle().vehicles()[vehicle].label;
            recorder.mutation(number, || (None, Some(FailureReason::Immobile(label).into())));
            return;
        }
        let choice = random.below(usize::from(back + forward)) as i8;
        let distance = if choice < back as i8 { choice - back as i8 } else { choice - back as i8 + 1 };
        recorder.mutation(number, || {
            let index = self.moves_of(individual.path).len();
            let after = self.simulator.named(vehicle, distance);
            (Some(Change { index, before: None, after }), None)
        });
        if let Some(mutant) = self.child(&individual.clone(), vehicle, distance, parameters) {
            *individual = GrhIndividual { birth: individual.birth, ..mutant };
        }
    }
}

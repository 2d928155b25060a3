//! Sequences of moves: random ones, and playing, checking and repairing them.

use super::SchlegelPopulation;
use crate::parameter::{ParameterKey, ParameterValues};
use crate::trace::{Failure, FailureReason};
use rushlab::notation::{NamedMove, named_moves};
use rushlab::position::{Move, Position};
use rushlab::random::RandomStream;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gene {
    pub(super) vehicle: u8,
    pub(super) distance: i8,
    /// Offset of its vehicle when the move was first played.
    pub(super) from: u8,
}

impl SchlegelPopulation {
    /// Returns random legal moves; no vehicle moves twice in a row. There are fewer than `length` if no move is left.
    pub(super) fn random_sequence(&mut self, length: usize, random: &mut RandomStream) -> Vec<Gene> {
        self.simulator.reset();
        let mut genes: Vec<Gene> = Vec::with_capacity(length);
        let mut moves = Vec::new();
        for _ in 0..length {
            self.simulator.legal_moves(u8::MAX >> 1, &mut moves);
            moves.retain(|(vehicle, _)| genes.last().is_none_or(|last| usize::from(last.vehicle) != *vehicle));
            if moves.is_empty() {
                break;
            }
            let (vehicle, distance) = moves[random.below(moves.len())];
            genes.push(Gene {
                vehicle: vehicle as u8,
                distance,
                from: self.simulator.offset(vehicle).unwrap_or(u8::MAX),
            });
            self.simulator.play(vehicle, distance);
        }
        genes
    }

    /// Plays a sequence and returns it, if every move is legal and no vehicle moves twice in a row.
    pub(super) fn check(&mut self, genes: &[Gene], parameters: &ParameterValues) -> Option<Vec<Gene>> {
        self.simulator.reset();
        let mut played: Vec<Gene> = Vec::with_capacity(genes.len());
        for gene in genes {
            let from = self.simulator.offset(gene.vehicle.into()).unwrap_or(u8::MAX);
            let named = !parameters.on(ParameterKey::Cells) || from == gene.from;
            if !named || played.last().is_some_and(|last| last.vehicle == gene.vehicle) {
                return None;
            }
            self.simulator.play(gene.vehicle.into(), gene.distance)?;
            played.push(Gene { from, ..*gene });
        }
        Some(played)
    }

    /// Plays a sequence and returns it repaired. An illegal move is shortened as needed or removed, consecutive moves
    /// of one vehicle are merged, and moves that return to an earlier board are removed.
    pub(super) fn repair(&mut self, genes: &[Gene]) -> Vec<Gene> {
        self.simulator.reset();
        let mut played: Vec<Gene> = Vec::with_capacity(genes.len());
        let mut boards = vec![self.simulator.placement().clone()];
        for gene in genes {
            let vehicle = usize::from(gene.vehicle);
            let from = self.simulator.offset(vehicle).unwrap_or(u8::MAX);
            let [back, forward] = self.simulator.reach(vehicle).map(|cells| cells as i8);
            let distance = gene.distance.clamp(-back, forward);
            if distance == 0 || self.simulator.play(vehicle, distance).is_none() {
                continue;
            }
            played.push(Gene { vehicle: gene.vehicle, distance, from });
            if let [.., before, last] = played.as_mut_slice()
                && before.vehicle == last.vehicle
            {
                before.distance += last.distance;
                let joined = before.distance;
                played.pop();
                boards.pop();
                // The merged move may use less fuel than the two moves.
                boards.last().into_iter().for_each(|placement| self.simulator.set_placement(placement));
                if joined != 0 {
                    self.simulator.play(vehicle, joined);
                }
            }
            let same =
                boards.iter().position(|placement| placement.board_key() == self.simulator.placement().board_key());
            boards.push(self.simulator.placement().clone());
            if let Some(earlier) = same {
                played.truncate(earlier);
                boards.truncate(earlier + 1);
                // Fuel that the removed moves used is available again.
                self.simulator.set_placement(&boards[earlier]);
            }
        }
        played
    }

    /// Returns the reason why a sequence is not a legal individual, by the reference implementation of the rules.
    pub(super) fn failure(&self, genes: &[Gene], parameters: &ParameterValues) -> Failure {
        let mut position = Position::start(self.simulator.puzzle());
        for (index, gene) in genes.iter().enumerate() {
            let NamedMove { label, from: cell, .. } = self.named(gene);
            let vehicle = usize::from(gene.vehicle);
            let reason = if parameters.on(ParameterKey::Cells) && position.offsets()[vehicle] != Some(gene.from) {
                FailureReason::Elsewhere { label, cell }
            } else if index > 0 && genes[index - 1].vehicle == gene.vehicle {
                FailureReason::MovesTwice(label)
            } else {
                match position.play(self.simulator.to_move(vehicle, gene.distance)) {
                    Ok(next) => {
                        position = next;
                        continue;
                    }
                    Err(reason) => reason.into(),
                }
            };
            return Failure { move_number: Some(index + 1), reason };
        }
        // Every move is legal, so the operator changed nothing.
        if genes.is_empty() { FailureReason::Empty } else { FailureReason::Unchanged }.into()
    }

    /// Returns a move with the cell that it names.
    pub(super) fn named(&self, gene: &Gene) -> NamedMove {
        self.simulator.named_from(gene.vehicle.into(), gene.distance, gene.from)
    }

    /// Returns the moves of a sequence. Moves that name vehicles get the cells that they start from.
    pub(super) fn named_sequence(&self, genes: &[Gene], parameters: &ParameterValues) -> Vec<NamedMove> {
        if parameters.on(ParameterKey::Cells) {
            return genes.iter().map(|gene| self.named(gene)).collect();
        }
        named_moves(self.simulator.puzzle(), &self.moves_of(genes))
    }

    /// Returns the sequence with given moves.
    pub(super) fn genes(&mut self, moves: &[Move]) -> Vec<Gene> {
        self.simulator.reset();
        let gene = |mv: &Move| {
            let from = self.simulator.offset(mv.vehicle).unwrap_or(u8::MAX);
            self.simulator.play_move(*mv);
            Gene { vehicle: mv.vehicle as u8, distance: mv.direction.distance(mv.cells) as i8, from }
        };
        moves.iter().map(gene).collect()
    }

    pub(super) fn moves_of(&self, genes: &[Gene]) -> Vec<Move> {
        genes.iter().map(|gene| self.simulator.to_move(gene.vehicle.into(), gene.distance)).collect()
    }
}

//! Random expressions, selection, crossover and mutation.

use super::{HeuristicEvolution, HeuristicOrigin};
use rushlab::heuristic::{Expression, ExpressionOperator, MEASURES, Measure};
use rushlab::random::RandomStream;

/// The numbers of random expressions.
const NUMBERS: [f64; 8] = [0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 10.0];

/// The depths of the expressions of the first generation, half of which are full (*ramped half-and-half*, Koza 1992).
const FIRST_DEPTHS: std::ops::RangeInclusive<usize> = 1..=3;

/// The greatest depth of a random part.
const PART_DEPTH: usize = 2;

impl HeuristicEvolution {
    pub(super) fn first_generation(&mut self) -> Vec<(Expression, HeuristicOrigin)> {
        let HeuristicEvolution { random, parameters, .. } = self;
        let expression = |index: usize| {
            let depth = random.in_range(&FIRST_DEPTHS);
            let expression = random_expression(depth, index.is_multiple_of(2), random);
            if expression.size() <= parameters.max_size { expression } else { random_leaf(random) }
        };
        let expressions = (0..parameters.population).map(expression);
        expressions.map(|expression| (expression, HeuristicOrigin::Initial)).collect()
    }

    pub(super) fn child(&mut self) -> (Expression, HeuristicOrigin) {
        let first = self.select();
        let (part, origin) = if self.random.bernoulli(self.parameters.crossover) {
            let second = self.select();
            let donor = &self.individuals[second].expression;
            (donor.part(self.random.below(donor.size())), HeuristicOrigin::Crossover([first, second]))
        } else {
            let depth = self.random.below(PART_DEPTH + 1);
            (Some(random_expression(depth, false, &mut self.random)), HeuristicOrigin::Mutation(first))
        };
        let parent = &self.individuals[first].expression;
        let place = self.random.below(parent.size());
        let child = part.and_then(|part| parent.with_part(place, &part));
        match child.filter(|child| child.size() <= self.parameters.max_size) {
            Some(child) => (child, origin),
            None => (parent.clone(), HeuristicOrigin::Survivor(first)),
        }
    }

    /// Returns the fittest of a random sample (tournament selection). The individuals are in the order of their
    /// fitness.
    fn select(&mut self) -> usize {
        let size = self.individuals.len();
        (0..self.parameters.tournament.max(1)).map(|_| self.random.below(size)).min().unwrap_or(0)
    }
}

/// Returns a random expression. A full one has the given depth everywhere.
fn random_expression(depth: usize, is_full: bool, random: &mut RandomStream) -> Expression {
    if depth == 0 || !is_full && random.ratio(1, 3) {
        return random_leaf(random);
    }
    let operator = ExpressionOperator::ALL[random.below(ExpressionOperator::ALL.len())];
    let operands = (0..operator.operands()).map(|_| random_expression(depth - 1, is_full, random)).collect();
    Expression::operation(operator, operands).unwrap_or_else(|| random_leaf(random))
}

/// Returns a measure or a number. Pattern databases are left out: their tables take longer to build than a training
/// puzzle to solve.
fn random_leaf(random: &mut RandomStream) -> Expression {
    if random.ratio(1, 4) {
        return Expression::number(NUMBERS[random.below(NUMBERS.len())]);
    }
    let measures: Vec<&'static Measure> = MEASURES.iter().filter(|measure| measure.name() != "pdb").collect();
    Expression::measure(measures[random.below(measures.len())])
}

//! The report: models of the next move of a person, on moves that they were not fitted to.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;

use rushlab::random::RandomStream;
use rushlab_study::people::{AndOr, Boards, Choice, FEATURES, Features, Likelihood, Logit, Reasoning, Table, fit};

/// Number of groups of puzzles or people; each in turn is left out of the fit.
const FOLDS: usize = 5;

/// Number of bootstrap samples of an interval.
const SAMPLES: usize = 2000;

/// The choices of a recorded game.
struct Recorded {
    puzzle: String,
    person: String,
    choices: Vec<Choice>,
    anchor: Likelihood,
}

/// The recorded games and the weights that fit them best.
pub(crate) struct Fitted {
    games: Vec<Recorded>,
    pub(crate) weights: Features,
}

impl Fitted {
    /// Fits the weights to a table of moves.
    pub(crate) fn of(text: &str) -> Result<Fitted, Box<dyn Error>> {
        let table = Table::read(text)?;
        let (mut boards, mut games) = (Boards::default(), Vec::new());
        for record in table.records() {
            games.push(Recorded {
                puzzle: record.board.to_owned(),
                person: record.person.ok_or("no column person")?.to_owned(),
                choices: record.choices(&mut boards)?,
                anchor: record.likelihood(&AndOr(Reasoning::EVEN), &mut boards)?,
            });
        }
        let weights = fit(games.iter().flat_map(|game| &game.choices), &[0.0; FEATURES.len()]);
        Ok(Fitted { games, weights })
    }

    /// Returns the report.
    pub(crate) fn report(&self) -> String {
        let mut out = String::new();
        let count = |name: fn(&Recorded) -> &str| self.games.iter().map(name).collect::<BTreeSet<_>>().len();
        let (puzzles, people) = (count(|game| &game.puzzle), count(|game| &game.person));
        let moves: usize = self.games.iter().map(|game| game.choices.len()).sum();
        let uniform: f64 = self.games.iter().map(|game| game.anchor.uniform).sum();
        let _ = writeln!(out, "{moves} moves, {puzzles} puzzles, {people} people");
        let _ = writeln!(out, "model                     nats a move   better by   95% interval");
        let mut row = |name: &str, model: &[f64]| {
            let (better, (low, high)) = (100.0 * self.better(model, &|_| 1.0), self.interval(model));
            let nats = -model.iter().sum::<f64>() / moves as f64;
            let _ = writeln!(out, "{name:<26}{nats:>11.2}{better:>11.1}%   {low:.1} to {high:.1}%");
        };
        let logit = |weights: Features| self.games.iter().map(|game| likelihood(game, &weights)).collect::<Vec<_>>();
        row("and-or", &self.games.iter().map(|game| game.anchor.model).collect::<Vec<_>>());
        row("logit", &logit(Logit::PEOPLE.weights));
        row("logit, puzzles left out", &self.left_out(|game| &game.puzzle));
        row("logit, people left out", &self.left_out(|game| &game.person));
        let _ = writeln!(out, "uniform                   {:>11.2}", -uniform / moves as f64);
        let _ = writeln!(out, "\nlogit without a feature (fitted to all moves)");
        for (index, feature) in FEATURES.iter().enumerate() {
            let model = self.without(index);
            let better = 100.0 * self.better(&model, &|_| 1.0);
            let _ = writeln!(out, "{:<26}{better:>22.1}%", feature.name);
        }
        out
    }

    /// Returns by how much a model is better than a uniform choice, with a weight for each game.
    fn better(&self, model: &[f64], weight: &dyn Fn(&Recorded) -> f64) -> f64 {
        let sum = |value: &dyn Fn(usize) -> f64| {
            self.games.iter().enumerate().map(|(index, game)| weight(game) * value(index)).sum::<f64>()
        };
        1.0 - sum(&|index| model[index]) / sum(&|index| self.games[index].anchor.uniform)
    }

    /// Returns the log-likelihood of each game under the weights that were fitted to the games of other groups.
    fn left_out(&self, group: fn(&Recorded) -> &str) -> Vec<f64> {
        let names: BTreeSet<&str> = self.games.iter().map(group).collect();
        let folds: BTreeMap<&str, usize> =
            names.into_iter().enumerate().map(|(index, name)| (name, index % FOLDS)).collect();
        let fold_of = |game: &Recorded| folds[group(game)];
        let weights: Vec<Features> = (0..FOLDS)
            .map(|fold| {
                let others: Vec<&Recorded> = self.games.iter().filter(|game| fold_of(game) != fold).collect();
                fit(others.iter().flat_map(|game| &game.choices), &self.weights)
            })
            .collect();
        self.games.iter().map(|game| likelihood(game, &weights[fold_of(game)])).collect()
    }

    /// Returns the log-likelihood of each game under a logit without a feature.
    fn without(&self, index: usize) -> Vec<f64> {
        let hide = |choice: &Choice| {
            let mut choice = choice.clone();
            choice.moves.iter_mut().for_each(|features| features[index] = 0.0);
            choice
        };
        let choices: Vec<Choice> = self.games.iter().flat_map(|game| &game.choices).map(hide).collect();
        let weights = fit(&choices, &self.weights);
        let mut rest = choices.iter();
        let of_game = |game: &Recorded| {
            rest.by_ref().take(game.choices.len()).map(|choice| choice.log_likelihood(&weights)).sum()
        };
        self.games.iter().map(of_game).collect()
    }

    /// Returns the interval of 95% of bootstrap samples of the puzzles and of the people (Efron 1979), in percent.
    fn interval(&self, model: &[f64]) -> (f64, f64) {
        let mut random = RandomStream::from_seed(1);
        let mut resample = |group: fn(&Recorded) -> &str| {
            let names: Vec<&str> = self.games.iter().map(group).collect::<BTreeSet<_>>().into_iter().collect();
            let mut counts: BTreeMap<&str, f64> = names.iter().map(|name| (*name, 0.0)).collect();
            (0..names.len()).for_each(|_| *counts.entry(names[random.below(names.len())]).or_default() += 1.0);
            counts
        };
        let sample = |_| {
            let (puzzles, people) = (resample(|game| &game.puzzle), resample(|game| &game.person));
            100.0 * self.better(model, &|game| puzzles[game.puzzle.as_str()] * people[game.person.as_str()])
        };
        let mut figures: Vec<f64> = (0..SAMPLES).map(sample).collect();
        figures.sort_by(f64::total_cmp);
        (figures[SAMPLES / 40], figures[SAMPLES - 1 - SAMPLES / 40])
    }
}

fn likelihood(game: &Recorded, weights: &Features) -> f64 {
    game.choices.iter().map(|choice| choice.log_likelihood(weights)).sum()
}

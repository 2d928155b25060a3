//! Simulated players: games in which a model of people chooses every move.

use std::collections::{HashMap, HashSet};

use rushlab::Position;
use rushlab::random::RandomStream;

use super::MoveModel;
use super::game::Game;

/// How many players are simulated, and for how long each plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players {
    /// Number of players.
    pub count: u32,
    /// Number of moves after which a player stops without a solution.
    pub most_moves: u32,
    /// Random seed. Player `n` plays alike, however many others there are.
    pub seed: u64,
}

/// What the simulated players did.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// Number of players.
    pub players: u32,
    /// The moves of each player who solved the puzzle, in ascending order. Driving out is a move.
    pub solved: Vec<u32>,
    /// The position to which players came back most often, and how often; `None` if no player came back.
    pub lost: Option<(Position, u32)>,
}

impl Simulated {
    /// Returns the share of the players who solved the puzzle.
    pub fn share_solved(&self) -> f64 {
        self.solved.len() as f64 / f64::from(self.players.max(1))
    }

    /// Returns the number of moves within which a share of all players solved the puzzle; `None` if fewer did.
    pub fn moves_of(&self, share: f64) -> Option<u32> {
        let needed = (share * f64::from(self.players)).ceil().max(1.0) as usize;
        self.solved.get(needed - 1).copied()
    }
}

/// Simulates players who go on from a game. Each drives out as soon as nothing is in the way: people do so in 98 of 100
/// cases. `None` if `cancelled`, which is read before each player, returns `true`.
pub fn simulate(
    model: &dyn MoveModel,
    start: &Game,
    players: Players,
    mut cancelled: impl FnMut() -> bool,
) -> Option<Simulated> {
    let mut solved = Vec::new();
    let mut returns: HashMap<Position, u32> = HashMap::new();
    for player in 0..players.count {
        if cancelled() {
            return None;
        }
        let mut random = RandomStream::new(players.seed, player.into());
        solved.extend(play(model, start.clone(), players.most_moves, &mut random, &mut returns));
    }
    solved.sort_unstable();
    // The board decides between positions with equal numbers, so that the result does not depend on their order.
    let lost = returns
        .into_iter()
        .map(|(position, returns)| (returns, position.to_string(), position))
        .max_by(|(one, one_board, _), (other, other_board, _)| one.cmp(other).then_with(|| other_board.cmp(one_board)));
    Some(Simulated { players: players.count, solved, lost: lost.map(|(returns, _, position)| (position, returns)) })
}

/// Plays a game to its end. Returns the number of moves, and `None` if the puzzle is not solved within the limit.
fn play(
    model: &dyn MoveModel,
    mut game: Game,
    most_moves: u32,
    random: &mut RandomStream,
    returns: &mut HashMap<Position, u32>,
) -> Option<u32> {
    let mut seen: HashSet<Box<[u8]>> = HashSet::new();
    for played in 0..most_moves {
        if game.is_solved() {
            return Some(played);
        }
        if game.exit().is_some() {
            return Some(played + 1);
        }
        if !seen.insert(game.now.offsets.clone()) {
            *returns.entry(game.position().clone()).or_default() += 1;
        }
        let moves: Vec<_> = game.moves().collect();
        let chosen = random.roulette(model.probabilities(&game).into_iter(), 1);
        // Without a legal move, or if the model is at fault, the game is over.
        let mv = chosen.first().and_then(|index| moves.get(*index))?;
        game.play(*mv).ok()?;
    }
    None
}

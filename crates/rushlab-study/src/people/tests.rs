//! The fast code against slow code.

use rushlab::random::RandomStream;

use super::*;

const CARD: &str = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";

#[test]
fn a_game_has_the_legal_moves_of_its_position_and_probabilities_that_add_up() {
    for board in [CARD, "....A.B.xxA.B.XX..B..CDDEEEC..x.....", ".ACC...ADDXXEE..HFFIJJH..I"] {
        let Ok(puzzle) = board.parse::<rushlab::Puzzle>() else { continue };
        let mut game = Game::new(&puzzle).unwrap();
        let mut random = RandomStream::new(1, 0);
        for _ in 0..200 {
            assert_eq!(game.moves().collect::<Vec<_>>(), game.position().legal_moves(), "{}", game.position());
            for model in [&Uniform as &dyn MoveModel, &AndOr(Reasoning::EVEN), &Logit::PEOPLE] {
                let sum: f64 = model.probabilities(&game).iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{}: {sum}", model.name());
            }
            let moves: Vec<_> = game.moves().collect();
            game.play(*random.choose(&moves).unwrap()).unwrap();
        }
    }
}

/// Returns the probability that a thought that stops with probability `stop` comes to a move, by recursion.
fn thought(game: &Game, aim: (usize, u8), target: (usize, u8), stop: f64, steps: u32) -> f64 {
    let vehicles = game.puzzle().vehicles();
    let position = game.position();
    let cells = |vehicle: usize, from: u8, to: u8| -> Vec<rushlab::Cell> {
        let along = from.min(to)..from.max(to) + vehicles[vehicle].length;
        along.map(|along| vehicles[vehicle].orientation.cell(vehicles[vehicle].line(), along)).collect()
    };
    let at = |vehicle: usize| position.offsets()[vehicle].unwrap();
    let covers = |vehicle: usize, cell: rushlab::Cell| cells(vehicle, at(vehicle), at(vehicle)).contains(&cell);
    let blockers: Vec<usize> = (0..vehicles.len())
        .filter(|other| *other != aim.0 && cells(aim.0, at(aim.0), aim.1).iter().any(|cell| covers(*other, *cell)))
        .collect();
    if blockers.is_empty() {
        return f64::from(u8::from(aim == target));
    }
    if steps == 0 {
        return 0.0;
    }
    let path: Vec<_> = cells(aim.0, at(aim.0), aim.1).into_iter().filter(|cell| !covers(aim.0, *cell)).collect();
    let of_blocker = |blocker: usize| -> Vec<u8> {
        let vehicle = &vehicles[blocker];
        let last = game.puzzle().line_length(vehicle.orientation) - vehicle.length;
        let leaves = |place: &u8| cells(blocker, *place, *place).iter().all(|cell| !path.contains(cell));
        let passes = |place: &u8| {
            let same = vehicle.orientation == vehicles[aim.0].orientation;
            !same || (*place > at(blocker)) == (aim.1 > at(aim.0))
        };
        (0..=last).filter(|place| *place != at(blocker) && leaves(place) && passes(place)).collect()
    };
    let ways: Vec<(usize, Vec<u8>)> = blockers.into_iter().map(|blocker| (blocker, of_blocker(blocker))).collect();
    let open: Vec<&(usize, Vec<u8>)> = ways.iter().filter(|(_, places)| !places.is_empty()).collect();
    let mut sum = 0.0;
    for (blocker, places) in &open {
        for place in places {
            let share = (1.0 - stop) / (open.len() * places.len()) as f64;
            sum += share * thought(game, (*blocker, *place), target, stop, steps - 1);
        }
    }
    sum
}

#[test]
fn backward_reasoning_is_a_random_path_through_the_tree() {
    let puzzle: rushlab::Puzzle = CARD.parse().unwrap();
    let mut game = Game::new(&puzzle).unwrap();
    // A short tree, so that the recursion ends: what lies deeper has a probability below 0.6^8.
    let reasoning = Reasoning { stop: 0.4, ..Reasoning::EVEN };
    let mut random = RandomStream::new(2, 0);
    for _ in 0..5 {
        let found = game.thoughts(&reasoning);
        let last = game.before.as_ref().map(|(_, last)| last.vehicle);
        for (mv, found) in game.moves().zip(found) {
            let to = game.now.after(mv)[mv.vehicle];
            let goal = (puzzle.primary_index(), puzzle.goal_offset());
            let expected = match last == Some(mv.vehicle) {
                true => 0.0,
                false => (1.0 - reasoning.stop) * thought(&game, goal, (mv.vehicle, to), reasoning.stop, 7),
            };
            assert!((found - expected).abs() < 0.6_f64.powi(8), "{mv:?}: {found} {expected}\n{}", game.position());
        }
        let moves: Vec<_> = game.moves().collect();
        game.play(*random.choose(&moves).unwrap()).unwrap();
    }
}

#[test]
fn newton_s_method_finds_the_shares_of_choices() {
    // One feature divides the moves; it is chosen in three of four cases, so its weight is ln 3.
    let choice = |chosen| {
        let mut moves = vec![[0.0; FEATURES.len()]; 2];
        moves[0][0] = 1.0;
        Choice { moves, chosen }
    };
    let choices: Vec<Choice> = (0..4000).map(|index| choice(usize::from(index % 4 == 0))).collect();
    let weights = fit(&choices, &[0.0; FEATURES.len()]);
    assert!((weights[0] - 3_f64.ln()).abs() < 1e-5 && weights[1..].iter().all(|weight| *weight == 0.0), "{weights:?}");
}

#[test]
fn simulated_players_solve_what_is_easy_and_are_the_same_every_time() {
    let game = Game::new(&"......A..B..AXXB..A..B......CC......".parse().unwrap()).unwrap();
    let players = Players { count: 100, most_moves: 50, seed: 1 };
    let simulated = simulate(&Logit::PEOPLE, &game, players, || false).unwrap();
    assert!(simulated.share_solved() > 0.9 && simulated.moves_of(0.5) <= Some(5), "{simulated:?}");
    assert!(simulated.solved.iter().all(|moves| (2..=50).contains(moves)));
    let again = simulate(&Logit::PEOPLE, &game, players, || false).unwrap();
    assert_eq!((&again.solved, &again.lost), (&simulated.solved, &simulated.lost));
    let random = simulate(&Uniform, &game, players, || false).unwrap();
    assert!(random.moves_of(0.5).is_none_or(|moves| Some(moves) > simulated.moves_of(0.5)));
    assert!(simulate(&Uniform, &game, players, || true).is_none());
    let walled = Game::new(&"......A..B..AXXBx.A..B......CC......".parse().unwrap()).unwrap();
    assert_eq!(simulate(&Logit::PEOPLE, &walled, players, || false).unwrap().share_solved(), 0.0);
}

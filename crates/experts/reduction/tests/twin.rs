//! The fast board against an obvious reference implementation that floods everything at every question.

use quadrille_core::{Player, Rng};
use quadrille_reduction::board::{Board, Illegal};

/// Stones in a plain array; every position of the game kept.
#[derive(Clone)]
struct Twin {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Player>>,
    past: Vec<Vec<Option<Player>>>,
}

impl Twin {
    fn around(&self, at: usize) -> Vec<usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let mut near = Vec::new();
        if row > 0 {
            near.push(at - self.columns);
        }
        if column > 0 {
            near.push(at - 1);
        }
        if column + 1 < self.columns {
            near.push(at + 1);
        }
        if row + 1 < self.rows {
            near.push(at + self.columns);
        }
        near
    }

    /// The stones and the liberties of a chain.
    fn chain(&self, start: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (vec![start], Vec::new());
        let mut next = 0;
        while next < stones.len() {
            for near in self.around(stones[next]) {
                let list = if self.cells[near].is_none() {
                    &mut liberties
                } else if self.cells[near] == self.cells[start] {
                    &mut stones
                } else {
                    continue;
                };
                if !list.contains(&near) {
                    list.push(near);
                }
            }
            next += 1;
        }
        (stones, liberties)
    }

    fn play(&mut self, at: usize, player: Player) -> Result<(), Illegal> {
        if self.cells[at].is_some() {
            return Err(Illegal::Occupied);
        }
        let mut next = self.clone();
        next.cells[at] = Some(player);
        for near in next.around(at) {
            if next.cells[near] == Some(!player) && next.chain(near).1.is_empty() {
                for stone in next.chain(near).0 {
                    next.cells[stone] = None;
                }
            }
        }
        if next.chain(at).1.is_empty() {
            return Err(Illegal::Suicide);
        }
        next.past.push(self.cells.clone());
        if next.past.contains(&next.cells) {
            return Err(Illegal::Repetition);
        }
        *self = next;
        Ok(())
    }
}

fn compare(board: &Board, twin: &Twin) {
    for at in 0..twin.cells.len() {
        let spot = board.spot(at / twin.columns, at % twin.columns);
        assert_eq!(board.stone(spot), twin.cells[at]);
        if twin.cells[at].is_some() {
            let (stones, mut liberties) = twin.chain(at);
            assert_eq!(board.size(spot), stones.len());
            assert_eq!(board.stones(spot).count(), stones.len());
            let only = board.only_liberty(spot).map(|spot| board.coordinates(spot));
            let expected = (liberties.len() == 1).then(|| (liberties[0] / twin.columns, liberties[0] % twin.columns));
            assert_eq!(only, expected);
            let mut found: Vec<usize> = board
                .liberties(spot)
                .map(|spot| board.coordinates(spot))
                .map(|(row, column)| row * twin.columns + column)
                .collect();
            found.sort_unstable();
            liberties.sort_unstable();
            assert_eq!(found, liberties);
        }
    }
    assert_eq!(board.empty_spots().count(), twin.cells.iter().filter(|cell| cell.is_none()).count());
}

#[test]
fn random_games_with_take_backs_agree_with_the_twin() {
    let mut refused = [0; 3];
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let (rows, columns) = (1 + rng.below(5) as usize, 2 + rng.below(4) as usize);
        let mut board = Board::new(rows, columns);
        let empty = Twin { rows, columns, cells: vec![None; rows * columns], past: Vec::new() };
        let mut game = vec![empty];
        for _ in 0..150 {
            if rng.below(5) == 0 && game.len() > 1 {
                game.pop();
                board.undo();
            } else {
                let mut twin = game[game.len() - 1].clone();
                let at = rng.below((rows * columns) as u32) as usize;
                let player = Player::BOTH[rng.below(2) as usize];
                let found = board.play(board.spot(at / columns, at % columns), player);
                assert_eq!(found, twin.play(at, player), "seed {seed}");
                match found {
                    Ok(()) => game.push(twin),
                    Err(Illegal::Occupied) => refused[0] += 1,
                    Err(Illegal::Suicide) => refused[1] += 1,
                    Err(Illegal::Repetition) => refused[2] += 1,
                }
            }
            compare(&board, &game[game.len() - 1]);
        }
        let key = board.key();
        for _ in 1..game.len() {
            board.undo();
        }
        assert!(game.len() == 1 || key != board.key());
        assert_eq!(board.key(), 0);
        compare(&board, &game[0]);
    }
    assert!(refused.iter().all(|&count| count > 100), "every kind of refusal must occur: {refused:?}");
}

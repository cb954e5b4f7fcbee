//! The game on the controller's board.
//!
//! GTP lets either side move at any time, lets a game go on after two passes, and changes komi in the middle. So the board
//! keeps how it began and what was played, and replays that when something is taken back or the rules change. In Go a
//! side that moves out of turn gets the position with the turn changed; what superko remembers begins anew there.

use crate::wire::quote;
use quadrille_core::{Player, Refusal};
use quadrille_engine::{Session, registry, sgf};
use quadrille_go::{Grid, Komi, Rules};
use std::path::Path;

/// A game under the rules of one of the four games, as GTP sees it.
pub(super) struct Board {
    game: String,
    rules: String,
    /// The position it began from; `None` is the start under the rules.
    start: Option<String>,
    moves: Vec<(Player, String)>,
    session: Box<dyn Session>,
}

impl Board {
    /// A new game.
    pub(super) fn new(game: &str, rules: &str) -> Result<Self, Refusal> {
        let session = registry::open(game, rules, None)?;
        Ok(Self { game: game.to_owned(), rules: session.rules(), start: None, moves: Vec::new(), session })
    }

    /// The game as it stands.
    pub(super) fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Whether the game is Go.
    pub(super) fn is_go(&self) -> bool {
        self.game == "go"
    }

    /// Whether nothing has been put on the board.
    pub(super) fn is_fresh(&self) -> bool {
        self.moves.is_empty() && self.start.is_none() && self.go_rules().is_ok_and(|rules| rules.handicap() == 0)
    }

    /// The last move and who made it.
    pub(super) fn last(&self) -> Option<(Player, &str)> {
        self.moves.last().map(|(player, text)| (*player, text.as_str()))
    }

    /// Go's rules.
    pub(super) fn go_rules(&self) -> Result<Rules, Refusal> {
        self.rules.parse()
    }

    /// Plays a move. A refused one changes nothing.
    pub(super) fn play(&mut self, player: Player, text: &str) -> Result<(), Refusal> {
        let played = put(&mut self.session, player, text)?;
        self.moves.push((player, played));
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub(super) fn undo(&mut self) -> Result<bool, Refusal> {
        let Some(taken) = self.moves.pop() else { return Ok(false) };
        match self.replayed(&self.rules) {
            Ok(session) => self.session = session,
            Err(error) => {
                self.moves.push(taken);
                return Err(error);
            }
        }
        Ok(true)
    }

    /// A copy of the game in which it is this player's turn.
    pub(super) fn turned_to(&self, player: Player) -> Result<Box<dyn Session>, Refusal> {
        let session = self.session.duplicate();
        if session.to_move() == player && session.end().is_none() {
            return Ok(session);
        }
        if self.is_go() {
            return turned(session.as_ref(), player);
        }
        if let Some(end) = session.end() {
            return Err(Refusal::plain(format!("the game is over ({})", end.outcome)));
        }
        passed(session.as_ref(), player)
    }

    /// Begins anew under the same rules, without handicap.
    pub(super) fn clear(&mut self) -> Result<(), Refusal> {
        let rules = if self.is_go() { self.go_rules()?.with_handicap(0)?.to_string() } else { self.rules.clone() };
        self.begin(rules, None)
    }

    /// Begins anew under these rules.
    fn begin(&mut self, rules: String, start: Option<String>) -> Result<(), Refusal> {
        let session = registry::open(&self.game, &rules, start.as_deref())?;
        (self.rules, self.start, self.session) = (rules, start, session);
        self.moves.clear();
        Ok(())
    }

    /// Begins anew on a board of this size.
    pub(super) fn resize(&mut self, size: u16) -> Result<(), Refusal> {
        let refused = || Refusal::plain("unacceptable size");
        let rules = match self.game.as_str() {
            "go" => {
                let grid = Grid::square(size).filter(|grid| grid.rows() <= LARGEST_SIDE).ok_or_else(refused)?;
                self.go_rules()?.with_handicap(0)?.with_grid(grid).to_string()
            }
            "breakthrough" => {
                let variant = self.rules.split_once(' ').map_or("", |(_, variant)| variant);
                format!("{size}x{size} {variant}")
            }
            _ if size == 8 => self.rules.clone(),
            _ => return Err(refused()),
        };
        self.begin(rules, None).map_err(|_| refused())
    }

    /// Changes the komi, the game going on.
    pub(super) fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        let refused = || Refusal::plain(format!("komi {komi} is refused: expected a number such as 7.5"));
        let halves = (komi * 2.0).round();
        let komi = if halves.is_finite() { Komi::from_halves(halves as i32) } else { None };
        let rules = self.go_rules()?.with_komi(komi.ok_or_else(refused)?)?.to_string();
        self.session = self.replayed(&rules)?;
        self.rules = rules;
        Ok(())
    }

    /// Puts the usual handicap stones and says where.
    pub(super) fn fixed_handicap(&mut self, stones: u8) -> Result<Vec<String>, Refusal> {
        self.expect_fresh()?;
        let rules = self.go_rules()?.with_handicap(stones)?;
        self.begin(rules.to_string(), None)?;
        let name = |point| quadrille_go::format_point(rules.grid(), point);
        Ok(rules.handicap_points().into_iter().map(name).collect())
    }

    /// Puts black stones on these points.
    pub(super) fn free_handicap(&mut self, points: &[String]) -> Result<(), Refusal> {
        self.expect_fresh()?;
        let rules = self.go_rules()?;
        let mut setup = quadrille_go::Setup::empty(rules);
        for text in points {
            let point = quadrille_go::parse_point(rules.grid(), text)?;
            if setup.stone(point).is_some() {
                return Err(Refusal::plain(format!("{} is named twice", quote(text))));
            }
            setup.put(point, Some(Player::Black));
        }
        setup.to_move = Player::White;
        let stones = u8::try_from(points.len()).unwrap_or(u8::MAX);
        // What White is repaid is known for the usual numbers of stones only.
        let rules = rules.with_handicap(stones).unwrap_or(rules);
        self.begin(rules.to_string(), Some(setup.to_string()))
    }

    fn expect_fresh(&self) -> Result<(), Refusal> {
        if self.is_fresh() { Ok(()) } else { Err(Refusal::plain("board not empty")) }
    }

    /// Takes over a game from an SGF file, up to the position before move number `before`.
    pub(super) fn load(&mut self, path: &str, before: Option<usize>) -> Result<(), Refusal> {
        let refuse = |error| Refusal::plain(format!("cannot load file {}: {error}", quote(path)));
        let moves = before.map(|number| number.saturating_sub(1));
        let session =
            sgf::open(Path::new(path), &self.go_rules()?.with_handicap(0)?.to_string(), moves).map_err(refuse)?;
        let rows = session.history();
        self.rules = session.rules();
        self.start = rows.first().map(|row| row.position.clone());
        let movers = rows.iter().map(|row| side_of(&row.position));
        self.moves = movers
            .zip(rows.iter().skip(1))
            .filter_map(|(mover, row)| Some((mover, row.played.clone()?.text)))
            .collect();
        self.session = session;
        Ok(())
    }

    fn replayed(&self, rules: &str) -> Result<Box<dyn Session>, Refusal> {
        let mut session = registry::open(&self.game, rules, self.start.as_deref())?;
        for (player, text) in &self.moves {
            put(&mut session, *player, text)?;
        }
        Ok(session)
    }
}

/// The largest board that can be played on.
const LARGEST_SIDE: usize = 25;

/// Plays a move for this side in whatever position it is.
fn put(session: &mut Box<dyn Session>, player: Player, text: &str) -> Result<String, Refusal> {
    let out_of_turn = session.to_move() != player;
    let mut changed = match session.descriptor().name {
        "go" if out_of_turn || session.end().is_some() => turned(session.as_ref(), player)?,
        "go" => return session.play(text).map(|played| played.text),
        _ if out_of_turn && session.end().is_none() => passed(session.as_ref(), player)?,
        _ => return session.play(text).map(|played| played.text),
    };
    let played = changed.play(text)?;
    *session = changed;
    Ok(played.text)
}

/// A Go position with the other side to move and nothing remembered but the stones.
fn turned(session: &dyn Session, player: Player) -> Result<Box<dyn Session>, Refusal> {
    let position = session.position();
    let stones = position.split(' ').next().unwrap_or_default();
    let side = if player == Player::Black { "X" } else { "O" };
    registry::open("go", &session.rules(), Some(&format!("{stones} {side}")))
}

/// The position after the pass that a side without moves has to make (Othello).
fn passed(session: &dyn Session, player: Player) -> Result<Box<dyn Session>, Refusal> {
    let mut next = session.duplicate();
    let must_pass = next.legal_moves().iter().all(|m| m.text == "pass");
    if must_pass && next.play("pass").is_ok() && next.to_move() == player && next.end().is_none() {
        return Ok(next);
    }
    Err(Refusal::plain(format!("it is {}'s turn, not {player}'s", session.to_move())))
}

/// Whose turn it is in a Go position's text.
fn side_of(position: &str) -> Player {
    if position.split(' ').nth(1) == Some("O") { Player::White } else { Player::Black }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_side_may_move_at_any_time_and_everything_can_be_undone() {
        let mut board = Board::new("go", "9 chinese").unwrap();
        let start = board.session().position();
        for (player, text) in
            [(Player::White, "D4"), (Player::White, "E5"), (Player::Black, "pass"), (Player::White, "pass")]
        {
            board.play(player, text).unwrap();
        }
        assert!(board.session().end().is_some());
        board.play(Player::Black, "C3").unwrap();
        board.set_komi(0.5).unwrap();
        assert!(board.play(Player::Black, "C3").is_err());
        assert!(board.session().position().contains('O'));
        while board.undo().unwrap() {}
        assert_eq!(board.session().position(), start);
        assert!(board.session().rules().contains("komi=0.5"));
    }

    #[test]
    fn handicap_stones_are_put_on_an_empty_board_only() {
        let mut board = Board::new("go", "19 chinese").unwrap();
        assert_eq!(board.fixed_handicap(2).unwrap(), ["D4", "Q16"]);
        assert_eq!(board.session().to_move(), Player::White);
        assert!(board.fixed_handicap(2).is_err());
        board.clear().unwrap();
        assert!(board.free_handicap(&["D4".to_owned(), "D4".to_owned()]).is_err());
        board.free_handicap(&["D4".to_owned(), "C3".to_owned()]).unwrap();
        assert_eq!(board.session().position().matches('X').count(), 2);
    }

    #[test]
    fn sizes_are_those_of_the_game() {
        let mut othello = Board::new("othello", "").unwrap();
        assert!(othello.resize(8).is_ok() && othello.resize(9).is_err());
        let mut breakthrough = Board::new("breakthrough", "").unwrap();
        assert!(breakthrough.resize(6).is_ok() && breakthrough.resize(99).is_err());
        let mut go = Board::new("go", "").unwrap();
        assert!(go.resize(19).is_ok() && go.resize(26).is_err() && go.resize(0).is_err());
    }
}

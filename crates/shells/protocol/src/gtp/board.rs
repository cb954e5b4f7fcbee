//! The game on the controller's board.
//!
//! GTP lets either side move at any time, lets a game continue after two passes, and can change the komi in mid-game.
//! So the board keeps its start and its moves, and replays them after an undo or a change of rules. In Go, if a side
//! moves out of turn, the turn is changed and the superko history restarts there.

use crate::wire::short;
use crate::words;
use quadrille_core::{Game, Player, Refusal};
use quadrille_engine::{MoveInfo, Session, registry, sgf};
use quadrille_go::{Grid, Komi, RuleSet, Rules, Setup, Small};
use quadrille_support::file;
use std::fs::File;
use std::path::Path;

/// A game as GTP sees it.
pub(super) struct Board {
    /// The position it began from; `None` is the start under the rules.
    start: Option<String>,
    moves: Vec<MoveInfo>,
    session: Box<dyn Session>,
    /// Go's rule set, unless a loaded game names another.
    usual: Option<RuleSet>,
}

impl Board {
    /// A new game.
    pub(super) fn new(game: &str, rules: &str) -> Result<Self, Refusal> {
        let session = registry::open(game, rules, None)?;
        let usual = if is_go(session.as_ref()) { Some(session.rules().parse::<Rules>()?.set()) } else { None };
        Ok(Self { start: None, moves: Vec::new(), session, usual })
    }

    /// The game as it stands.
    pub(super) fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Whether the game is Go.
    pub(super) fn is_go(&self) -> bool {
        is_go(self.session())
    }

    /// The moves played.
    pub(super) fn moves(&self) -> &[MoveInfo] {
        &self.moves
    }

    /// The last move.
    pub(super) fn last(&self) -> Option<&MoveInfo> {
        self.moves.last()
    }

    /// Go's rules.
    pub(super) fn go_rules(&self) -> Result<Rules, Refusal> {
        self.session.rules().parse()
    }

    /// Go's rules for the next game: those of a loaded game are dropped, except for its board and komi.
    fn rules_anew(&self) -> Result<Rules, Refusal> {
        let rules = self.go_rules()?.with_handicap(0)?;
        Ok(self.usual.map_or(rules, |set| rules.with_set(set)))
    }

    /// Plays a move. An illegal one changes nothing.
    pub(super) fn play(&mut self, player: Player, text: &str) -> Result<(), Refusal> {
        put(&mut self.session, player, text)?;
        self.moves.extend(self.session.last_move());
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub(super) fn undo(&mut self) -> Result<bool, Refusal> {
        let Some((_, before)) = self.moves.split_last() else { return Ok(false) };
        self.session = self.replayed(&self.session.rules(), before)?;
        self.moves.pop();
        Ok(true)
    }

    /// A copy of the game in which it is this player's turn.
    pub(super) fn turned_to(&self, player: Player) -> Result<Box<dyn Session>, Refusal> {
        match self.session.end() {
            None if self.session.to_move() == player => Ok(self.session.duplicate()),
            Some(end) if !self.is_go() => Err(words::GAME_OVER_WITH.refuse().with("outcome", end.outcome.to_string())),
            _ => out_of_turn(self.session(), player),
        }
    }

    /// Restarts under the same rules, without handicap.
    pub(super) fn clear(&mut self) -> Result<(), Refusal> {
        let rules = if self.is_go() { self.rules_anew()?.to_string() } else { self.session.rules() };
        self.begin(&rules, None)
    }

    /// Restarts under these rules.
    fn begin(&mut self, rules: &str, start: Option<String>) -> Result<(), Refusal> {
        self.session = registry::open(self.session.descriptor().name, rules, start.as_deref())?;
        self.start = start;
        self.moves.clear();
        Ok(())
    }

    /// Restarts on a board of this size.
    pub(super) fn resize(&mut self, size: u16) -> Result<(), Refusal> {
        let refused = || words::UNACCEPTABLE_SIZE.refuse();
        if self.is_go() {
            let grid = Grid::square(size).ok_or_else(refused)?;
            let rules = self.rules_anew()?.with_grid(grid);
            return self.begin(&rules.to_string(), None).map_err(|_| refused());
        }
        // Rules with a size name it; other rules stay unchanged.
        let picture = self.session.picture();
        let (old, new) = (format!("{}x{}", picture.rows, picture.columns), format!("{size}x{size}"));
        let resized =
            registry::open(self.session.descriptor().name, &self.session.rules().replacen(&old, &new, 1), None);
        let resized = resized.ok().filter(|session| session.picture().rows == usize::from(size));
        self.begin(&resized.ok_or_else(refused)?.rules(), None)
    }

    /// Changes the komi of the game in progress.
    pub(super) fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        let halves = (komi * 2.0).round();
        let read = if halves.is_finite() { Komi::from_halves(halves as i32) } else { None };
        let read = read.ok_or_else(|| words::KOMI.refuse().with("komi", komi.to_string()))?;
        let rules = self.go_rules()?.with_komi(read)?.to_string();
        self.session = self.replayed(&rules, &self.moves)?;
        Ok(())
    }

    /// Places the fixed handicap stones and returns their points.
    pub(super) fn fixed_handicap(&mut self, stones: u8) -> Result<Vec<String>, Refusal> {
        self.expect_fresh()?;
        let rules = self.go_rules()?.with_handicap(stones)?;
        self.begin(&rules.to_string(), None)?;
        let name = |point| quadrille_go::format_point(rules.grid(), point);
        Ok(rules.handicap_points().into_iter().map(name).collect())
    }

    /// Puts black stones on these points.
    pub(super) fn free_handicap(&mut self, points: &[String]) -> Result<(), Refusal> {
        self.expect_fresh()?;
        let rules = self.go_rules()?;
        let mut setup = Setup::empty(rules);
        for text in points {
            let point = quadrille_go::parse_point(rules.grid(), text)?;
            if setup.stone(point).is_some() {
                return Err(words::NAMED_TWICE.refuse().quote("point", short(text)));
            }
            setup.put(point, Some(Player::Black));
        }
        setup.to_move = Player::White;
        let stones = u8::try_from(points.len()).unwrap_or(u8::MAX);
        // White's compensation is defined only for the usual numbers of stones.
        let rules = rules.with_handicap(stones).unwrap_or(rules);
        self.begin(&rules.to_string(), Some(setup.to_string()))
    }

    /// Handicap stones can be placed only on an empty board.
    fn expect_fresh(&self) -> Result<(), Refusal> {
        let fresh = self.moves.is_empty() && self.start.is_none() && self.go_rules()?.handicap() == 0;
        if fresh { Ok(()) } else { Err(words::BOARD_NOT_EMPTY.refuse()) }
    }

    /// Takes over a game from an SGF file, up to the position before move number `before`. The file's rules take
    /// precedence over the current ones.
    pub(super) fn load(&mut self, path: &str, before: Option<usize>) -> Result<(), Refusal> {
        let refuse = |why: Refusal| words::CANNOT_LOAD.refuse().quote("path", short(path)).with("why", why);
        let moves = before.map(|number| number.saturating_sub(1));
        let rules = self.rules_anew()?;
        File::open(path).map_err(|error| refuse(file::reason(&error)))?;
        self.session = sgf::open_by_its_rules(Path::new(path), rules, moves).map_err(refuse)?;
        let mut past = self.session.duplicate();
        let mut latest_first: Vec<MoveInfo> = Vec::new();
        while let Some(m) = past.last_move() {
            latest_first.push(m);
            past.undo();
        }
        self.start = Some(past.position());
        self.moves = latest_first.into_iter().rev().collect();
        Ok(())
    }

    fn replayed(&self, rules: &str, moves: &[MoveInfo]) -> Result<Box<dyn Session>, Refusal> {
        let mut session = registry::open(self.session.descriptor().name, rules, self.start.as_deref())?;
        for m in moves {
            put(&mut session, m.mover, &m.text)?;
        }
        Ok(session)
    }
}

fn is_go(session: &dyn Session) -> bool {
    session.descriptor().name == Small::NAME
}

/// Whether a move is a pass: it places nothing.
pub(super) fn is_pass(m: &MoveInfo) -> bool {
    m.effect.to.is_none()
}

/// Plays a move for this side, whoever's turn it is.
fn put(session: &mut Box<dyn Session>, player: Player, text: &str) -> Result<(), Refusal> {
    let (in_turn, over) = (session.to_move() == player, session.end().is_some());
    let as_it_is = if is_go(session.as_ref()) { in_turn && !over } else { in_turn || over };
    if as_it_is {
        return session.play(text).map(|_| ());
    }
    let mut changed = out_of_turn(session.as_ref(), player)?;
    changed.play(text)?;
    *session = changed;
    Ok(())
}

/// The position with the other side to move: in Go only the stones are kept, in other games the side to move must have
/// to pass.
fn out_of_turn(session: &dyn Session, player: Player) -> Result<Box<dyn Session>, Refusal> {
    let name = session.descriptor().name;
    if is_go(session) {
        let mut setup = stones(session)?;
        setup.to_move = player;
        return registry::open(name, &session.rules(), Some(&setup.to_string()));
    }
    let mut next = session.duplicate();
    if let [only] = next.legal_moves().as_slice()
        && is_pass(only)
        && next.play(&only.text).is_ok()
        && next.to_move() == player
        && next.end().is_none()
    {
        return Ok(next);
    }
    let refusal = words::OTHER_TURN.refuse().with("mover", session.to_move().to_string());
    Err(refusal.with("player", player.to_string()))
}

/// The stones of a Go position, without ko and passes.
pub(super) fn stones(session: &dyn Session) -> Result<Setup, Refusal> {
    let mut setup = Setup::parse(&session.rules().parse()?, &session.position())?;
    (setup.passes, setup.ko) = (0, None);
    Ok(setup)
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
    fn a_record_brings_its_own_rules() {
        let path = std::env::temp_dir().join(format!("quadrille-gtp-rules-{}.sgf", std::process::id()));
        let mut board = Board::new("go", "19 chinese").unwrap();
        let mut rules_after = |sgf: &str| {
            std::fs::write(&path, sgf).unwrap();
            board.load(path.to_str().unwrap(), None).unwrap();
            board.session().rules()
        };
        assert_eq!(rules_after("(;SZ[9]RU[Japanese]KM[6.5])"), "9 japanese komi=6.5");
        assert_eq!(rules_after("(;SZ[9]RU[AGA]KM[5.5]HA[2])"), "9 chinese komi=5.5 handicap=2");
        assert_eq!(rules_after("(;SZ[13]RU[Korean])"), "13 japanese komi=5.5");
        assert_eq!(rules_after("(;SZ[13]RU[Simplified_Ing])"), "13 chinese komi=5.5");
        assert_eq!(rules_after("(;SZ[13])"), "13 chinese komi=5.5", "nobody names the rules: those of the start");
        assert_eq!(rules_after("(;SZ[9]RU[Japanese]KM[6.5])"), "9 japanese komi=6.5");
        board.clear().unwrap();
        assert_eq!(board.session().rules(), "9 chinese komi=6.5");
        std::fs::remove_file(&path).unwrap();
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

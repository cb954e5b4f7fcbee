//! One interface to a game in progress, for every game: moves and positions come in as text, everything else is data.
//!
//! The command line, the protocols and the page use a [`Session`]; only [`GameSession`] knows which game it is. One
//! dynamic call per command costs nothing; everything inside is statically dispatched.

mod level;
mod set_up;

pub use level::{LEVELS, Level};
pub use set_up::{Step, is_set_up};

use crate::capabilities::{DrawReport, Ladder, Registered};
use crate::matches::Match;
use crate::solve::{Solution, SolveOrder};
use crate::think::{ALGORITHMS, AlgorithmName, Chosen, GamePlayer, Line, MoveName, PlayerSpec, Question, Report};
use crate::trace::{self, Trace, TraceOrder};
use crate::weights::{self, Contest, Weights};
use crate::words;
use quadrille_core::{
    Descriptor, Effect, End, KeyHistory, PerPlayer, Picture, Piece, Playable, Player, Playout, Refusal, Rng, Settlement,
};
use quadrille_core::{Lang, Sentence, perft};
use quadrille_patterns::insight::{Insight, Library};
use quadrille_search::{Setting, Stop};
use quadrille_support::clock::Instant;
use quadrille_support::patience;
use serde::Serialize;
use std::any::Any;

/// A move as a user sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveInfo {
    /// The standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// The spelling of game records (SAN in chess).
    pub record: String,
    /// Who plays it.
    pub mover: Player,
    /// What it does to the board.
    #[serde(flatten)]
    pub effect: Effect,
}

/// One line of a game's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// Number of moves played before this position.
    pub ply: usize,
    /// The move that led here.
    pub played: Option<MoveName>,
    /// The position's key.
    pub key: u64,
    /// The position as text.
    pub position: String,
}

/// Perft recurses once per ply: deeper would overflow the stack, and no such count would ever finish.
const DEEPEST_PERFT: u32 = 512;

/// How perft counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerftOptions {
    /// Count the last ply's moves instead of playing them.
    pub bulk: bool,
    /// Othello: a pass costs no ply.
    pub pass_free: bool,
}

/// A game in progress.
pub trait Session: Send + Sync {
    /// What the game is called and what it offers.
    fn descriptor(&self) -> &'static Descriptor;
    /// The rules, as the text that gives them.
    fn rules(&self) -> String;
    /// The current position as text.
    fn position(&self) -> String;
    /// The current position drawn for a terminal.
    fn diagram_in(&self, lang: Lang) -> String;
    /// The drawing in English, for protocols.
    fn diagram(&self) -> String {
        self.diagram_in(Lang::English)
    }
    /// The current position as data.
    fn picture(&self) -> Picture;
    /// The text of a position with these pieces, in games that support set-up.
    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String>;
    /// Whose turn it is.
    fn to_move(&self) -> Player;
    /// Whose turn it was at the start.
    fn first_to_move(&self) -> Player;
    /// How many moves have been played, or positions set up.
    fn ply(&self) -> usize;
    /// The legal moves, history included; none once the game has ended.
    fn legal_moves(&self) -> Vec<MoveInfo>;
    /// Plays a move in any notation and returns its names. An illegal move changes nothing.
    fn play(&mut self, text: &str) -> Result<MoveName, Refusal>;
    /// Plays a move of a game record: a draw that could have been claimed before it does not end the game.
    fn replay(&mut self, text: &str) -> Result<MoveName, Refusal>;
    /// Changes the position as a [step](Step) of a record says. No move leads there: the rules' past begins anew.
    fn set_up(&mut self, text: &str) -> Result<MoveName, Refusal>;
    /// One step of a record: a move, or a change of the position.
    fn follow(&mut self, text: &str) -> Result<MoveName, Refusal> {
        if is_set_up(text) { self.set_up(text) } else { self.replay(text) }
    }
    /// Takes the last step back; false at the start.
    fn undo(&mut self) -> bool;
    /// The last move, if any was played.
    fn last_move(&self) -> Option<MoveInfo>;
    /// The result, once the game has ended.
    fn end(&self) -> Option<End>;
    /// The current position's key.
    fn key(&self) -> u64;
    /// Named parts whose XOR is the key.
    fn key_parts(&self) -> Vec<(Sentence, u64)>;
    /// The key before the last move and its parts.
    fn previous_key(&self) -> Option<(u64, Vec<(Sentence, u64)>)>;
    /// Discs or points of both sides, in games that count them.
    fn points(&self) -> Option<PerPlayer<f32>>;
    /// The number of captured pieces of each side, in games that count them.
    fn captures(&self) -> Option<PerPlayer<usize>>;
    /// The owner of each cell, in games that count territory.
    fn territory(&self) -> Option<Vec<Option<Player>>>;
    /// The score without dead pieces (the given ones, or those that playouts find), in games that count territory.
    fn settle(&self, dead: Option<&[String]>) -> Option<Settlement>;
    /// The moves with which the mover may claim a draw.
    fn claims(&self) -> Vec<MoveName>;
    /// Pattern predictions for the moves, with at most `k` nearest recorded positions, in games that have them.
    fn insight(&self, library: &Library, k: usize) -> Option<Insight>;
    /// Whether there are learned patterns for this game.
    fn has_insight(&self) -> bool;
    /// Every position so far with the move that led to it.
    fn history(&self) -> Vec<HistoryRow>;
    /// The draw counters, in games that have them.
    fn draws(&self) -> Option<DrawReport>;
    /// The leaves of the tree of legal moves below the current position.
    fn perft(&self, depth: u32, options: PerftOptions) -> Result<u64, Refusal>;
    /// Leaves below each legal move.
    fn divide(&self, depth: u32, options: PerftOptions) -> Result<Vec<(String, u64)>, Refusal>;
    /// The algorithms that play this game: the game's own, then the general ones.
    fn algorithms(&self) -> Vec<AlgorithmName>;
    /// The player that plays this game best.
    fn best_player(&self) -> PlayerSpec;
    /// The opponent for learners: the best player, unless it is too strong at any limit.
    fn gentle_player(&self) -> PlayerSpec;
    /// Measured Elo ratings of the levels, if any.
    fn level_ratings(&self) -> &'static [u16];
    /// What the levels score against the level below, if that was measured.
    fn level_ladder(&self) -> Ladder;
    /// A move from the game's opening book, if it has one for this position.
    fn book_move(&self, rng: &mut Rng) -> Option<String>;
    /// How many random opening moves make games differ without spoiling them.
    fn opening_plies(&self) -> usize;
    /// A player for this game.
    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal>;
    /// A traced search.
    fn trace(&self, order: &TraceOrder) -> Result<Trace, Refusal>;
    /// Lets two evaluations play pairs of games at a depth.
    fn contest(&self, weights: [Weights; 2], pairs: u32, depth: u32) -> Contest;
    /// Plays `count` random games to the end and returns how many Black won.
    fn playouts(&self, count: u64, seed: u64) -> u64;
    /// The exact value of the current position. `tell` receives progress messages.
    fn solve(&self, order: &SolveOrder, stop: &Stop, tell: &mut dyn FnMut(&Sentence)) -> Result<Solution, Refusal>;
    /// An independent copy.
    fn duplicate(&self) -> Box<dyn Session>;
    /// For downcasts: a player made for one game must get that game back.
    fn as_any(&self) -> &dyn Any;
}

/// A player with its memory (table or tree), which it keeps from move to move.
pub trait Thinker: Send {
    /// Thinks until a limit is reached or it is stopped. `on_report` receives intermediate reports, at most ten a
    /// second.
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, Refusal>;

    /// Forgets everything, as for a new game.
    fn clear(&mut self);

    /// The options with their current values.
    fn options(&self) -> Vec<Setting>;
}

/// The one implementation of [`Session`].
#[derive(Clone)]
pub struct GameSession<G: Playable> {
    game: Match<G>,
}

impl<G: Playable> GameSession<G> {
    /// A game from the start position of `rules`, or from a position given as text.
    pub fn open(rules: &G::Rules, position: Option<&str>) -> Result<Self, Refusal> {
        let position = match position {
            None | Some("startpos" | "start") => G::start(rules),
            Some(text) => G::parse_position(rules, text)?,
        };
        Ok(Self { game: Match::new(position) })
    }

    /// A session for a game in progress.
    pub fn from_match(game: Match<G>) -> Self {
        Self { game }
    }

    /// The typed game.
    pub fn game(&self) -> &Match<G> {
        &self.game
    }

    fn info(position: &G, m: G::Move) -> MoveInfo {
        let MoveName { text, record } = MoveName::of(position, m);
        MoveInfo { text, record, mover: position.to_move(), effect: position.effect(m) }
    }

    fn before_last(&self) -> Option<&G> {
        self.game.positions().iter().rev().nth(1)
    }
}

impl<G: Registered> Session for GameSession<G> {
    fn descriptor(&self) -> &'static Descriptor {
        G::DESCRIPTOR
    }

    fn rules(&self) -> String {
        self.game.position().rules().to_string()
    }

    fn position(&self) -> String {
        self.game.position().format_position()
    }

    fn diagram_in(&self, lang: Lang) -> String {
        self.game.position().diagram(lang)
    }

    fn picture(&self) -> Picture {
        self.game.position().picture()
    }

    fn to_move(&self) -> Player {
        self.game.position().to_move()
    }

    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        self.game.position().compose(pieces, to_move)
    }

    fn first_to_move(&self) -> Player {
        self.game.positions()[0].to_move()
    }

    fn ply(&self) -> usize {
        self.game.steps()
    }

    fn legal_moves(&self) -> Vec<MoveInfo> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        self.game.legal_moves().into_iter().map(|m| Self::info(self.game.position(), m)).collect()
    }

    fn play(&mut self, text: &str) -> Result<MoveName, Refusal> {
        if let Some(end) = self.end() {
            let refusal = words::AFTER_THE_END.refuse().quote("move", text).with("reason", end.reason);
            return Err(refusal.with("outcome", end.outcome));
        }
        self.replay(text)
    }

    fn replay(&mut self, text: &str) -> Result<MoveName, Refusal> {
        patience::check();
        let position = self.game.position();
        let m = position.parse_move(text)?;
        if !position.allowed_by_history(m, self.game.history()) {
            // History forbids a repetition, and a pass if another move is left.
            let is_pass = position.effect(m).to.is_none();
            let why = if is_pass { &words::PASS_FORBIDDEN } else { &words::SUPERKO_FORBIDS };
            return Err(why.refuse().quote("move", text));
        }
        let played = MoveName::of(position, m);
        self.game.play(m);
        Ok(played)
    }

    fn set_up(&mut self, text: &str) -> Result<MoveName, Refusal> {
        let position = set_up::position(self.game.position(), text)?;
        self.game.set_up(position);
        Ok(MoveName { text: text.to_owned(), record: set_up::SIGN.to_owned() })
    }

    fn undo(&mut self) -> bool {
        self.game.step_back()
    }

    fn last_move(&self) -> Option<MoveInfo> {
        let before = self.before_last()?;
        self.game.moves().last().map(|&m| Self::info(before, m))
    }

    fn end(&self) -> Option<End> {
        self.game.outcome().map(|outcome| self.game.position().end(outcome, self.game.history()))
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        self.game.position().key_parts()
    }

    fn previous_key(&self) -> Option<(u64, Vec<(Sentence, u64)>)> {
        self.before_last().map(|before| (before.key(), before.key_parts()))
    }

    fn points(&self) -> Option<PerPlayer<f32>> {
        self.game.position().points()
    }

    fn captures(&self) -> Option<PerPlayer<usize>> {
        G::DESCRIPTOR.counts_captures.then(|| {
            let mut taken = PerPlayer([0; 2]);
            let moves = self.game.parts().flat_map(|part| part.positions().iter().zip(part.moves()));
            for (position, &m) in moves {
                taken[position.to_move()] += position.effect(m).captured.len();
            }
            taken
        })
    }

    fn territory(&self) -> Option<Vec<Option<Player>>> {
        self.game.position().territory()
    }

    fn settle(&self, dead: Option<&[String]>) -> Option<Settlement> {
        self.game.position().settle(dead)
    }

    fn claims(&self) -> Vec<MoveName> {
        let mut game = self.game.clone();
        let mut claimed = |&m: &G::Move| {
            game.play(m);
            let end = game.outcome().map(|outcome| game.position().end(outcome, game.history()));
            game.undo();
            end.is_some_and(|end| end.claimed)
        };
        if self.game.outcome().is_some() || !G::USES_HISTORY {
            return Vec::new();
        }
        let moves = self.game.legal_moves().into_iter().filter(|m| claimed(m));
        moves.map(|m| MoveName::of(self.game.position(), m)).collect()
    }

    fn insight(&self, library: &Library, k: usize) -> Option<Insight> {
        G::capabilities().insight.and_then(|insight| insight(&self.game, library, k))
    }

    fn has_insight(&self) -> bool {
        G::capabilities().insight.is_some()
    }

    fn history(&self) -> Vec<HistoryRow> {
        let positions = self.game.positions();
        let row = |(ply, position): (usize, &G)| {
            let before = ply.checked_sub(1).map(|previous| (&positions[previous], self.game.moves()[previous]));
            HistoryRow {
                ply,
                played: before.map(|(from, m)| MoveName::of(from, m)),
                key: position.key(),
                position: position.format_position(),
            }
        };
        positions.iter().enumerate().map(row).collect()
    }

    fn draws(&self) -> Option<DrawReport> {
        G::capabilities().draws.map(|draws| draws(self.game.position(), self.game.history()))
    }

    fn perft(&self, depth: u32, options: PerftOptions) -> Result<u64, Refusal> {
        self.count_leaves(self.game.position(), &mut self.game.history().clone(), depth, options)
    }

    fn divide(&self, depth: u32, options: PerftOptions) -> Result<Vec<(String, u64)>, Refusal> {
        let position = self.game.position();
        let mut seen = self.game.history().clone();
        let below = |m| {
            let mut child = position.clone();
            child.play(m);
            seen.push(child.history_key());
            let leaves = self.count_leaves(&child, &mut seen, depth.saturating_sub(1), options);
            seen.pop();
            Ok((position.format_move(m), leaves?))
        };
        self.game.legal_moves().into_iter().map(below).collect()
    }

    fn algorithms(&self) -> Vec<AlgorithmName> {
        let own = G::capabilities();
        let players = own.players.iter().map(|own| (own.name, own.help));
        let trees = own.trees.iter().map(|own| (own.name, own.help));
        players.chain(trees).chain(ALGORITHMS).collect()
    }

    fn best_player(&self) -> PlayerSpec {
        PlayerSpec::new((G::capabilities().best)(&self.game.position().rules()))
    }

    fn gentle_player(&self) -> PlayerSpec {
        let own = G::capabilities();
        let best = self.best_player();
        let is_perfect = own.players.iter().any(|own| own.name == best.algorithm && own.perfect);
        let is_perfect = is_perfect || own.trees.iter().any(|own| own.name == best.algorithm);
        if is_perfect { PlayerSpec::new(own.gentle) } else { best }
    }

    fn book_move(&self, rng: &mut Rng) -> Option<String> {
        let position = self.game.position();
        let m = G::capabilities().opening?(position, rng)?;
        Some(position.format_move(m))
    }

    fn level_ratings(&self) -> &'static [u16] {
        G::capabilities().ratings
    }

    fn level_ladder(&self) -> Ladder {
        G::capabilities().ladder
    }

    fn opening_plies(&self) -> usize {
        self.game.position().opening_plies()
    }

    fn thinker(&self, player: &PlayerSpec) -> Result<Box<dyn Thinker>, Refusal> {
        match Level::named(&player.algorithm)? {
            Some(level) => Ok(Box::new(level.thinker(self, &player.options)?)),
            None => Ok(Box::new(Chosen::<G>::open(player, &G::capabilities())?)),
        }
    }

    fn trace(&self, order: &TraceOrder) -> Result<Trace, Refusal> {
        trace::trace_game(&self.game, order)
    }

    fn contest(&self, evaluations: [Weights; 2], pairs: u32, depth: u32) -> Contest {
        weights::contest(&self.game, evaluations, pairs, depth)
    }

    fn playouts(&self, count: u64, seed: u64) -> u64 {
        let (policy, mut rng) = (G::Rollout::default(), Rng::new(seed));
        let black_wins = |_: &u64| {
            let outcome = policy.run(&mut self.game.position().clone(), &mut rng, &mut ());
            outcome.winner() == Some(Player::Black)
        };
        (0..count).filter(black_wins).count() as u64
    }

    fn solve(&self, order: &SolveOrder, stop: &Stop, tell: &mut dyn FnMut(&Sentence)) -> Result<Solution, Refusal> {
        if let Some(end) = self.end() {
            return Err(words::NOTHING_TO_SOLVE.refuse().with("outcome", end.outcome));
        }
        let start = Instant::now();
        let mut solved = (G::capabilities().solver)(&self.game, order, stop, tell)?;
        if order.distance && solved.distance.is_none() {
            solved.notes.push(words::NO_DISTANCE.say());
        }
        let position = self.game.position();
        Ok(Solution {
            value: solved.worth(position.to_move()),
            winner: solved.winner,
            distance: solved.distance,
            best: solved.best.map(|m| position.format_move(m)),
            pv: Line::of(position, &solved.pv).texts(),
            nodes: solved.nodes,
            seconds: start.elapsed().as_secs_f64(),
            method: solved.method,
            notes: solved.notes,
        })
    }

    fn duplicate(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Registered> GameSession<G> {
    fn count_leaves(
        &self,
        position: &G,
        seen: &mut KeyHistory,
        depth: u32,
        options: PerftOptions,
    ) -> Result<u64, Refusal> {
        if depth > DEEPEST_PERFT {
            return Err(words::DEEP_PERFT.refuse().with("depth", depth).with("most", DEEPEST_PERFT));
        }
        if !options.pass_free {
            return Ok(perft::count_after(position, seen, depth, options.bulk));
        }
        let counter = G::capabilities().pass_free_perft;
        counter
            .map(|count| count(position, depth))
            .ok_or_else(|| words::NO_FORCED_PASSES.refuse().with("game", G::DESCRIPTOR.in_text))
    }
}

impl<G: Playable> Thinker for Chosen<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        question: &Question<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Result<Report, Refusal> {
        let Some(session) = session.as_any().downcast_ref::<GameSession<G>>() else {
            let given = session.descriptor().in_text;
            return Err(words::OTHER_GAME.refuse().with("made", G::DESCRIPTOR.in_text).with("given", given));
        };
        let game: &Match<G> = session.game();
        let position = game.position();
        let root_moves = match &question.root_moves {
            Some(texts) => Some(texts.iter().map(|text| position.parse_move(text)).collect::<Result<Vec<_>, _>>()?),
            None => None,
        };
        let question = Question {
            limits: question.limits,
            multipv: question.multipv,
            branches: question.branches,
            root_moves,
            stop: question.stop,
        };
        let tell = &mut |report: &_| on_report(&Report::of(report, position));
        let report = GamePlayer::think(self, game, &question, tell)?;
        Ok(Report::of(&report, position))
    }

    fn clear(&mut self) {
        GamePlayer::clear(self);
    }

    fn options(&self) -> Vec<Setting> {
        GamePlayer::options(self)
    }
}

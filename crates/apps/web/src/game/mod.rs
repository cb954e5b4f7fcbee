//! One game on the server: moves with variations, players, and searches.
//!
//! [`Game`] is plain data with methods and knows nothing about HTTP; [`actor`] runs one per task and is its only owner.
//! `command.rs` handles user actions, `thinking.rs` and `sweep.rs` the engine, `view.rs` the state sent to the page.

pub mod actor;
pub mod command;
mod count;
pub mod searches;
pub mod seat;
mod sweep;
mod thinking;
pub mod tree;
pub mod view;

use crate::store::Summary;
use crate::words;
use quadrille_core::{Message, PerPlayer, Player, Refusal, Sentence, Settlement};
use quadrille_engine::{Report, Session, registry};
use quadrille_support::clock::Instant;
use searches::{Event, Running, Searches};
use seat::{Budget, Clock, Control, Seats, milliseconds};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::mpsc;
use tree::{AddNode, NodeId, Notes, StoredNode, Tree};

/// The analysis of the current position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// Whether it runs, and whether it is shown.
    pub mode: Mode,
    /// The algorithm and its options; empty for the game's best.
    #[serde(default)]
    pub player: String,
    /// Its limits per position.
    #[serde(default)]
    pub limits: Budget,
    /// How many best moves.
    #[serde(default)]
    pub multipv: usize,
}

/// Whether analysis runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// No.
    Off,
    /// Yes, out of sight.
    Hidden,
    /// Yes, and shown.
    Shown,
}

/// Lines of analysis at once.
const MOST_LINES: usize = 400;

/// An end not decided on the board: resignation, time.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Verdict {
    node: NodeId,
    black_wins: bool,
    reason: Cause,
}

/// How a game can end other than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Cause {
    Resignation,
    Time,
}

impl Cause {
    const fn message(self) -> &'static Message {
        match self {
            Self::Resignation => &words::RESIGNATION,
            Self::Time => &words::TIME,
        }
    }
}

/// A move that was advised.
#[derive(Debug, Serialize)]
struct Hint {
    node: NodeId,
    #[serde(rename = "move")]
    text: String,
}

/// The last result of a player at a position, for comparing players.
#[derive(Debug, Serialize)]
struct Trial {
    node: NodeId,
    player: String,
    report: Report,
}

/// Trials kept for comparison.
const MOST_TRIALS: usize = 24;

/// One search of a sweep.
#[derive(Clone, Debug)]
struct Task {
    /// The position.
    node: NodeId,
    /// What is looked at there.
    look: Look,
    /// How long.
    time: Duration,
}

/// The subject of a search in a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// All moves.
    All,
    /// Only the best move so far.
    Best,
    /// Only the move that was played.
    Played(NodeId),
    /// The best few moves, to find equally good ones.
    Answers,
}

/// The analysis of a whole line. Every position is searched; then every played move that was not the best, alone and
/// with the same effort; finally, with the time left, the best and the played move alone wherever the played move seems
/// a mistake.
#[derive(Debug)]
struct Sweep {
    line: Vec<NodeId>,
    queue: VecDeque<Task>,
    /// The search under way.
    task: Option<Task>,
    /// What comes after the queue.
    pass: Pass,
    /// The time of a first search.
    share: Duration,
    /// The announced time, and what is left of it.
    announced: Duration,
    left: Duration,
}

/// The parts of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Positions,
    Moves,
    Doubts,
    Answers,
}

/// The parameters of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Which game.
    pub game: String,
    /// Its rules; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// The start position; none for the default of the rules.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves to play first.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Moves with variations, each naming its parent node; instead of `moves`.
    #[serde(default)]
    pub tree: Vec<StoredNode>,
    /// The annotations before the first move.
    #[serde(default)]
    pub opening: Notes,
    /// Who plays.
    #[serde(default)]
    pub seats: Seats,
    /// The time control, if any.
    #[serde(default)]
    pub clock: Option<Control>,
    /// The record's header, under the names of its format.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
}

/// A game as stored on disk.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    game: String,
    rules: String,
    start: Option<String>,
    seats: Seats,
    control: Option<Control>,
    used_ms: [u64; 2],
    analysis: Analysis,
    verdict: Option<Verdict>,
    node: NodeId,
    version: u64,
    /// The data of the start position.
    #[serde(default)]
    root: Notes,
    tree: Vec<StoredNode>,
    /// The end of the main line.
    #[serde(default)]
    main: Option<NodeId>,
    /// The cells of dead pieces at the end of the game.
    #[serde(default)]
    dead: Option<(NodeId, Vec<String>)>,
    #[serde(default)]
    tags: Vec<(String, String)>,
}

/// One game.
pub struct Game {
    id: String,
    /// The visitor it belongs to, if it came from another machine.
    pub owner: Option<String>,
    session: Box<dyn Session>,
    start: Option<String>,
    tree: Tree,
    node: NodeId,
    tags: Vec<(String, String)>,
    seats: Seats,
    clock: Clock,
    turn_began: Instant,
    /// Whether the engine replies here; false while earlier positions are being viewed.
    live: bool,
    analysis: Analysis,
    /// The position that the current analysis has finished.
    analysed: Option<NodeId>,
    verdict: Option<Verdict>,
    /// The cells of dead pieces at the end of the game, and the score without them.
    dead: Option<(NodeId, Vec<String>)>,
    settlement: Option<(NodeId, Settlement)>,
    stats: PerPlayer<Option<Report>>,
    report: Option<(NodeId, Report)>,
    trials: Vec<Trial>,
    hint: Option<Hint>,
    sweep: Option<Sweep>,
    notice: Option<Sentence>,
    version: u64,
    playing: Option<Running>,
    analysing: Option<Running>,
    tokens: u64,
    searches: Searches,
    events: mpsc::Sender<Event>,
}

/// The maximum length of a position or rule set.
const LONGEST_TEXT: usize = 4_000;
/// The maximum number and length of header fields.
const MOST_TAGS: usize = 100;
const LONGEST_TAG: usize = 1_000;

impl Setup {
    /// Rejects input that is too large.
    fn check(&self) -> Result<(), Refusal> {
        for text in [Some(&self.rules), self.position.as_ref()].into_iter().flatten() {
            if text.len() > LONGEST_TEXT {
                return Err(words::LONG_SETUP.refuse().with("length", text.len()).with("most", LONGEST_TEXT));
            }
        }
        let moves = self.moves.len() + self.tree.len();
        if moves >= tree::MOST_NODES {
            return Err(words::MANY_MOVES.refuse().with("moves", moves).with("most", tree::MOST_NODES - 1));
        }
        self.clock.map_or(Ok(()), Control::check)
    }
}

impl Game {
    /// A new game; an error if the rules, the position or a move are invalid.
    pub fn new(id: &str, setup: Setup, searches: Searches, events: mpsc::Sender<Event>) -> Result<Self, Refusal> {
        setup.check()?;
        let start = setup.position.filter(|text| !matches!(text.trim(), "" | "startpos" | "start"));
        let session = registry::open(&setup.game, &setup.rules, start.as_deref())?;
        setup.seats.check(session.as_ref())?;
        let start = start.map(|_| session.position());
        let mut game = Self::around(id.to_owned(), session, start, searches, events);
        game.seats = setup.seats;
        game.clock.control = setup.clock;
        let short = |text: String| text.chars().take(LONGEST_TAG).collect::<String>();
        game.tags = setup.tags.into_iter().take(MOST_TAGS).map(|(name, value)| (short(name), short(value))).collect();
        for (index, text) in setup.moves.iter().enumerate() {
            let refused = |why| words::MOVE_REFUSED.refuse().with("number", index + 1).with("why", why);
            game.step(text).map_err(refused)?;
        }
        game.grow(setup.tree)?;
        if let Some(notes) = game.tree.notes(0) {
            *notes = setup.opening.bounded();
        }
        let end = game.tree.main_end();
        game.travel(end)?;
        game.tree.prefer(end);
        Ok(game)
    }

    /// Plays the moves of a stored or pasted tree, each after its parent.
    fn grow(&mut self, nodes: Vec<StoredNode>) -> Result<(), Refusal> {
        // The tree node of each list entry. A record may have a move twice, with another line after each.
        let mut ids: Vec<NodeId> = vec![0];
        for node in nodes {
            let number = ids.len();
            let wrong = |why: Refusal| words::NODE_REFUSED.refuse().with("number", number).with("why", why);
            let early = || wrong(words::BEFORE_PARENT.refuse().with("parent", node.parent));
            self.travel(*ids.get(node.parent).ok_or_else(early)?)?;
            let id = self.step_to(&node.text, Tree::sibling).map_err(wrong)?;
            ids.push(id);
            if let Some(notes) = self.tree.notes(id) {
                *notes = node.notes.bounded();
            }
        }
        Ok(())
    }

    fn around(
        id: String,
        session: Box<dyn Session>,
        start: Option<String>,
        searches: Searches,
        events: mpsc::Sender<Event>,
    ) -> Self {
        let analysis =
            Analysis { mode: Mode::Off, player: String::new(), limits: Budget::milliseconds(10_000), multipv: 3 };
        Self {
            id,
            owner: None,
            session,
            start,
            tree: Tree::default(),
            node: 0,
            tags: Vec::new(),
            seats: Seats::default(),
            clock: Clock::default(),
            turn_began: Instant::now(),
            live: true,
            analysis,
            analysed: None,
            verdict: None,
            dead: None,
            settlement: None,
            stats: PerPlayer::default(),
            report: None,
            trials: Vec::new(),
            hint: None,
            sweep: None,
            notice: None,
            version: 1,
            playing: None,
            analysing: None,
            tokens: 0,
            searches,
            events,
        }
    }

    /// A game from the store.
    pub fn restore(id: &str, body: &str, searches: Searches, events: mpsc::Sender<Event>) -> Result<Self, Refusal> {
        let unreadable = |error| words::STORED_FORM.refuse().error("error", error);
        let stored: Stored = serde_json::from_str(body).map_err(unreadable)?;
        let session = registry::open(&stored.game, &stored.rules, stored.start.as_deref())?;
        let mut game = Self::around(id.to_owned(), session, stored.start, searches, events);
        game.grow(stored.tree)?;
        if let Some(notes) = game.tree.notes(0) {
            *notes = stored.root;
        }
        game.travel(stored.node)?;
        game.tree.prefer(stored.node);
        if let Some(main) = stored.main.filter(|&main| game.tree.get(main).is_some()) {
            game.tree.promote(main);
        }
        game.tags = stored.tags;
        game.seats = stored.seats;
        game.clock.control = stored.control;
        game.clock.used = PerPlayer(stored.used_ms.map(Duration::from_millis));
        game.analysis = stored.analysis;
        game.verdict = stored.verdict;
        game.dead = stored.dead;
        game.version = stored.version + 1;
        game.turn_began = Instant::now();
        Ok(game)
    }

    /// What is kept on disk.
    #[must_use]
    pub fn stored(&self) -> (Summary, String) {
        let plies = self.session.ply();
        let (game, rules) = (self.session.descriptor().name.to_owned(), self.session.rules());
        let summary = Summary {
            id: self.id.clone(),
            game,
            rules,
            plies,
            ended: self.end().is_some(),
            owner: self.owner.clone(),
            position: self.session.position(),
            names: ["Black", "White"].map(|side| self.name_of(side)),
            changed: 0,
        };
        let stored = Stored {
            game: summary.game.clone(),
            rules: summary.rules.clone(),
            start: self.start.clone(),
            seats: self.seats.clone(),
            control: self.clock.control,
            used_ms: self.clock.used.0.map(milliseconds),
            analysis: self.analysis.clone(),
            verdict: self.verdict.clone(),
            node: self.node,
            version: self.version,
            root: self.tree.nodes()[0].notes.clone(),
            tree: self.tree.stored().collect(),
            main: Some(self.tree.main_end()),
            dead: self.dead.clone(),
            tags: self.tags.clone(),
        };
        let body = serde_json::to_string(&stored).unwrap_or_default();
        (summary, body)
    }

    /// A player's name, from PGN tags (by side) or SGF properties (by the side's first letter).
    fn name_of(&self, side: &str) -> String {
        let short = format!("P{}", &side[..1]);
        let named = self.tags.iter().find(|(tag, _)| tag == side || *tag == short);
        named.map(|(_, name)| name.clone()).filter(|name| name.chars().any(|c| c != '?')).unwrap_or_default()
    }

    /// The result, if the game is over at the current position.
    fn end(&self) -> Option<(Option<Player>, &'static Message)> {
        self.end_of(self.session.as_ref(), self.node)
    }

    /// The same for a session that stands at another position.
    fn end_of(&self, session: &dyn Session, node: NodeId) -> Option<(Option<Player>, &'static Message)> {
        if let Some(end) = session.end() {
            let winner = self.counted(node).map_or_else(|| end.outcome.winner(), count::winner);
            return Some((winner, end.reason));
        }
        let verdict = self.verdict.as_ref().filter(|verdict| verdict.node == node)?;
        Some((Some(if verdict.black_wins { Player::Black } else { Player::White }), verdict.reason.message()))
    }

    /// Plays a move on the board and in the tree, and nothing else. A claimable draw before it does not end the game:
    /// records continue after it.
    fn step(&mut self, text: &str) -> Result<NodeId, Refusal> {
        self.step_to(text, Tree::child)
    }

    fn step_to(&mut self, text: &str, node: AddNode) -> Result<NodeId, Refusal> {
        let mover = self.session.to_move();
        let played = self.session.follow(text)?;
        if let Some(node) = node(&mut self.tree, self.node, &played, mover) {
            self.node = node;
            return Ok(node);
        }
        self.session.undo();
        Err(words::TREE_FULL.refuse().with("most", tree::MOST_NODES))
    }

    /// Goes to another position of the game.
    fn travel(&mut self, target: NodeId) -> Result<(), Refusal> {
        if self.tree.get(target).is_none() {
            return Err(words::NO_NODE.refuse().with("node", target).with("nodes", self.tree.nodes().len()));
        }
        let (here, there) = (self.tree.path(self.node), self.tree.path(target));
        let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
        for _ in common..here.len() {
            self.session.undo();
        }
        for &node in &there[common..] {
            self.session.follow(&self.tree.nodes()[node].text)?;
        }
        self.node = target;
        Ok(())
    }

    /// The current position with its history, for use elsewhere.
    fn copy(&self) -> (NodeId, Box<dyn Session>) {
        (self.node, self.session.duplicate())
    }

    fn is_thinking(&self) -> bool {
        self.playing.is_some() || self.analysing.is_some()
    }
}

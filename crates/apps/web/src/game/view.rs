//! The state of a game as sent to the page, which only draws it.

use super::searches::Purpose;
use super::seat::{Control, Seats, milliseconds};
use super::tree::{Node, NodeId, Notes};
use super::{Analysis, Game, Hint, Sweep, Trial};
use crate::players;
use quadrille_core::{Message, Picture, Piece, Player, Refusal, Sentence};
use quadrille_engine::exchange::{About, Format, Record, Twig};
use quadrille_engine::{DrawReport, MoveInfo, MoveName, Report, Session};
use serde::Serialize;
use std::time::Duration;

/// The state of a game.
#[derive(Serialize)]
pub struct View<'a> {
    id: &'a str,
    version: u64,
    game: &'static str,
    rules: String,
    start: Option<&'a str>,
    node: NodeId,
    ply: usize,
    to_move: Player,
    position: String,
    picture: Picture,
    legal: Vec<MoveInfo>,
    last: Option<MoveInfo>,
    end: Option<EndView>,
    key: String,
    previous_key: Option<String>,
    parts: Vec<Part>,
    xor: Vec<Part>,
    points: Option<[f32; 2]>,
    /// Captures of Black and White, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<[usize; 2]>,
    /// The owner of each cell at the end of a game that counts territory.
    #[serde(skip_serializing_if = "Option::is_none")]
    territory: Option<Vec<Option<Player>>>,
    /// The cells of dead pieces, if the rules remove them before scoring.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead: Option<&'a [String]>,
    draws: Option<DrawReport>,
    /// Moves with which the mover may claim a draw (FIDE 9.2.1, 9.3.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<String>,
    seats: &'a Seats,
    thinking: Option<Thinking>,
    /// Whether it is the engine's turn and it is paused.
    paused: bool,
    hinting: bool,
    analysing: bool,
    clock: ClockView,
    analysis: &'a Analysis,
    sweep: Option<Progress>,
    tree: Vec<NodeView<'a>>,
    line: Vec<NodeId>,
    can_undo: bool,
    can_redo: bool,
    stats: SideStats<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<ReportView<'a>>,
    trials: &'a [Trial],
    hint: Option<&'a Hint>,
    notice: Option<&'a Sentence>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [(String, String)],
}

/// The part of a position needed to draw it while stepping through a game.
#[derive(Serialize)]
pub struct Step {
    pieces: Vec<Option<Piece>>,
    to_move: Player,
    last: Option<MoveInfo>,
    points: Option<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<[usize; 2]>,
}

#[derive(Serialize)]
struct EndView {
    winner: Option<Player>,
    reason: &'static Message,
}

#[derive(Serialize)]
struct Part {
    name: Sentence,
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'static str>,
}

#[derive(Serialize)]
struct Thinking {
    side: Player,
}

#[derive(Serialize)]
struct ClockView {
    limit: u32,
    increment: u32,
    black: u64,
    white: u64,
    running: Option<Player>,
}

#[derive(Serialize)]
struct Progress {
    done: f64,
    total: f64,
}

impl Progress {
    fn of(sweep: &Sweep) -> Self {
        let (done, total) = sweep.progress();
        Self { done, total }
    }
}

#[derive(Serialize)]
struct NodeView<'a> {
    id: NodeId,
    parent: Option<NodeId>,
    #[serde(rename = "move")]
    text: &'a str,
    record: &'a str,
    mover: Player,
    #[serde(skip_serializing_if = "<[NodeId]>::is_empty")]
    children: &'a [NodeId],
    #[serde(flatten)]
    notes: &'a Notes,
}

impl<'a> NodeView<'a> {
    fn new(id: NodeId, node: &'a Node) -> Self {
        Self {
            id,
            parent: node.parent,
            text: &node.text,
            record: &node.record,
            mover: node.mover,
            children: &node.children,
            notes: &node.notes,
        }
    }
}

#[derive(Serialize)]
struct SideStats<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a Report>,
}

/// A report on the current position.
#[derive(Serialize)]
pub struct ReportView<'a> {
    node: NodeId,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_value: Option<f64>,
    #[serde(flatten)]
    report: &'a Report,
}

fn hex(key: u64) -> String {
    format!("{key:016x}")
}

/// The parts in which two keys differ: what a move XORs out and in.
fn difference(before: &[(Sentence, u64)], after: &[(Sentence, u64)]) -> Vec<Part> {
    let only = |these: &[(Sentence, u64)], those: &[(Sentence, u64)], change: &'static str| {
        let missing = these.iter().filter(|part| !those.contains(part));
        missing.map(|(name, key)| Part { name: name.clone(), key: hex(*key), change: Some(change) }).collect::<Vec<_>>()
    };
    let mut parts = only(before, after, "out");
    parts.extend(only(after, before, "in"));
    parts
}

impl Game {
    /// The state as JSON.
    pub(super) fn view(&self) -> String {
        let over = self.end();
        let parts = self.session.key_parts();
        let before = self.session.previous_key();
        let counted = self.counted(self.node);
        let view = View {
            id: &self.id,
            version: self.version,
            game: self.session.descriptor().name,
            rules: self.session.rules(),
            start: self.start.as_deref(),
            node: self.node,
            ply: self.session.ply(),
            to_move: self.session.to_move(),
            position: self.session.position(),
            legal: if over.is_some() { Vec::new() } else { self.session.legal_moves() },
            last: self.session.last_move(),
            key: hex(self.session.key()),
            previous_key: before.as_ref().map(|(key, _)| hex(*key)),
            xor: before.as_ref().map(|(_, before)| difference(before, &parts)).unwrap_or_default(),
            parts: parts.into_iter().map(|(name, key)| Part { name, key: hex(key), change: None }).collect(),
            picture: self.session.picture(),
            points: counted.map(|board| board.points).or_else(|| self.session.points()).map(|points| points.0),
            captures: self.session.captures().map(|captures| captures.0),
            territory: self.session.end().and_then(|_| match counted {
                Some(board) => Some(board.owners.clone()),
                None => self.session.territory(),
            }),
            dead: counted.map(|board| board.dead.as_slice()),
            draws: self.session.draws(),
            claims: self.session.claims().into_iter().map(|name| name.record).collect(),
            seats: &self.seats,
            thinking: self.thinking(),
            paused: over.is_none() && !self.live && !self.seats.of(self.session.to_move()).is_human(),
            hinting: self.playing.as_ref().is_some_and(|search| search.purpose == Purpose::Hint),
            analysing: self.analysing.is_some(),
            clock: self.clock_view(),
            analysis: &self.analysis,
            sweep: self.sweep.as_ref().map(Progress::of),
            tree: self.tree_view(),
            line: self.tree.line(self.node),
            can_undo: self.tree.nodes()[self.node].parent.is_some(),
            can_redo: self.tree.forward(self.node).is_some(),
            stats: SideStats { black: self.stats[Player::Black].as_ref(), white: self.stats[Player::White].as_ref() },
            report: self.report_view(),
            trials: &self.trials,
            hint: self.hint.as_ref(),
            notice: self.notice.as_ref(),
            tags: &self.tags,
            end: over.map(|(winner, reason)| EndView { winner, reason }),
        };
        serde_json::to_string(&view).unwrap_or_default()
    }

    fn thinking(&self) -> Option<Thinking> {
        let plays = self.playing.as_ref().is_some_and(|search| search.purpose == Purpose::Play);
        plays.then(|| Thinking { side: self.session.to_move() })
    }

    fn clock_view(&self) -> ClockView {
        let control = self.clock.control.unwrap_or(Control { limit: 0, increment: 0 });
        let running = self.clock_runs().then(|| self.session.to_move());
        let used = |player: Player| {
            let turn = if running == Some(player) { self.turn_began.elapsed() } else { Duration::ZERO };
            milliseconds(self.clock.used[player] + turn)
        };
        ClockView {
            limit: control.limit,
            increment: control.increment,
            black: used(Player::Black),
            white: used(Player::White),
            running,
        }
    }

    fn tree_view(&self) -> Vec<NodeView<'_>> {
        self.tree.nodes().iter().enumerate().map(|(id, node)| NodeView::new(id, node)).collect()
    }

    fn report_view(&self) -> Option<ReportView<'_>> {
        let (node, report) = self.report.as_ref().filter(|(node, _)| *node == self.node)?;
        let black_value = players::black_value(self.session.to_move(), report);
        Some(ReportView { node: *node, black_value, report })
    }

    /// The last report on the current position, as JSON.
    pub(super) fn report_json(&self) -> Option<String> {
        self.report_view().and_then(|report| serde_json::to_string(&report).ok())
    }

    /// A copy of the game at a node.
    fn at(&self, node: NodeId) -> Result<Box<dyn Session>, Refusal> {
        let mut session = self.session.duplicate();
        while session.undo() {}
        for &id in &self.tree.path(node)[1..] {
            session.follow(&self.tree.nodes()[id].text)?;
        }
        Ok(session)
    }

    /// The positions along a line of moves after a node, that of the node itself first.
    pub(super) fn steps(&self, node: NodeId, moves: &[String]) -> Result<Vec<Step>, Refusal> {
        let mut session = self.at(self.known(node)?)?;
        let step = |session: &dyn Session| Step {
            pieces: session.picture().pieces,
            to_move: session.to_move(),
            last: session.last_move(),
            points: session.points().map(|points| points.0),
            captures: session.captures().map(|captures| captures.0),
        };
        let mut steps = vec![step(session.as_ref())];
        for text in moves {
            session.follow(text)?;
            steps.push(step(session.as_ref()));
        }
        Ok(steps)
    }

    /// The input of an export: the current position, or the main line with all variations.
    pub(super) fn export(&self, position_alone: bool) -> Result<Record, Refusal> {
        let line = if position_alone { self.tree.path(self.node) } else { self.tree.line(0) };
        let session = self.at(line.last().copied().unwrap_or(0))?;
        let last = line.last().copied().unwrap_or(self.node);
        let nodes: Vec<_> = line.iter().skip(1).map(|&id| &self.tree.nodes()[id]).collect();
        let played = |node: &&Node| MoveName { text: node.text.clone(), record: node.record.clone() };
        // The players agreed on the recorded result; our score of the same board may differ.
        let told = |(name, value): &(String, String)| {
            ["Result", "RE"].contains(&name.as_str()) && !["", "*", "?"].contains(&value.trim())
        };
        let agreed = self.tags.iter().any(told) && self.verdict.as_ref().is_none_or(|verdict| verdict.node != last);
        Ok(Record {
            format: Format::Transcript,
            game: session.descriptor().name,
            rules: session.rules(),
            start: self.start.clone(),
            first: nodes.first().map_or(session.to_move(), |node| node.mover),
            moves: nodes.iter().map(played).collect(),
            position: session.position(),
            about: About {
                winner: self.end_of(session.as_ref(), last).map(|(winner, _)| winner).filter(|_| !agreed),
                tags: self.tags.clone(),
                ..About::default()
            },
            source: None,
            twigs: self.twigs(),
            opening: self.tree.nodes()[0].notes.remarks(),
        })
    }

    /// The whole tree, the main line first at each branch.
    fn twigs(&self) -> Vec<Twig> {
        let nodes = self.tree.nodes();
        let mut twigs = Vec::new();
        // A stack of nodes with the number of their parent twig.
        let mut waiting = vec![(0, 0)];
        while let Some((id, after)) = waiting.pop() {
            let node = &nodes[id];
            let number = if node.parent.is_none() { 0 } else { twigs.len() + 1 };
            if number > 0 {
                let played = MoveName { text: node.text.clone(), record: node.record.clone() };
                twigs.push(Twig { after, mover: node.mover, played, remarks: node.notes.remarks() });
            }
            waiting.extend(node.children.iter().rev().map(|&child| (child, number)));
        }
        twigs
    }
}

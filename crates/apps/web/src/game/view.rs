//! A game as the page sees it: everything to draw, nothing to decide.

use super::searches::Purpose;
use super::seat::{Control, Seats, milliseconds};
use super::tree::{Node, NodeId};
use super::{Analysis, Game, Hint, Sweep, Trial};
use crate::players;
use quadrille_core::{Message, Picture, Player, Refusal, Sentence, Value};
use quadrille_engine::exchange::{About, Format, Record, Twig};
use quadrille_engine::{DrawReport, MoveInfo, MoveName, Report};
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
    /// Enemy pieces that Black and White have taken, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<[usize; 2]>,
    /// Whose each cell is at the end of a game that counts territory.
    #[serde(skip_serializing_if = "Option::is_none")]
    territory: Option<Vec<Option<Player>>>,
    draws: Option<DrawReport>,
    /// Moves with which the mover may claim a draw (FIDE 9.2.1, 9.3.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<String>,
    seats: &'a Seats,
    thinking: Option<Thinking>,
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
}

#[derive(Serialize)]
struct EndView {
    winner: Option<Player>,
    reason: &'static Message,
}

#[derive(Serialize)]
struct Part {
    name: String,
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
    done: usize,
    total: usize,
}

impl Progress {
    fn of(sweep: &Sweep) -> Self {
        Self { done: sweep.total - sweep.queue.len(), total: sweep.total }
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
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
}

impl<'a> NodeView<'a> {
    fn new(id: NodeId, node: &'a Node) -> Self {
        Self {
            id,
            parent: node.parent,
            text: &node.text,
            record: &node.record,
            mover: node.mover,
            value: node.value,
            score: node.score,
            comment: node.comment.as_deref(),
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

/// A report about the position on the board.
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

/// The parts of two keys that differ: what a move XORs out and in.
fn difference(before: &[(String, u64)], after: &[(String, u64)]) -> Vec<Part> {
    let only = |these: &[(String, u64)], those: &[(String, u64)], change: &'static str| {
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
            points: self.session.points().map(|points| points.0),
            captures: self.session.captures().map(|captures| captures.0),
            territory: self.session.territory().filter(|_| self.session.end().is_some()),
            draws: self.session.draws(),
            claims: self.session.claims().into_iter().map(|name| name.record).collect(),
            seats: &self.seats,
            thinking: self.thinking(),
            hinting: self.playing.as_ref().is_some_and(|search| search.purpose == Purpose::Hint),
            analysing: self.analysing.is_some(),
            clock: self.clock_view(),
            analysis: &self.analysis,
            sweep: self.sweep.as_ref().map(Progress::of),
            tree: self.tree_view(),
            line: self.tree.line(self.node),
            can_undo: self.tree.nodes()[self.node].parent.is_some(),
            can_redo: self.tree.nodes()[self.node].next.is_some(),
            stats: SideStats { black: self.stats[Player::Black].as_ref(), white: self.stats[Player::White].as_ref() },
            report: self.report_view(),
            trials: &self.trials,
            hint: self.hint.as_ref(),
            notice: self.notice.as_ref(),
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

    /// The last report about the position on the board as JSON.
    pub(super) fn report_json(&self) -> Option<String> {
        self.report_view().and_then(|report| serde_json::to_string(&report).ok())
    }

    /// What an export is made from: the position on the board, or the whole line through it with all side lines.
    pub(super) fn export(&self, position_alone: bool) -> Result<Record, Refusal> {
        let mut line = self.tree.line(self.node);
        let at = line.iter().position(|&id| id == self.node).unwrap_or(0);
        if position_alone {
            line.truncate(at + 1);
        }
        let mut session = self.session.duplicate();
        for &id in &line[at + 1..] {
            session.replay(&self.tree.nodes()[id].text)?;
        }
        let last = line.last().copied().unwrap_or(self.node);
        let nodes: Vec<_> = line.iter().skip(1).map(|&id| &self.tree.nodes()[id]).collect();
        let played = |node: &&Node| MoveName { text: node.text.clone(), record: node.record.clone() };
        Ok(Record {
            format: Format::Transcript,
            game: session.descriptor().name,
            rules: session.rules(),
            start: self.start.clone(),
            first: nodes.first().map_or(session.to_move(), |node| node.mover),
            moves: nodes.iter().map(played).collect(),
            position: session.position(),
            about: About { winner: self.end_of(session.as_ref(), last).map(|(winner, _)| winner), ..About::default() },
            source: None,
            twigs: self.twigs(&line),
        })
    }

    /// The whole tree, a line of it first at each place.
    fn twigs(&self, main: &[NodeId]) -> Vec<Twig> {
        let nodes = self.tree.nodes();
        let mut on_main = vec![false; nodes.len()];
        main.iter().for_each(|&id| on_main[id] = true);
        let mut twigs = Vec::new();
        // Each node with the number of the twig it follows; the next one on top.
        let mut waiting = vec![(0, 0)];
        while let Some((id, after)) = waiting.pop() {
            let node = &nodes[id];
            let number = if node.parent.is_none() { 0 } else { twigs.len() + 1 };
            if number > 0 {
                let played = MoveName { text: node.text.clone(), record: node.record.clone() };
                let comment = node.comment.clone().unwrap_or_default();
                twigs.push(Twig { after, mover: node.mover, played, comment });
            }
            let (first, others): (Vec<_>, Vec<_>) = node.children.iter().partition(|&&child| on_main[child]);
            waiting.extend(others.into_iter().rev().chain(first).map(|&child| (child, number)));
        }
        twigs
    }
}

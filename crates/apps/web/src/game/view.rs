//! A game as the page sees it: everything to draw, nothing to decide.

use super::seat::{Control, Seats};
use super::tree::{Node, NodeId};
use super::{Analysis, Game, territory::territory};
use crate::brain;
use crate::searches::Purpose;
use quadrille_core::{Player, Refusal};
use quadrille_engine::TextReport;
use quadrille_engine::exchange::{About, Format, Played, Record, Twig};
use quadrille_engine::{DrawReport, MoveText, Picture, Session};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Boards up to this many cells show what every move would turn or capture.
const PREVIEWED_CELLS: usize = 100;

/// The draws that a player claims; the others come by themselves.
const CLAIMED: [&str; 2] = ["repetition", "fifty-moves"];
/// Half-moves without progress before a move can make a third occurrence.
const SHORTEST_REPETITION: u32 = 7;

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
    to_move: String,
    position: String,
    picture: Option<Picture>,
    legal: Vec<LegalMove>,
    last: Option<LastMove>,
    end: Option<EndView>,
    key: String,
    previous_key: Option<String>,
    parts: Vec<Part>,
    xor: Vec<Part>,
    points: Option<[f32; 2]>,
    /// Go: enemy stones that Black and White have taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    territory: BTreeMap<String, &'static str>,
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
    trials: Vec<TrialView<'a>>,
    hint: Option<HintView<'a>>,
    notice: Option<&'a str>,
}

/// A legal move and what it would change beside its own cells.
#[derive(Serialize)]
struct LegalMove {
    #[serde(flatten)]
    text: MoveText,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<String>,
}

#[derive(Serialize)]
struct LastMove {
    #[serde(flatten)]
    text: MoveText,
    mover: String,
    changes: Vec<String>,
}

#[derive(Serialize)]
struct EndView {
    winner: Option<String>,
    reason: String,
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
    side: String,
}

#[derive(Serialize)]
struct ClockView {
    limit: u32,
    increment: u32,
    black: u64,
    white: u64,
    running: Option<String>,
}

#[derive(Serialize)]
struct Progress {
    done: usize,
    total: usize,
}

#[derive(Serialize)]
struct NodeView<'a> {
    id: NodeId,
    parent: Option<NodeId>,
    #[serde(rename = "move")]
    text: &'a str,
    record: &'a str,
    mover: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'a str>,
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
            mover: node.mover.to_string(),
            value: node.value,
            score: node.score.as_deref(),
            comment: node.comment.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct SideStats<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a TextReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a TextReport>,
}

#[derive(Serialize)]
struct TrialView<'a> {
    node: NodeId,
    player: &'a str,
    report: &'a TextReport,
}

#[derive(Serialize)]
struct HintView<'a> {
    node: NodeId,
    #[serde(rename = "move")]
    text: &'a str,
}

/// A report about the position on the board.
#[derive(Serialize)]
pub struct ReportView<'a> {
    node: NodeId,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_value: Option<f64>,
    #[serde(flatten)]
    report: &'a TextReport,
}

/// What one glance back needs: the position before the last move.
struct Before {
    picture: Option<Picture>,
    key: u64,
    parts: Vec<(String, u64)>,
    text: MoveText,
    mover: Player,
}

fn hex(key: u64) -> String {
    format!("{key:016x}")
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The cells whose contents differ, apart from those the move itself names.
fn changes(before: Option<&Picture>, after: Option<&Picture>, text: &MoveText) -> Vec<String> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let own = |name: &String| text.touch.to.as_ref() == Some(name) || text.touch.from.as_ref() == Some(name);
    let pairs = after.names.iter().zip(before.pieces.iter().zip(&after.pieces));
    pairs.filter(|(name, (old, new))| old != new && !own(name)).map(|(name, _)| name.clone()).collect()
}

/// How many pieces Black and White have.
pub(super) fn stones(picture: Option<&Picture>) -> [usize; 2] {
    let count = |colour: char| {
        let pieces = picture.into_iter().flat_map(|picture| &picture.pieces);
        pieces.filter(|piece| piece.starts_with(colour)).count()
    };
    [count('b'), count('w')]
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
    pub(super) fn view(&mut self) -> String {
        let before = self.before();
        let legal = self.legal();
        let claims = self.claims(&legal);
        let picture = self.session.picture();
        let parts = self.session.key_parts();
        let last = before.as_ref().map(|before| LastMove {
            text: before.text.clone(),
            mover: before.mover.to_string(),
            changes: changes(before.picture.as_ref(), picture.as_ref(), &before.text),
        });
        let ended_picture = picture.as_ref().filter(|_| self.session.end().is_some());
        let territory = ended_picture.map(territory).unwrap_or_default();
        let end =
            self.end().map(|(winner, reason)| EndView { winner: winner.map(|winner| winner.to_string()), reason });
        let view = View {
            id: &self.id,
            version: self.version,
            game: self.session.game(),
            rules: self.session.rules(),
            start: self.start.as_deref(),
            node: self.node,
            ply: self.session.ply(),
            to_move: self.session.to_move().to_string(),
            position: self.session.position(),
            legal,
            last,
            key: hex(self.session.key()),
            previous_key: before.as_ref().map(|before| hex(before.key)),
            xor: before.as_ref().map(|before| difference(&before.parts, &parts)).unwrap_or_default(),
            parts: parts.into_iter().map(|(name, key)| Part { name, key: hex(key), change: None }).collect(),
            picture,
            points: self.session.points().map(|(black, white)| [black, white]),
            captures: self.captures(),
            territory,
            draws: self.session.draws(),
            claims,
            seats: &self.seats,
            thinking: self.thinking(),
            hinting: self.playing.as_ref().is_some_and(|search| search.purpose == Purpose::Hint),
            analysing: self.analysing.is_some(),
            clock: self.clock_view(),
            analysis: &self.analysis,
            sweep: self
                .sweep
                .as_ref()
                .map(|sweep| Progress { done: sweep.total - sweep.queue.len(), total: sweep.total }),
            tree: self.tree_view(),
            line: self.tree.line(self.node),
            can_undo: self.tree.nodes()[self.node].parent.is_some(),
            can_redo: self.tree.nodes()[self.node].next.is_some(),
            stats: SideStats { black: self.stats[Player::Black].as_ref(), white: self.stats[Player::White].as_ref() },
            report: self.report_view(),
            trials: self
                .trials
                .iter()
                .map(|t| TrialView { node: t.node, player: &t.player, report: &t.report })
                .collect(),
            hint: self.hint.as_ref().map(|(node, text)| HintView { node: *node, text }),
            notice: self.notice.as_deref(),
            end,
        };
        serde_json::to_string(&view).unwrap_or_default()
    }

    /// Looks at the position before the last move by taking it back and playing it again.
    fn before(&mut self) -> Option<Before> {
        let text = self.session.last_move()?;
        self.session.undo();
        let mover = self.session.to_move();
        let (picture, key, parts) = (self.session.picture(), self.session.key(), self.session.key_parts());
        if let Err(error) = self.session.replay(&text.text) {
            unreachable!("the move {text:?} was legal a moment ago: {error}");
        }
        Some(Before { picture, key, parts, text, mover })
    }

    /// The legal moves; where stones are placed, with what each would turn or capture.
    fn legal(&mut self) -> Vec<LegalMove> {
        if self.end().is_some() {
            return Vec::new();
        }
        let moves = self.session.legal_moves();
        let picture = self.session.picture();
        let cells = picture.as_ref().map_or(0, |picture| picture.rows * picture.columns);
        let placed = moves.iter().all(|legal| legal.touch.from.is_none()) && cells <= PREVIEWED_CELLS;
        let preview = |session: &mut Box<dyn Session>, text: &MoveText| {
            if session.play(&text.text).is_err() {
                return Vec::new();
            }
            let after = session.picture();
            session.undo();
            changes(picture.as_ref(), after.as_ref(), text)
        };
        let session = &mut self.session;
        let legal =
            |text: MoveText| LegalMove { changes: if placed { preview(session, &text) } else { Vec::new() }, text };
        moves.into_iter().map(legal).collect()
    }

    /// The moves that make the third occurrence of a position or the fiftieth move without progress.
    fn claims(&mut self, legal: &[LegalMove]) -> Vec<String> {
        let near = |draws: &DrawReport| draws.halfmove_clock >= SHORTEST_REPETITION;
        if !self.session.draws().as_ref().is_some_and(near) {
            return Vec::new();
        }
        let session = &mut self.session;
        let mut claimed = |legal: &&LegalMove| {
            let played = session.play(&legal.text.text).is_ok();
            let drawn = session.end().is_some_and(|end| CLAIMED.contains(&end.reason.as_str()));
            if played {
                session.undo();
            }
            drawn
        };
        legal.iter().filter(|legal| claimed(legal)).map(|legal| legal.text.record.clone()).collect()
    }

    /// Stones that were put on the board and are no longer there, counted for who took them.
    fn captures(&self) -> Option<[usize; 2]> {
        if self.session.game() != "go" {
            return None;
        }
        let now = stones(self.session.picture().as_ref());
        let line = self.tree.path(self.node);
        let taken = |player: Player| {
            let plays = line.iter().map(|&id| &self.tree.nodes()[id]);
            let put = plays.filter(|node| node.parent.is_some() && node.mover == player && node.text != "pass").count();
            (self.first_stones[player.index()] + put).saturating_sub(now[player.index()])
        };
        Some([taken(Player::White), taken(Player::Black)])
    }

    fn thinking(&self) -> Option<Thinking> {
        let plays = self.playing.as_ref().is_some_and(|search| search.purpose == Purpose::Play);
        plays.then(|| Thinking { side: self.session.to_move().to_string() })
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
            running: running.map(|player| player.to_string()),
        }
    }

    fn tree_view(&self) -> Vec<NodeView<'_>> {
        self.tree.nodes().iter().enumerate().map(|(id, node)| NodeView::new(id, node)).collect()
    }

    fn report_view(&self) -> Option<ReportView<'_>> {
        let (node, report) = self.report.as_ref().filter(|(node, _)| *node == self.node)?;
        let black_value = brain::black_value(self.session.game(), self.session.to_move(), report);
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
        let played = |node: &&Node| Played { text: node.text.clone(), record: node.record.clone() };
        Ok(Record {
            format: Format::Transcript,
            game: session.game(),
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
                let played = Played { text: node.text.clone(), record: node.record.clone() };
                let comment = node.comment.clone().unwrap_or_default();
                twigs.push(Twig { after, mover: node.mover, played, comment });
            }
            let (first, others): (Vec<_>, Vec<_>) = node.children.iter().partition(|&&child| on_main[child]);
            waiting.extend(others.into_iter().rev().chain(first).map(|&child| (child, number)));
        }
        twigs
    }
}

//! What applications need from a game beyond its rules.

use crate::{Effect, Evaluation, Game, KeyHistory, Message, Notation, Odds, Outcome, Picture, Playout, Score, Tactics};
use crate::{PerPlayer, Piece, Player, Sentence, words};
use std::sync::Arc;

words! { "core";
    FINISHED { en: "decided by the rules", fr: "décidée par les règles" }
    UNIT { en: "points", fr: "points" }
    POSITION { en: "position", fr: "position" }
}

/// The name and features of a game. Menus, help and pages are built from it; nothing else lists games.
#[derive(Debug)]
pub struct Descriptor {
    /// The name on the command line, in files and protocols.
    pub name: &'static str,
    /// The name for people, as a heading.
    pub title: &'static Message,
    /// The name for people inside a sentence.
    pub in_text: &'static Message,
    /// The game in a sentence.
    pub summary: &'static Message,
    /// The rule sets, the default first, each with its name and meaning.
    pub variants: &'static [(&'static str, &'static Message)],
    /// Board sizes to choose from, the default first; none if there is only one.
    pub sizes: &'static [&'static str],
    /// The rules of a new game on the page, if not the default.
    pub page_rules: &'static str,
    /// A position as text, to show its form.
    pub position_example: &'static str,
    /// The default opponent on the page, as depth and seconds per move; none for a level.
    pub opponent: Option<(u32, u32)>,
    /// What scores count.
    pub unit: &'static Message,
    /// How scores relate to results.
    pub odds: Odds,
    /// Whether captured pieces are counted and shown.
    pub counts_captures: bool,
    /// Record formats other than the position and the list of moves, by name.
    pub formats: &'static [&'static str],
    /// Protocols for other programs, by name.
    pub protocols: &'static [&'static str],
    /// The kinds of pieces for set-up, other than the plain one.
    pub piece_kinds: &'static str,
    /// The messages of the game's crate.
    pub words: &'static [&'static Message],
}

static ONE: [(&str, &Message); 1] = [("standard", &crate::standard::STANDARD)];
/// The variants of a game that has none.
const ONE_VARIANT: &[(&str, &Message)] = &ONE;

impl Descriptor {
    /// The descriptor of a game with one board, one rule set and nothing special; fields are changed as needed.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static Message,
        summary: &'static Message,
        words: &'static [&'static Message],
    ) -> Self {
        Self {
            name,
            title,
            in_text: title,
            summary,
            variants: ONE_VARIANT,
            sizes: &[],
            page_rules: "",
            position_example: "",
            opponent: None,
            unit: &UNIT,
            odds: Odds { doubled_by: 1.0 },
            counts_captures: false,
            formats: &[],
            protocols: &["gtp"],
            piece_kinds: "",
            words,
        }
    }
}

/// How a game ended: the result and the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// The rule.
    pub reason: &'static Message,
    /// Whether a player has to claim it, so that recorded games may continue.
    pub claimed: bool,
}

/// A score with dead pieces removed first, as players count.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// Black's share of each cell in the playouts, from 0 to 1; empty if users named the dead pieces.
    pub shares: Vec<f32>,
    /// The cells of the dead pieces.
    pub dead: Vec<String>,
    /// The owner of each cell, in the order of the picture.
    pub owners: Vec<Option<Player>>,
    /// The points of Black and White.
    pub points: PerPlayer<f32>,
    /// Whether the rules remove dead pieces; if not, the board counts as it stands.
    pub counts: bool,
}

impl Settlement {
    /// A player's ownership of each cell, from -1 (the opponent) to 1.
    #[must_use]
    pub fn ownership(&self, player: Player) -> Vec<f32> {
        self.shares.iter().map(|share| signed(player, 2.0 * share - 1.0)).collect()
    }

    /// A player's lead, komi included: the score, which gives each cell to one side, corrected by the playout shares.
    #[must_use]
    pub fn lead(&self, player: Player) -> f32 {
        let counted = |owner: &Option<Player>| owner.map_or(0.0, |owner| signed(owner, 1.0));
        let by_count = self.points[Player::Black] - self.points[Player::White];
        let cells = self.shares.iter().zip(&self.owners);
        signed(player, by_count + cells.map(|(share, owner)| 2.0 * share - 1.0 - counted(owner)).sum::<f32>())
    }
}

/// Converts a value for Black to a player's view.
fn signed(player: Player, black: f32) -> f32 {
    if player == Player::Black { black } else { -black }
}

/// A game that applications can offer.
pub trait Playable: Game + Notation + Tactics {
    /// What the game is called and what it offers.
    const DESCRIPTOR: &'static Descriptor;

    /// The playout policy; [`crate::Uniform`] works for every game.
    type Rollout: Playout<Self> + Default + Clone + 'static;

    /// The board as data.
    fn picture(&self) -> Picture;

    /// The effect of a legal move on the board.
    fn effect(&self, m: Self::Move) -> Effect;

    /// The text of a position with these pieces, in the order of the picture, on this position's board; none if
    /// positions cannot be set up this way. [`Notation::parse_position`] validates it.
    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        let _ = (pieces, to_move);
        None
    }

    /// The playout policies by name; the first is the default.
    #[must_use]
    fn rollouts() -> Vec<(&'static str, Self::Rollout)> {
        vec![("random", Self::Rollout::default())]
    }

    /// The evaluations; the first is the default.
    #[must_use]
    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(NoKnowledge)]
    }

    /// The move in the notation of game records (SAN in chess); by default the standard notation.
    fn record_move(&self, m: Self::Move) -> String {
        self.format_move(m)
    }

    /// How many random opening moves make games differ without spoiling them.
    fn opening_plies(&self) -> usize {
        4
    }

    /// Named parts whose XOR is the key.
    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        vec![(POSITION.say(), self.key())]
    }

    /// The points or discs of both sides, in games that count them.
    fn points(&self) -> Option<PerPlayer<f32>> {
        None
    }

    /// The owner of each cell in a finished game that counts territory, in the order of the picture.
    fn territory(&self) -> Option<Vec<Option<Player>>> {
        None
    }

    /// The score without dead pieces (the given ones, or those that playouts find), in games that count territory.
    fn settle(&self, dead: Option<&[String]>) -> Option<Settlement> {
        let _ = dead;
        None
    }

    /// The rule behind an outcome of this position; `seen` ends with it.
    fn end(&self, outcome: Outcome, seen: &KeyHistory) -> End {
        let _ = seen;
        End { outcome, reason: &FINISHED, claimed: false }
    }
}

/// The evaluation of a game without one: every unfinished position is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> Evaluation<G> for NoKnowledge {
    fn name(&self) -> &'static str {
        "none"
    }

    fn evaluate(&self, _: &G) -> Score {
        Score::DRAW
    }
}

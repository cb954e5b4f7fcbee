//! What applications ask of a game beyond its rules: everything they show, told by the game itself.

use crate::{Effect, Evaluation, Game, KeyHistory, Message, Notation, Odds, Outcome, Picture, Playout, Score, Tactics};
use crate::{PerPlayer, Piece, Player, Sentence, words};
use std::sync::Arc;

words! { "core";
    FINISHED { en: "decided by the rules", fr: "décidée par les règles" }
    UNIT { en: "points", fr: "points" }
    POSITION { en: "position", fr: "position" }
}

/// What a game is called and what it offers. Menus, help and pages are built from it; nothing else lists games.
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
    /// The rule sets, the usual one first: the word that names each and what it means.
    pub variants: &'static [(&'static str, &'static Message)],
    /// Sizes of the board to choose from, the usual one first; none where there is only one.
    pub sizes: &'static [&'static str],
    /// The rules a new game on the page is played under, if not the usual ones.
    pub page_rules: &'static str,
    /// A position as text, to show its form.
    pub position_example: &'static str,
    /// The usual opponent on the page, as depth and seconds a move; none for a level.
    pub opponent: Option<(u32, u32)>,
    /// What scores count.
    pub unit: &'static Message,
    /// How scores relate to results.
    pub odds: Odds,
    /// Whether captured pieces are counted for all to see.
    pub counts_captures: bool,
    /// Formats of records beside the position and the list of moves, by name.
    pub formats: &'static [&'static str],
    /// Protocols by which programs are asked about the game, by name.
    pub protocols: &'static [&'static str],
    /// The kinds of pieces a position can be set up with beside the plain one.
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

/// How a game ended: the result and the rule that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// The rule.
    pub reason: &'static Message,
    /// Whether a player has to claim it, so that games on record may go on.
    pub claimed: bool,
}

/// A board counted as players do: pieces that could not be saved are taken off first.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// Black's share of each cell as playouts divide the board, from 0 to 1; empty where people named the dead pieces.
    pub shares: Vec<f32>,
    /// The cells of the dead pieces.
    pub dead: Vec<String>,
    /// Whose each cell is, in the order of the picture.
    pub owners: Vec<Option<Player>>,
    /// The points of Black and White.
    pub points: PerPlayer<f32>,
    /// Whether the rules count so; if not, the board counts as it stands.
    pub counts: bool,
}

impl Settlement {
    /// How much of each cell is a player's, from -1 (the opponent's) to 1.
    #[must_use]
    pub fn ownership(&self, player: Player) -> Vec<f32> {
        self.shares.iter().map(|share| signed(player, 2.0 * share - 1.0)).collect()
    }

    /// How far a player leads, komi counted: by the count, which gives each cell to one side, put right by the shares.
    #[must_use]
    pub fn lead(&self, player: Player) -> f32 {
        let counted = |owner: &Option<Player>| owner.map_or(0.0, |owner| signed(owner, 1.0));
        let by_count = self.points[Player::Black] - self.points[Player::White];
        let cells = self.shares.iter().zip(&self.owners);
        signed(player, by_count + cells.map(|(share, owner)| 2.0 * share - 1.0 - counted(owner)).sum::<f32>())
    }
}

/// What is Black's, seen by a player.
fn signed(player: Player, black: f32) -> f32 {
    if player == Player::Black { black } else { -black }
}

/// A game that can be offered to people.
pub trait Playable: Game + Notation + Tactics {
    /// What the game is called and what it offers.
    const DESCRIPTOR: &'static Descriptor;

    /// How Monte-Carlo searches finish a game; [`crate::Uniform`] serves every game.
    type Rollout: Playout<Self> + Default + Clone + 'static;

    /// The board as data.
    fn picture(&self) -> Picture;

    /// What a legal move does to the board.
    fn effect(&self, m: Self::Move) -> Effect;

    /// The text of a position with these pieces in the order of the picture, on this position's board; none where
    /// positions cannot be set up so. Whether it is a position at all, [`Notation::parse_position`] says.
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

    /// The move as people write it in a game record (SAN in chess); by default the standard spelling.
    fn record_move(&self, m: Self::Move) -> String {
        self.format_move(m)
    }

    /// How many random moves from here make games differ without spoiling them.
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

    /// Whose each cell is in a finished game that counts territory, in the order of the picture.
    fn territory(&self) -> Option<Vec<Option<Player>>> {
        None
    }

    /// The board counted without dead pieces, those that are named or else those that playouts find; in games that count
    /// territory.
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

/// The evaluation of a game nobody knows anything about: every unfinished position is even.
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

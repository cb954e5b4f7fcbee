//! Playing the proof: the forced line through the circuit, with a question at every choice.
//!
//! A [`Walk`] goes along the wires; at each gadget it plays the gadget's sequence on a real board, checks the rules and that the reserve has
//! one liberty at White's turn (two at White's choice), and asks who has to choose ([`Walk::question`]). At a test the solver plays
//! the end. [`play`] answers the questions from a script such as `x1=1 x2=0; clause 2; literal 1`.

use quadrille_core::Player::{self, Black, White};

use crate::board::Board;
use crate::circuit::Role;
use crate::compile::Compiled;
use crate::drawing::{Nest, first_of_its_kind};
use crate::formula::{Formula, Sentence};
use crate::grid::Point;
use crate::netlist::{GadgetId, WireId};
use crate::sat::satisfy;
use crate::solver::{Limits, Value, solve_after};
use crate::tile::{Side, Tile};

/// A move with what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub player: Player,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// What the move does, in words.
    pub comment: String,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The moves, White's first.
    pub moves: Vec<Played>,
    /// Who won.
    pub winner: Player,
    /// How the game was decided, in one sentence.
    pub summary: String,
    /// The choices of both players as a script, if the game was played by one.
    pub script: Option<String>,
}

/// A choice that has to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who chooses.
    pub player: Player,
    /// What is being chosen.
    pub text: String,
    /// The two possible answers.
    pub options: [String; 2],
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    compiled: &'a Compiled,
    board: Board,
    wire: WireId,
    moves: Vec<Played>,
    winner: Option<Player>,
    summary: String,
}

/// The outputs of a choice, in the order of [`Question::options`].
const OUTPUTS: [Side; 2] = [Side::West, Side::East];
/// More than any end after a test needs.
const END_NODES: u64 = 2_000_000;

impl<'a> Walk<'a> {
    /// Starts at the reserve and goes to the first choice.
    ///
    /// # Errors
    /// If the board does not behave as the circuit says, which is a defect of this crate.
    pub fn new(compiled: &'a Compiled) -> Result<Self, Sentence> {
        let wire = compiled.netlist.start().ok_or_else(|| Sentence::new("the circuit has no reserve"))?;
        let board = compiled.position.board();
        let mut walk = Self { compiled, board, wire, moves: Vec::new(), winner: None, summary: String::new() };
        walk.go_on()?;
        Ok(walk)
    }

    /// What has to be chosen now; nothing once the game is over.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        if self.winner.is_some() {
            return None;
        }
        let role = self.head_role();
        let player = if self.compiled.netlist.gadgets[self.head().0].tile == Tile::WhiteChoice { White } else { Black };
        let (text, options) = ask(role, &self.compiled.drawing.formula, &self.nests());
        Some(Question { player, text, options })
    }

    /// Answers the question with its first (0) or second (1) option and goes on to the next one.
    ///
    /// # Errors
    /// If the game is over, or as [`Walk::new`].
    pub fn answer(&mut self, option: usize) -> Result<(), Sentence> {
        let Some(question) = self.question() else {
            return Err(Sentence::new("the game is over: there is nothing to choose"));
        };
        let Some(&side) = OUTPUTS.get(option) else {
            return Err(Sentence::new(format!("option {option} does not exist: answer 0 or 1")));
        };
        let (gadget, from) = self.head();
        let intent = format!("{}: {}", question.text, question.options[option]);
        self.pass_gadget(gadget, from, side, &intent)?;
        self.go_on()
    }

    /// The game, once it is over.
    #[must_use]
    pub fn finish(self) -> Option<Game> {
        Some(Game { winner: self.winner?, moves: self.moves, summary: self.summary, script: None })
    }

    fn head(&self) -> (GadgetId, Side) {
        self.compiled.netlist.wires[self.wire].to
    }

    fn head_role(&self) -> Role {
        self.compiled.netlist.gadgets[self.head().0].role
    }

    fn nests(&self) -> Vec<&'a Nest> {
        self.compiled.drawing.upper.iter().chain(&self.compiled.drawing.lower).collect()
    }

    /// Plays through merges, and through the test at the end.
    fn go_on(&mut self) -> Result<(), Sentence> {
        loop {
            let (gadget, from) = self.head();
            match self.compiled.netlist.gadgets[gadget].tile {
                Tile::Merge | Tile::MixedMerge => {
                    let label = self.label(gadget);
                    self.pass_gadget(gadget, from, Side::North, &format!("the pipes join ({label})"))?;
                }
                Tile::Test => return self.decide(gadget, from),
                _ => return Ok(()),
            }
        }
    }

    fn label(&self, gadget: GadgetId) -> String {
        self.compiled.netlist.gadgets[gadget].role.label(Some(&self.compiled.drawing.formula))
    }

    fn pass_gadget(&mut self, gadget: GadgetId, from: Side, to: Side, intent: &str) -> Result<(), Sentence> {
        self.sequence(gadget, from, to, intent)?;
        let netlist = &self.compiled.netlist;
        self.wire = netlist.wire_from(gadget, to).ok_or_else(|| Sentence::new("a gadget has no such output"))?;
        Ok(())
    }

    /// Plays the moves of a gadget.
    fn sequence(&mut self, gadget: GadgetId, from: Side, to: Side, intent: &str) -> Result<(), Sentence> {
        let tile = self.compiled.netlist.gadgets[gadget].tile;
        for (index, &name) in tile.sequence(from, to).iter().enumerate() {
            let player = if index % 2 == 0 { White } else { Black };
            let choosing = tile == Tile::WhiteChoice && index == 2;
            if player == White {
                self.expect_liberties(if choosing { 2 } else { 1 })?;
            }
            let point = self.compiled.point(gadget, name);
            let what = if player == White { "threatens to reach eyes" } else { "answers the threat" };
            let (kind, side) = (tile.title(), if player == White { "White" } else { "Black" });
            let comment = format!("{side} {name} {what} ({kind}: {intent}).");
            self.play(player, point, comment)?;
        }
        Ok(())
    }

    fn expect_liberties(&self, expected: usize) -> Result<(), Sentence> {
        let reserve = self.compiled.position.spot(&self.board, self.compiled.position.reserve);
        let found = self.board.liberties(reserve).count();
        if found == expected {
            return Ok(());
        }
        Err(Sentence::new(format!(
            "at move {} the reserve has {found} liberties instead of {expected}",
            self.moves.len() + 1
        )))
    }

    fn play(&mut self, player: Player, point: Option<Point>, comment: String) -> Result<(), Sentence> {
        match point {
            None => self.board.pass(),
            Some(at) => {
                let spot = self.compiled.position.spot(&self.board, at);
                self.board.play(spot, player).map_err(|why| {
                    Sentence::new(format!("{player} cannot play at row {}, column {}: {why}", at.row, at.column))
                })?;
            }
        }
        self.moves.push(Played { player, point, comment });
        Ok(())
    }

    /// The test and the moves after it.
    fn decide(&mut self, test: GadgetId, from: Side) -> Result<(), Sentence> {
        let label = self.label(test);
        self.sequence(test, from, from, &format!("the test of {label}"))?;
        let limits = Limits { nodes: END_NODES, ..Limits::default() };
        let answer = solve_after(&self.compiled.position, self.board.clone(), Black, limits);
        self.winner = match answer.value {
            Value::White => Some(White),
            Value::Black => Some(Black),
            Value::Unknown => return Err(Sentence::new("the end of the game could not be solved within the limit")),
        };
        self.summary = match answer.value {
            Value::White => format!("White wins at the test of {label}: its pipe was connected on the way."),
            _ => format!("Black wins at the test of {label}: its pipe was never connected, so Black captures it."),
        };
        let last = answer.line.len().saturating_sub(1);
        for (index, step) in answer.line.iter().enumerate() {
            let comment = if index == last { self.summary.clone() } else { String::new() };
            self.play(step.player, step.point, comment)?;
        }
        Ok(())
    }
}

/// The words for a choice; the first option is the one that leaves by the west of the unturned picture.
fn ask(role: Role, formula: &Formula, nests: &[&Nest]) -> (String, [String; 2]) {
    let literal = |clause: usize, leg: usize| {
        let nest = nests.iter().find_map(|nest| nest.find(clause));
        nest.and_then(|nest| nest.legs.get(leg))
            .map_or_else(String::new, |leg| formula.literal_text(clause, leg.literal))
    };
    let last_leg = |clause: usize| formula.clauses()[clause].legs.len() - 1;
    match role {
        Role::Variable(variable) => {
            let name = &formula.names()[variable];
            (format!("the value of {name}"), [format!("{name} = 1"), format!("{name} = 0")])
        }
        Role::Sides => ("the sign of the clause".into(), ["positive".into(), "negative".into()]),
        Role::Siblings { last } => {
            let right = formula.clause_text(last);
            ("the clause".into(), ["further left".into(), format!("clause {} ({right}) or inside it", last + 1)])
        }
        Role::Dive { clause, gap } => {
            let stay = format!("stay with clause {}", clause + 1);
            let dive = format!("dive into its {} gap", if gap == 0 { "left" } else { "right" });
            (format!("clause {} or what it straddles", clause + 1), if gap == 0 { [dive, stay] } else { [stay, dive] })
        }
        Role::FirstLiteral { clause } => {
            let others = if last_leg(clause) == 1 { literal(clause, 1) } else { "another literal".into() };
            (format!("the literal of clause {}", clause + 1), [literal(clause, 0), others])
        }
        Role::SecondLiteral { clause } => {
            (format!("the literal of clause {}", clause + 1), [literal(clause, 1), literal(clause, 2)])
        }
        Role::Divert { clause, .. } => {
            let text = format!("after the crossing of clause {}", clause + 1);
            (text, ["go on along the leg".into(), "enter the gap".into()])
        }
        Role::Guard { clause, .. } => {
            let text = format!("the guard of clause {}", clause + 1);
            (text, ["test whether Black came by the dive".into(), "go on along the leg".into()])
        }
        other => (other.label(Some(formula)), ["west".into(), "east".into()]),
    }
}

/// What both players want: a valuation, a clause and a literal of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The value White gives to each variable.
    pub valuation: Vec<bool>,
    /// The clause Black asks for.
    pub clause: usize,
    /// The literal with which White answers.
    pub literal: usize,
}

impl Script {
    /// Reads `x1=1 x2=0; clause 2; literal 1`. What is left out is chosen well: a valuation that satisfies the formula if there is one, a
    /// clause that is false if there is one, a literal that is true if there is one.
    ///
    /// # Errors
    /// Quotes what could not be understood.
    pub fn parse(text: &str, formula: &Formula) -> Result<Self, Sentence> {
        let mut valuation = satisfy(formula).unwrap_or_else(|| vec![false; formula.names().len()]);
        let (mut clause, mut literal) = (None, None);
        let mut words = text.split(|c: char| c.is_whitespace() || c == ';' || c == ',').filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            match word {
                "clause" => clause = Some(number(word, words.next(), formula.clauses().len())?),
                "literal" => literal = Some(number(word, words.next(), crate::formula::CLAUSE_WIDTH)?),
                _ => {
                    let (variable, value) = assignment(word, formula)?;
                    valuation[variable] = value;
                }
            }
        }
        let is_true = |clause: usize, literal: usize| {
            let clause = &formula.clauses()[clause];
            valuation[clause.legs[literal].variable] == clause.positive
        };
        let literals = |clause: usize| 0..formula.clauses()[clause].legs.len();
        let is_false = |&clause: &usize| !literals(clause).any(|literal| is_true(clause, literal));
        let clause = clause.or_else(|| (0..formula.clauses().len()).find(is_false)).unwrap_or(0);
        let literal = literal.or_else(|| literals(clause).find(|&literal| is_true(clause, literal))).unwrap_or(0);
        if !literals(clause).contains(&literal) {
            return Err(Sentence::new(format!(
                "clause {} \"{}\" has no literal {}",
                clause + 1,
                formula.clause_text(clause),
                literal + 1
            )));
        }
        Ok(Self { valuation, clause, literal })
    }

    /// The script as [`Script::parse`] reads it, with nothing left out.
    #[must_use]
    pub fn text(&self, formula: &Formula) -> String {
        let values = formula.names().iter().zip(&self.valuation);
        let values: Vec<String> = values.map(|(name, &value)| format!("{name}={}", u8::from(value))).collect();
        format!("{}; clause {}; literal {}", values.join(" "), self.clause + 1, self.literal + 1)
    }
}

fn number(what: &str, word: Option<&str>, most: usize) -> Result<usize, Sentence> {
    let word = word.unwrap_or_default();
    match word.parse::<usize>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number - 1),
        _ => Err(Sentence::new(format!("\"{what} {word}\" is not understood: a number from 1 to {most} is expected"))),
    }
}

fn assignment(word: &str, formula: &Formula) -> Result<(usize, bool), Sentence> {
    let expected = || Sentence::new(format!("\"{word}\" is not understood: x1=1, clause 2 or literal 3 is expected"));
    let (name, value) = word.split_once('=').ok_or_else(expected)?;
    let variable = formula
        .names()
        .iter()
        .position(|known| known == name)
        .ok_or_else(|| Sentence::new(format!("\"{name}\" is not a variable of the formula {formula}")))?;
    match value {
        "1" | "true" => Ok((variable, true)),
        "0" | "false" => Ok((variable, false)),
        _ => Err(expected()),
    }
}

/// Plays the game that a script describes. The empty script is a game of two good players.
///
/// # Errors
/// Quotes what could not be understood in the script.
pub fn play(compiled: &Compiled, script: &str) -> Result<Game, Sentence> {
    let formula = &compiled.drawing.formula;
    let script = Script::parse(script, formula)?;
    // A repeated clause is drawn once; its literals are found by their variable.
    let mut target = first_of_its_kind(formula, script.clause);
    let mut walk = Walk::new(compiled)?;
    let nests = walk.nests();
    if !nests.iter().any(|nest| nest.find(target).is_some()) {
        target = script.clause;
    }
    let variable = formula.clauses()[script.clause].legs[script.literal].variable;
    let drawn = nests.iter().find_map(|nest| nest.find(target));
    let same = |leg: &crate::drawing::DrawnLeg| {
        leg.variable == variable && (target != script.clause || leg.literal == script.literal)
    };
    let leg = drawn.and_then(|nest| nest.legs.iter().position(same)).unwrap_or(0);
    while walk.question().is_some() {
        let first = match walk.head_role() {
            Role::Variable(variable) => script.valuation[variable],
            Role::Sides => formula.clauses()[target].positive,
            Role::Siblings { last } => {
                !nests.iter().any(|nest| nest.find(last).is_some_and(|nest| nest.find(target).is_some()))
            }
            Role::Dive { clause, gap } => is_inside(&nests, clause, gap, target) == (gap == 0),
            Role::FirstLiteral { .. } => leg == 0,
            Role::SecondLiteral { .. } => leg == 1,
            Role::Divert { clause, gap } => !is_inside(&nests, clause, gap, target),
            _ => false,
        };
        walk.answer(usize::from(!first))?;
    }
    let game = walk.finish().ok_or_else(|| Sentence::new("the game did not end"))?;
    Ok(Game { script: Some(script.text(formula)), ..game })
}

/// Whether a clause lies in a gap of another one.
fn is_inside(nests: &[&Nest], outer: usize, gap: usize, clause: usize) -> bool {
    nests
        .iter()
        .find_map(|nest| nest.find(outer))
        .and_then(|nest| nest.gaps.get(gap))
        .is_some_and(|inside| inside.iter().any(|nest| nest.find(clause).is_some()))
}

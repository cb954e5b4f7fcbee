//! Playing through the proof: the forced line through the circuit, with a question at every choice.
//!
//! A [`Walk`] goes along the wires; at each gadget it plays the gadget's sequence on a real board, checks the rules and that the reserve has
//! one liberty at White's turn (two at White's choice), and asks who has to choose ([`Walk::question`]). At a test the solver plays
//! the end. [`play`] answers the questions from a script such as `x1=1 x2=0; clause 2; literal 1`.

use crate::board::Board;
use crate::circuit::{Gap, Role};
use crate::compile::Compiled;
use crate::drawing::{DrawnLeg, Nest};
use crate::formula::{CLAUSE_WIDTH, Formula};
use crate::grid::Point;
use crate::netlist::{GadgetId, WireId};
use crate::sat::satisfy;
use crate::solver::{Limits, Value, solve_after};
use crate::tile::{Side, Tile};
use crate::words::{self, defect};
use quadrille_core::Player::{self, Black, White};
use quadrille_core::{Lang, Message, Refusal};

/// A move with what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub player: Player,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// The comment on the move.
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
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_reduction::{Options, Walk, command};
/// let compiled = command::prepare("x1 x2", false, Options::default())?;
/// let mut walk = Walk::new(&compiled)?;
/// while let Some(question) = walk.question() {
///     walk.answer(if question.player == Player::White { 0 } else { 1 })?;
/// }
/// assert_eq!(walk.finish().unwrap().winner, Player::White);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
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
    pub fn new(compiled: &'a Compiled) -> Result<Self, Refusal> {
        let wire = compiled.netlist.start().ok_or_else(|| defect("the circuit has no reserve"))?;
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
        let (text, options) =
            Words { formula: &self.compiled.drawing.formula, nests: &self.nests(), lang: self.lang() }.ask(role);
        Some(Question { player, text, options })
    }

    /// Answers the question with its first (0) or second (1) option and goes on to the next one.
    pub fn answer(&mut self, option: usize) -> Result<(), Refusal> {
        let question = self.question().ok_or_else(|| words::GAME_OVER.refuse())?;
        let &side = OUTPUTS.get(option).ok_or_else(|| words::OPTION.refuse().with("option", option))?;
        let (gadget, from) = self.head();
        let [text, answer] = [question.text, question.options[option].clone()];
        let intent = words::CHOSEN.fill(self.lang(), &[("question", text.into()), ("answer", answer.into())]);
        self.pass_gadget(gadget, from, side, &intent)?;
        self.go_on()
    }

    /// The game, once it is over.
    #[must_use]
    pub fn finish(self) -> Option<Game> {
        Some(Game { winner: self.winner?, moves: self.moves, summary: self.summary, script: None })
    }

    fn lang(&self) -> Lang {
        self.compiled.options.lang
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
    fn go_on(&mut self) -> Result<(), Refusal> {
        loop {
            let (gadget, from) = self.head();
            match self.compiled.netlist.gadgets[gadget].tile {
                Tile::Merge | Tile::MixedMerge => {
                    let intent = self.labelled(&words::JOIN, gadget);
                    self.pass_gadget(gadget, from, Side::North, &intent)?;
                }
                Tile::Test => return self.decide(gadget, from),
                _ => return Ok(()),
            }
        }
    }

    /// A sentence about a gadget.
    fn labelled(&self, message: &Message, gadget: GadgetId) -> String {
        message.fill(self.lang(), &[("label", self.label(gadget).into())])
    }

    fn label(&self, gadget: GadgetId) -> String {
        self.compiled.label(&self.compiled.netlist.gadgets[gadget])
    }

    fn pass_gadget(&mut self, gadget: GadgetId, from: Side, to: Side, intent: &str) -> Result<(), Refusal> {
        self.sequence(gadget, from, to, intent)?;
        let netlist = &self.compiled.netlist;
        self.wire = netlist.wire_from(gadget, to).ok_or_else(|| defect("a gadget has no such output"))?;
        Ok(())
    }

    /// Plays the moves of a gadget.
    fn sequence(&mut self, gadget: GadgetId, from: Side, to: Side, intent: &str) -> Result<(), Refusal> {
        let tile = self.compiled.netlist.gadgets[gadget].tile;
        for (index, &name) in tile.sequence(from, to).iter().enumerate() {
            let player = if index % 2 == 0 { White } else { Black };
            let choosing = tile == Tile::WhiteChoice && index == 2;
            if player == White {
                self.expect_liberties(if choosing { 2 } else { 1 })?;
            }
            let point = self.compiled.point(gadget, name);
            let message = match (tile, index) {
                (Tile::BlackChoice, 0) => &words::OPENS,
                (Tile::BlackChoice, 1) => &words::CLOSES,
                _ if player == White => &words::THREAT,
                _ => &words::REPLY,
            };
            let comment = message.fill(
                self.lang(),
                &[
                    ("player", player.into()),
                    ("point", name.into()),
                    ("kind", tile.title().into()),
                    ("intent", intent.into()),
                ],
            );
            self.play(player, point, comment)?;
        }
        Ok(())
    }

    fn expect_liberties(&self, expected: usize) -> Result<(), Refusal> {
        let reserve = self.compiled.position.spot(&self.board, self.compiled.position.reserve);
        let found = self.board.liberties(reserve).count();
        if found == expected {
            return Ok(());
        }
        let number = self.moves.len() + 1;
        Err(defect(format!("at move {number} the reserve has {found} liberties instead of {expected}")))
    }

    fn play(&mut self, player: Player, point: Option<Point>, comment: String) -> Result<(), Refusal> {
        match point {
            None => self.board.pass(),
            Some(at) => {
                let spot = self.compiled.position.spot(&self.board, at);
                self.board
                    .play(spot, player)
                    .map_err(|why| defect(format!("{player} cannot play at {at:?}: {why:?}")))?;
            }
        }
        self.moves.push(Played { player, point, comment });
        Ok(())
    }

    /// The test and the moves after it.
    fn decide(&mut self, test: GadgetId, from: Side) -> Result<(), Refusal> {
        let intent = self.label(test);
        self.sequence(test, from, from, &intent)?;
        let limits = Limits { nodes: END_NODES, ..Limits::default() };
        let answer = solve_after(&self.compiled.position, self.board.clone(), Black, limits);
        let (winner, message) = match answer.value {
            Value::White => (White, &words::WHITE_WINS),
            Value::Black => (Black, &words::BLACK_WINS),
            Value::Unknown => return Err(defect("the end of the game could not be solved within the limit")),
        };
        (self.winner, self.summary) = (Some(winner), self.labelled(message, test));
        let last = answer.line.len().saturating_sub(1);
        for (index, step) in answer.line.iter().enumerate() {
            let comment = if index == last { self.summary.clone() } else { String::new() };
            self.play(step.player, step.point, comment)?;
        }
        Ok(())
    }
}

/// The words for a choice.
struct Words<'a> {
    formula: &'a Formula,
    nests: &'a [&'a Nest],
    lang: Lang,
}

impl Words<'_> {
    /// A question and its two answers; the first one leaves by the west of the unturned picture.
    fn ask(&self, role: Role) -> (String, [String; 2]) {
        match role {
            Role::Variable(variable) => {
                let name = &self.formula.names()[variable];
                let text = words::ASK_VALUE.fill(self.lang, &[("name", name.as_str().into())]);
                (text, [format!("{name} = 1"), format!("{name} = 0")])
            }
            Role::Sides => (self.plain(&words::ASK_SIGN), self.both(&words::POSITIVE, &words::NEGATIVE)),
            Role::Siblings(last) => {
                let text = self.formula.clause_text(last);
                let right = words::OR_INSIDE.fill(self.lang, &[("clause", (last + 1).into()), ("text", text.into())]);
                (self.plain(&words::ASK_CLAUSE), [self.plain(&words::FURTHER_LEFT), right])
            }
            Role::Dive(Gap { clause, side }) => {
                let stay = self.clause(&words::STAY, clause);
                let options = if side == 0 {
                    [self.plain(&words::DIVE_LEFT), stay]
                } else {
                    [stay, self.plain(&words::DIVE_RIGHT)]
                };
                (self.clause(&words::ASK_DIVE, clause), options)
            }
            Role::FirstLiteral(clause) => {
                let only = self.formula.clauses()[clause].legs.len() == 2;
                let others = if only { self.literal(clause, 1) } else { self.plain(&words::ANOTHER_LITERAL) };
                (self.clause(&words::ASK_LITERAL, clause), [self.literal(clause, 0), others])
            }
            Role::SecondLiteral(clause) => {
                (self.clause(&words::ASK_LITERAL, clause), [self.literal(clause, 1), self.literal(clause, 2)])
            }
            Role::Divert(gap) => {
                let options = self.both(&words::ALONG_THE_LEG, &words::INTO_THE_GAP);
                (self.clause(&words::ASK_DIVERT, gap.clause), options)
            }
            Role::Guard(gap) => {
                let options = self.both(&words::TEST_THE_DIVE, &words::ALONG_THE_LEG);
                (self.clause(&words::ASK_GUARD, gap.clause), options)
            }
            other => (other.label(self.formula, self.lang), ["0".into(), "1".into()]),
        }
    }

    fn plain(&self, message: &'static Message) -> String {
        message.template(self.lang).to_owned()
    }

    fn both(&self, one: &'static Message, other: &'static Message) -> [String; 2] {
        [self.plain(one), self.plain(other)]
    }

    fn clause(&self, message: &Message, clause: usize) -> String {
        message.fill(self.lang, &[("clause", (clause + 1).into())])
    }

    /// A literal by its place in the drawing.
    fn literal(&self, clause: usize, leg: usize) -> String {
        let nest = self.nests.iter().find_map(|nest| nest.find(clause));
        let leg = nest.and_then(|nest| nest.legs.get(leg));
        leg.map_or_else(String::new, |leg| self.formula.literal_text(clause, leg.literal))
    }
}

/// The choices of both players: a valuation, a clause and a literal of it.
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
    pub fn parse(text: &str, formula: &Formula) -> Result<Self, Refusal> {
        let mut valuation = satisfy(formula).unwrap_or_else(|| vec![false; formula.names().len()]);
        let (mut clause, mut literal) = (None, None);
        let mut words = text.split(|c: char| c.is_whitespace() || c == ';' || c == ',').filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            match word {
                "clause" => clause = Some(number(word, words.next(), formula.clauses().len())?),
                "literal" => literal = Some(number(word, words.next(), CLAUSE_WIDTH)?),
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
            let refusal = words::NO_LITERAL.refuse().with("clause", clause + 1);
            return Err(refusal.quote("text", formula.clause_text(clause)).with("literal", literal + 1));
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

fn number(what: &str, word: Option<&str>, most: usize) -> Result<usize, Refusal> {
    let word = word.unwrap_or_default();
    let number = word.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
    let refusal = || words::NUMBER.refuse().quote("text", format!("{what} {word}")).with("most", most);
    number.map(|number| number - 1).ok_or_else(refusal)
}

fn assignment(word: &str, formula: &Formula) -> Result<(usize, bool), Refusal> {
    let expected = || words::CHOICE.refuse().quote("text", word);
    let (name, value) = word.split_once('=').ok_or_else(expected)?;
    let unknown = || words::NOT_A_VARIABLE.refuse().quote("name", name).with("formula", formula.to_string());
    let variable = formula.names().iter().position(|known| known == name).ok_or_else(unknown)?;
    match value {
        "1" | "true" => Ok((variable, true)),
        "0" | "false" => Ok((variable, false)),
        _ => Err(expected()),
    }
}

/// Plays the game that a script describes. The empty script is a game of two good players.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_reduction::{Options, command, play};
/// let compiled = command::prepare("x1 x2", false, Options::default())?;
/// assert_eq!(play(&compiled, "")?.winner, Player::White);
/// assert_eq!(play(&compiled, "x1=0 x2=1; literal 1")?.winner, Player::Black);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn play(compiled: &Compiled, script: &str) -> Result<Game, Refusal> {
    let formula = &compiled.drawing.formula;
    let script = Script::parse(script, formula)?;
    // A repeated clause is drawn once; its literals are found by their variable.
    let mut target = formula.first_of_its_kind(script.clause);
    let mut walk = Walk::new(compiled)?;
    let nests = walk.nests();
    if !nests.iter().any(|nest| nest.find(target).is_some()) {
        target = script.clause;
    }
    let variable = formula.clauses()[script.clause].legs[script.literal].variable;
    let drawn = nests.iter().find_map(|nest| nest.find(target));
    let same = |leg: &DrawnLeg| leg.variable == variable && (target != script.clause || leg.literal == script.literal);
    let leg = drawn.and_then(|nest| nest.legs.iter().position(same)).unwrap_or(0);
    while walk.question().is_some() {
        let first = match walk.head_role() {
            Role::Variable(variable) => script.valuation[variable],
            Role::Sides => formula.clauses()[target].positive,
            Role::Siblings(last) => {
                !nests.iter().any(|nest| nest.find(last).is_some_and(|nest| nest.find(target).is_some()))
            }
            Role::Dive(gap) => is_inside(&nests, gap, target) == (gap.side == 0),
            Role::FirstLiteral(_) => leg == 0,
            Role::SecondLiteral(_) => leg == 1,
            Role::Divert(gap) => !is_inside(&nests, gap, target),
            _ => false,
        };
        walk.answer(usize::from(!first))?;
    }
    let game = walk.finish().ok_or_else(|| defect("the game did not end"))?;
    Ok(Game { script: Some(script.text(formula)), ..game })
}

/// Whether a clause lies in a gap of another one.
fn is_inside(nests: &[&Nest], gap: Gap, clause: usize) -> bool {
    let outer = nests.iter().find_map(|nest| nest.find(gap.clause));
    let inside = outer.and_then(|nest| nest.gaps.get(gap.side));
    inside.is_some_and(|inside| inside.iter().any(|nest| nest.find(clause).is_some()))
}

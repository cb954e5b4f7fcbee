//! Formulas: conjunctions of monotone clauses of one to three literals.
//!
//! A clause is *monotone* when its literals are all positive or all negated. The drawing of a formula puts the variables on a line, the
//! positive clauses above it and the negative ones below it; a formula read from JSON may bring the places of its legs along
//! ([`Leg::x`]), a formula written as text lets [`crate::layout`] find them.

use crate::words;
use quadrille_core::Refusal;
use serde::Deserialize;
use std::fmt;

/// The maximum number of variables and of clauses: larger boards would not fit in memory anyway.
const MOST: usize = 500;
/// The most literals of a clause, and the exact number in strict mode.
pub(crate) const CLAUSE_WIDTH: usize = 3;

/// One literal of a clause and the place where its leg meets the line of variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The variable, counted from 0.
    pub variable: usize,
    /// Where the leg stands on the line, if the drawing was given.
    pub x: Option<f64>,
}

/// A disjunction of one to three literals of one sign.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Whether the literals are the variables themselves rather than their negations.
    pub positive: bool,
    /// The literals, in the order in which they were written.
    pub legs: Vec<Leg>,
}

/// A conjunction of monotone clauses.
///
/// ```
/// use quadrille_reduction::Formula;
/// let formula = Formula::parse("x1 x2; -x1 -x2 -x3")?;
/// assert_eq!((formula.names().len(), formula.clause_text(1)), (3, "-x1 -x2 -x3".to_owned()));
/// assert!(formula.satisfied_by(&[true, false, true]));
/// assert!(Formula::parse("x1 -x2").unwrap_err().to_string().contains("mixes signs"));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    names: Vec<String>,
    clauses: Vec<Clause>,
}

#[derive(Deserialize)]
struct JsonFormula {
    vars: usize,
    clauses: Vec<JsonClause>,
}

#[derive(Deserialize)]
struct JsonClause {
    sign: String,
    legs: Vec<JsonLeg>,
}

#[derive(Deserialize)]
struct JsonLeg {
    var: usize,
    x: Option<f64>,
}

impl Formula {
    /// A formula from its parts; all other constructors call this one.
    pub fn new(names: Vec<String>, clauses: Vec<Clause>) -> Result<Self, Refusal> {
        if clauses.is_empty() {
            return Err(words::EMPTY.refuse());
        }
        check_size(names.len(), clauses.len())?;
        for (number, clause) in (1_usize..).zip(&clauses) {
            let literals = clause.legs.len();
            if !(1..=CLAUSE_WIDTH).contains(&literals) {
                let refusal = words::WIDTH.refuse().with("clause", number).with("literals", literals);
                return Err(refusal.with("most", CLAUSE_WIDTH));
            }
            if let Some(leg) = clause.legs.iter().find(|leg| leg.variable >= names.len()) {
                let refusal = words::UNKNOWN_VARIABLE.refuse().with("clause", number).with("variable", leg.variable);
                return Err(refusal.with("variables", names.len()));
            }
            if clause.legs.iter().any(|leg| leg.x.is_some_and(|x| !x.is_finite())) {
                return Err(words::PLACE.refuse().with("clause", number));
            }
        }
        Ok(Self { names, clauses })
    }

    /// Reads JSON, text or the format of the DIMACS challenge: whatever starts with `{` is JSON, with `p cnf` DIMACS.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        if text.trim_start().starts_with('{') {
            Self::parse_json(text)
        } else if let Some(clauses) = dimacs(text) {
            Self::parse_text(&clauses)
        } else {
            Self::parse_text(text)
        }
    }

    /// Reads `{"vars": 2, "clauses": [{"sign": "+", "legs": [{"var": 0, "x": 1.5}, …]}, …]}`.
    ///
    /// The variables are called x1, x2, … in the order of their numbers. The places `x` may be left out, all or none.
    pub fn parse_json(text: &str) -> Result<Self, Refusal> {
        const EXAMPLE: &str = r#"{"vars": 1, "clauses": [{"sign": "+", "legs": [{"var": 0, "x": 0.5}]}]}"#;
        let json: JsonFormula = serde_json::from_str(text)
            .map_err(|error| words::JSON.refuse().error("error", error).with("example", EXAMPLE))?;
        check_size(json.vars, json.clauses.len())?;
        let names = (1..=json.vars).map(|number| format!("x{number}")).collect();
        let mut clauses = Vec::with_capacity(json.clauses.len());
        for (number, clause) in (1_usize..).zip(json.clauses) {
            let positive = match clause.sign.as_str() {
                "+" => true,
                "-" => false,
                sign => return Err(words::SIGN.refuse().with("clause", number).quote("sign", sign)),
            };
            let legs = clause.legs.into_iter().map(|leg| Leg { variable: leg.var, x: leg.x }).collect();
            clauses.push(Clause { positive, legs });
        }
        let placed = clauses.iter().flat_map(|clause: &Clause| &clause.legs).filter(|leg| leg.x.is_some()).count();
        if placed != 0 && placed != clauses.iter().map(|clause| clause.legs.len()).sum::<usize>() {
            return Err(words::SOME_PLACES.refuse().with("placed", placed));
        }
        Self::new(names, clauses)
    }

    /// Reads one clause a line (or separated by `;`): `x1 x2 x3`, negated `-x1 -x2 -x4`. `!`, `~` and `¬` also negate, commas, `|` and
    /// `∨` may separate literals, brackets may surround a clause, `#` starts a comment.
    pub fn parse_text(text: &str) -> Result<Self, Refusal> {
        let mut rows: Vec<(bool, Vec<&str>)> = Vec::new();
        for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
            // A line may be empty or end in a semicolon; a clause between two of them may not.
            let line = line.trim_end();
            for part in line.strip_suffix(';').unwrap_or(line).split(';') {
                let clause = parse_clause(part, rows.len() + 1)?;
                if clause.is_none() && line.contains(';') {
                    return Err(words::EMPTY_CLAUSE.refuse().with("clause", rows.len() + 1));
                }
                rows.extend(clause);
            }
        }
        let mut names: Vec<&str> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
        names.sort_unstable_by_key(|name| natural_order(name));
        names.dedup();
        check_size(names.len(), rows.len())?;
        let clauses = rows
            .into_iter()
            .map(|(positive, row)| {
                let variable = |name: &str| names.iter().position(|&known| known == name).unwrap_or(usize::MAX);
                Clause {
                    positive,
                    legs: row.into_iter().map(|name| Leg { variable: variable(name), x: None }).collect(),
                }
            })
            .collect();
        Self::new(names.into_iter().map(String::from).collect(), clauses)
    }

    /// Demands exactly three literals in every clause, as the problem Rectilinear Planar 3SAT does.
    pub fn require_strict(&self) -> Result<(), Refusal> {
        let Some(index) = self.clauses.iter().position(|clause| clause.legs.len() != CLAUSE_WIDTH) else {
            return Ok(());
        };
        let refusal = words::NOT_STRICT.refuse().with("clause", index + 1).quote("text", self.clause_text(index));
        Err(refusal.with("literals", self.clauses[index].legs.len()).with("width", CLAUSE_WIDTH))
    }

    /// A text that [`Formula::parse`] reads as this formula again: with its drawing if it has one, else in words.
    #[must_use]
    pub fn source(&self) -> String {
        let legs = || self.clauses.iter().flat_map(|clause| &clause.legs);
        if legs().any(|leg| leg.x.is_none()) {
            return self.to_string();
        }
        let leg = |leg: &Leg| serde_json::json!({"var": leg.variable, "x": leg.x});
        let clauses = self.clauses.iter().map(|clause| {
            let legs: Vec<_> = clause.legs.iter().map(leg).collect();
            serde_json::json!({"sign": if clause.positive { "+" } else { "-" }, "legs": legs})
        });
        serde_json::json!({"vars": self.names.len(), "clauses": clauses.collect::<Vec<_>>()}).to_string()
    }

    /// The names of the variables.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The clauses, in the order in which they were written.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The distinct variables of a clause, in the order of their numbers.
    pub(crate) fn variables_of(&self, clause: usize) -> Vec<usize> {
        let mut variables: Vec<usize> = self.clauses[clause].legs.iter().map(|leg| leg.variable).collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// The first clause with the same sign and the same set of variables.
    pub(crate) fn first_of_its_kind(&self, clause: usize) -> usize {
        let kind = |index: usize| (self.clauses[index].positive, self.variables_of(index));
        (0..clause).find(|&earlier| kind(earlier) == kind(clause)).unwrap_or(clause)
    }

    /// Whether a valuation makes every clause true.
    #[must_use]
    pub fn satisfied_by(&self, valuation: &[bool]) -> bool {
        self.clauses.iter().all(|clause| clause.legs.iter().any(|leg| valuation[leg.variable] == clause.positive))
    }

    /// A literal as text, such as `-x2`.
    #[must_use]
    pub fn literal_text(&self, clause: usize, literal: usize) -> String {
        let clause = &self.clauses[clause];
        format!("{}{}", if clause.positive { "" } else { "-" }, self.names[clause.legs[literal].variable])
    }

    /// A clause as text, such as `-x1 -x2`.
    #[must_use]
    pub fn clause_text(&self, clause: usize) -> String {
        let literals = 0..self.clauses[clause].legs.len();
        literals.map(|literal| self.literal_text(clause, literal)).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses: Vec<String> = (0..self.clauses.len()).map(|index| self.clause_text(index)).collect();
        f.write_str(&clauses.join("; "))
    }
}

fn check_size(variables: usize, clauses: usize) -> Result<(), Refusal> {
    if variables <= MOST && clauses <= MOST {
        return Ok(());
    }
    Err(words::TOO_LARGE.refuse().with("variables", variables).with("clauses", clauses).with("most", MOST))
}

/// The sign and the names of one clause, or nothing where there is only white space.
/// The clauses of a file in the format of the DIMACS challenge, as [`Formula::parse_text`] reads them: variable n is called xn.
/// None if the text is not such a file; what is not a number stays as it is, to be refused there.
fn dimacs(text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim);
    lines().find(|line| !line.is_empty() && !line.starts_with('c'))?.strip_prefix("p cnf")?;
    let mut clauses = String::new();
    // A line of a percent sign ends the clauses of some collections.
    let body = lines().take_while(|line| *line != "%").filter(|line| !line.starts_with(['c', 'p']));
    for word in body.flat_map(str::split_whitespace) {
        match (word, word.strip_prefix('-')) {
            ("0", _) => clauses.push('\n'),
            (_, Some(number)) => clauses.push_str(&format!("-x{number} ")),
            (number, None) => clauses.push_str(&format!("x{number} ")),
        }
    }
    Some(clauses)
}

fn parse_clause(part: &str, number: usize) -> Result<Option<(bool, Vec<&str>)>, Refusal> {
    let part = part.trim().trim_start_matches('(').trim_end_matches(')').trim();
    let mut row: Vec<&str> = Vec::new();
    let mut sign = None;
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '∨');
    for literal in part.split(separates).filter(|literal| !literal.is_empty()) {
        let name = literal.trim_start_matches(['-', '!', '~', '¬']);
        let negations = literal[..literal.len() - name.len()].chars().count();
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name.len() <= 32;
        if !is_name || negations > 1 {
            let start: String = literal.chars().take(40).collect();
            return Err(words::LITERAL.refuse().with("clause", number).quote("literal", start));
        }
        let positive = negations == 0;
        if *sign.get_or_insert(positive) != positive {
            return Err(words::MIXED_SIGNS.refuse().with("clause", number).quote("text", part));
        }
        row.push(name);
        if row.len() > CLAUSE_WIDTH {
            return Err(words::TOO_WIDE.refuse().with("clause", number).quote("text", part).with("most", CLAUSE_WIDTH));
        }
    }
    Ok(sign.map(|positive| (positive, row)))
}

/// Natural order: x2 comes before x10.
fn natural_order(name: &str) -> (&str, usize, &str) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = name[letters.len()..].trim_start_matches('0');
    (letters, digits.len(), &name[letters.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        match Formula::parse(text) {
            Ok(formula) => panic!("{text:?} was taken as {formula}"),
            Err(sentence) => sentence.to_string(),
        }
    }

    #[test]
    fn text_and_json_give_the_same_formula() {
        let text = Formula::parse("x1 x2 x3\n-x1 -x3 # two of them\n").unwrap();
        let json = r#"{"vars":3,"clauses":[{"sign":"+","legs":[{"var":0},{"var":1},{"var":2}]},{"sign":"-","legs":[{"var":0},{"var":2}]}]}"#;
        assert_eq!(text, Formula::parse(json).unwrap());
        assert_eq!(text.to_string(), "x1 x2 x3; -x1 -x3");
        assert_eq!(Formula::parse("(x1 | x2, x3); (!x1 ∨ ~x3)").unwrap(), text);
    }

    #[test]
    fn files_of_the_dimacs_challenge_are_read() {
        let text = Formula::parse("x1 x2 x3; -x1 -x3").unwrap();
        assert_eq!(Formula::parse("c a comment\np cnf 3 2\n1 2\n3 0 -1 -3 0\n%\n0\n").unwrap(), text);
        assert!(refused("p cnf 2 1\n1 -2 0\n").contains("clause 1"), "mixed signs are no clause here");
    }

    #[test]
    fn names_are_in_natural_order() {
        assert_eq!(Formula::parse("x10 x2 b").unwrap().names(), ["b", "x2", "x10"]);
    }

    #[test]
    fn nonsense_is_answered_by_a_sentence() {
        for (text, culprit) in [
            ("", "no clause"),
            (" \n\n# nothing", "no clause"),
            ("x1;;x2", "clause 2 is empty"),
            ("x1 -x2", "mixes signs"),
            ("x1 x2 x3 x4", "more than 3"),
            ("x1 --x2", "--x2"),
            ("x1 2", "\"2\""),
            ("{\"vars\":1", "JSON"),
            (r#"{"vars":1,"clauses":[{"sign":"*","legs":[{"var":0}]}]}"#, "\"*\""),
            (r#"{"vars":1,"clauses":[{"sign":"+","legs":[{"var":1}]}]}"#, "variable 1"),
            (r#"{"vars":1,"clauses":[{"sign":"+","legs":[]}]}"#, "0 literals"),
            (r#"{"vars":1,"clauses":[]}"#, "no clause"),
            (r#"{"vars":99999999999,"clauses":[]}"#, "at most"),
            (r#"{"vars":2,"clauses":[{"sign":"+","legs":[{"var":0,"x":1},{"var":1}]}]}"#, "all or none"),
        ] {
            assert!(refused(text).contains(culprit), "{text:?}: {}", refused(text));
        }
        let two = Formula::parse("x1 x2 x3; -x1 -x2").unwrap();
        assert!(two.require_strict().unwrap_err().to_string().contains("\"-x1 -x2\""));
    }
}

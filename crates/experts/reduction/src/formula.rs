//! Formulas: conjunctions of monotone clauses of one to three literals, and the sentences that refuse anything else.
//!
//! A clause is *monotone* when its literals are all positive or all negated. The drawing of a formula puts the variables on a line, the
//! positive clauses above it and the negative ones below it; a formula read from JSON may bring the places of its legs along
//! ([`Leg::x`]), a formula written as text lets [`crate::layout`] find them.

use std::fmt;

use serde::Deserialize;

/// What went wrong, as a sentence that quotes the culprit and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence(String);

impl Sentence {
    /// Wraps a finished sentence.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Sentence {}

/// The most variables a formula may have: beyond this the board would not fit in memory anyway.
pub const MAX_VARIABLES: usize = 500;
/// The most clauses a formula may have.
pub const MAX_CLAUSES: usize = 500;
/// The most literals of a clause, and the exact number in strict mode.
pub const CLAUSE_WIDTH: usize = 3;

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
    /// A formula from its parts; every other constructor ends here.
    ///
    /// # Errors
    /// Refuses formulas that are empty or too large, clauses without or with too many literals, and unknown variables.
    pub fn new(names: Vec<String>, clauses: Vec<Clause>) -> Result<Self, Sentence> {
        if clauses.is_empty() {
            return Err(Sentence::new("the formula has no clause: write at least one, such as \"x1 x2 x3\""));
        }
        if names.len() > MAX_VARIABLES || clauses.len() > MAX_CLAUSES {
            return Err(Sentence::new(format!(
                "the formula has {} variables and {} clauses, but at most {MAX_VARIABLES} and {MAX_CLAUSES} are taken",
                names.len(),
                clauses.len()
            )));
        }
        for (index, clause) in clauses.iter().enumerate() {
            let number = index + 1;
            if clause.legs.is_empty() || clause.legs.len() > CLAUSE_WIDTH {
                return Err(Sentence::new(format!(
                    "clause {number} has {} literals, but a clause has 1 to {CLAUSE_WIDTH}",
                    clause.legs.len()
                )));
            }
            for leg in &clause.legs {
                if leg.variable >= names.len() {
                    return Err(Sentence::new(format!(
                        "clause {number} names variable {}, but the formula has {} variables, counted from 0",
                        leg.variable,
                        names.len()
                    )));
                }
                if leg.x.is_some_and(|x| !x.is_finite()) {
                    return Err(Sentence::new(format!("clause {number} has a leg whose place \"x\" is not a number")));
                }
            }
        }
        Ok(Self { names, clauses })
    }

    /// Reads JSON or text: whatever starts with `{` is JSON.
    ///
    /// # Errors
    /// As [`Formula::parse_json`] and [`Formula::parse_text`].
    pub fn parse(text: &str) -> Result<Self, Sentence> {
        if text.trim_start().starts_with('{') { Self::parse_json(text) } else { Self::parse_text(text) }
    }

    /// Reads `{"vars": 2, "clauses": [{"sign": "+", "legs": [{"var": 0, "x": 1.5}, …]}, …]}`.
    ///
    /// The variables are called x1, x2, … in the order of their numbers. The places `x` may be left out, all or none.
    ///
    /// # Errors
    /// Refuses malformed JSON, signs other than "+" and "-", and what [`Formula::new`] refuses.
    pub fn parse_json(text: &str) -> Result<Self, Sentence> {
        let json: JsonFormula = serde_json::from_str(text).map_err(|error| {
            Sentence::new(format!(
                "the formula is not the JSON expected ({error}): write {{\"vars\": 1, \"clauses\": [{{\"sign\": \"+\", \"legs\": \
                 [{{\"var\": 0, \"x\": 0.5}}]}}]}}"
            ))
        })?;
        if json.vars > MAX_VARIABLES {
            return Err(Sentence::new(format!(
                "the formula has {} variables, but at most {MAX_VARIABLES} are taken",
                json.vars
            )));
        }
        let names = (1..=json.vars).map(|number| format!("x{number}")).collect();
        let mut clauses = Vec::with_capacity(json.clauses.len().min(MAX_CLAUSES + 1));
        for (index, clause) in json.clauses.into_iter().enumerate() {
            let positive = match clause.sign.as_str() {
                "+" => true,
                "-" => false,
                sign => {
                    let number = index + 1;
                    return Err(Sentence::new(format!(
                        "clause {number} has the sign \"{sign}\", but \"+\" or \"-\" is expected"
                    )));
                }
            };
            let legs = clause.legs.into_iter().map(|leg| Leg { variable: leg.var, x: leg.x }).collect();
            clauses.push(Clause { positive, legs });
        }
        let placed = clauses.iter().flat_map(|clause: &Clause| &clause.legs).filter(|leg| leg.x.is_some()).count();
        if placed != 0 && placed != clauses.iter().map(|clause| clause.legs.len()).sum::<usize>() {
            return Err(Sentence::new(format!(
                "{placed} legs have a place \"x\" and others have none: give all or none"
            )));
        }
        Self::new(names, clauses)
    }

    /// Reads one clause a line (or separated by `;`): `x1 x2 x3`, negated `-x1 -x2 -x4`. `!`, `~` and `¬` also negate, commas, `|` and
    /// `∨` may separate literals, brackets may surround a clause, `#` starts a comment.
    ///
    /// # Errors
    /// Refuses literals that are not names, clauses that mix signs, and what [`Formula::new`] refuses.
    pub fn parse_text(text: &str) -> Result<Self, Sentence> {
        let mut rows: Vec<(bool, Vec<&str>)> = Vec::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            for part in line.split(';') {
                let number = rows.len() + 1;
                if let Some(row) = parse_clause(part, number)? {
                    rows.push(row);
                }
                if rows.len() > MAX_CLAUSES {
                    return Err(Sentence::new(format!("the formula has more than {MAX_CLAUSES} clauses")));
                }
            }
        }
        let mut names: Vec<&str> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
        names.sort_unstable_by_key(|name| natural_order(name));
        names.dedup();
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
    ///
    /// # Errors
    /// Names the first clause of another length.
    pub fn require_strict(&self) -> Result<(), Sentence> {
        match self.clauses.iter().position(|clause| clause.legs.len() != CLAUSE_WIDTH) {
            None => Ok(()),
            Some(index) => Err(Sentence::new(format!(
                "clause {} \"{}\" has {} literals, but strict mode wants exactly {CLAUSE_WIDTH}",
                index + 1,
                self.clause_text(index),
                self.clauses[index].legs.len()
            ))),
        }
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

/// The sign and the names of one clause, or nothing where there is only white space.
fn parse_clause(part: &str, number: usize) -> Result<Option<(bool, Vec<&str>)>, Sentence> {
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
            return Err(Sentence::new(format!(
                "clause {number} has the literal \"{}\", but a name such as x1 or its negation -x1 is expected",
                literal.chars().take(40).collect::<String>()
            )));
        }
        let positive = negations == 0;
        if *sign.get_or_insert(positive) != positive {
            return Err(Sentence::new(format!(
                "clause {number} \"{part}\" mixes signs, but its literals must be all positive or all negated"
            )));
        }
        row.push(name);
        if row.len() > CLAUSE_WIDTH {
            return Err(Sentence::new(format!(
                "clause {number} \"{part}\" has more than {CLAUSE_WIDTH} literals, but a clause has 1 to {CLAUSE_WIDTH}"
            )));
        }
    }
    Ok(sign.map(|positive| (positive, row)))
}

/// x2 comes before x10: letters first, then the number at the end.
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
    fn names_are_in_natural_order() {
        assert_eq!(Formula::parse("x10 x2 b").unwrap().names(), ["b", "x2", "x10"]);
    }

    #[test]
    fn nonsense_is_answered_by_a_sentence() {
        for (text, culprit) in [
            ("", "no clause"),
            (" \n;;\n# nothing", "no clause"),
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

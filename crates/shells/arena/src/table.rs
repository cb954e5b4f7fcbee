//! Tables of figures, for people and for programs.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::fmt;

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A figure and its number of decimals; shown as a dash if not finite.
    Number(f64, usize),
    /// A figure with its 95 % interval.
    Interval {
        /// The figure.
        value: f64,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
        /// How many decimals are shown.
        decimals: usize,
    },
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A figure with the ends of its interval.
    #[must_use]
    pub fn interval((value, low, high): (f64, f64, f64), decimals: usize) -> Self {
        Self::Interval { value, low, high, decimals }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(value, _) if !value.is_finite() => f.write_str("–"),
            Self::Number(value, decimals) => write!(f, "{value:.decimals$}"),
            Self::Interval { value, low, high, decimals } => {
                write!(f, "{value:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
            }
        }
    }
}

impl From<&Cell> for Value {
    fn from(cell: &Cell) -> Self {
        match cell {
            Cell::Text(text) => json!(text),
            Cell::Number(value, _) => json!(value),
            Cell::Interval { value, low, high, .. } => json!({"value": value, "low": low, "high": high}),
        }
    }
}

/// Rows under named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as the columns.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Self { title: title.into(), columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = |row: &Vec<Cell>| -> Map<String, Value> {
            self.columns.iter().cloned().zip(row.iter().map(Value::from)).collect()
        };
        let rows: Vec<Map<String, Value>> = self.rows.iter().map(object).collect();
        json!({"title": self.title, "columns": self.columns, "rows": rows}).serialize(serializer)
    }
}

impl fmt::Display for Table {
    /// Columns as wide as their widest entry; words left-aligned, figures right-aligned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect()).collect();
        let width = |column: usize| {
            let entries = texts.iter().filter_map(|row| row.get(column));
            entries.chain([&self.columns[column]]).map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let is_words = |column: usize| self.rows.iter().all(|row| matches!(row.get(column), Some(Cell::Text(_))));
        let line = |f: &mut fmt::Formatter<'_>, entries: &[String]| {
            let mut line = String::new();
            for (column, (text, width)) in entries.iter().zip(&widths).enumerate() {
                let text = if is_words(column) { format!("{text:<width$}") } else { format!("{text:>width$}") };
                line.push_str("  ");
                line.push_str(&text);
            }
            writeln!(f, "{}", line.trim_end())
        };
        writeln!(f, "{}", self.title)?;
        line(f, &self.columns)?;
        line(f, &widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>())?;
        texts.iter().try_for_each(|row| line(f, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_figures_right() {
        let mut table = Table::new("speeds", &["player", "per second"]);
        table.add(vec![Cell::text("uct"), Cell::Number(12_345.678, 1)]);
        table.add(vec![Cell::text("random"), Cell::interval((2.0, 1.5, 2.5), 1)]);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "  player      per second");
        assert_eq!(lines[3], "  uct            12345.7");
        assert_eq!(lines[4], "  random  2.0 [1.5, 2.5]");
        let value = serde_json::to_value(&table).unwrap();
        assert_eq!(value["rows"][1]["per second"]["high"], 2.5);
    }
}

//! Experiments: named, seeded recipes that anybody can repeat.
//!
//! Every recipe gives tables with 95 % intervals and a plot, and states its question in [`Recipe::about`]. `--quick`
//! answers the same question with fewer games, in minutes. Games depend only on seeds; speeds depend on the machine.
//!
//! Shares of points have Wilson's interval over games; speeds are geometric means with Student's over positions.
//! `laboratory.rs` holds the shared parts.

mod evaluation;
mod hash;
mod laboratory;
mod ordering;
mod rave;
mod threads;
mod transpositions;
mod virtual_loss;

pub use laboratory::{Findings, Laboratory};

use crate::words;
use quadrille_core::{Lang, Message, Refusal};
use quadrille_support::file;
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Its name.
    pub name: &'static str,
    /// The question it answers, in a sentence.
    pub about: &'static Message,
    run: fn(&mut Laboratory<'_>) -> Result<Findings, Refusal>,
}

/// All experiments.
pub const RECIPES: [Recipe; 7] = [
    Recipe { name: "transpositions", about: &words::TRANSPOSITIONS, run: transpositions::run },
    Recipe { name: "rave", about: &words::RAVE, run: rave::run },
    Recipe { name: "threads", about: &words::THREADS, run: threads::run },
    Recipe { name: "virtual-loss", about: &words::VIRTUAL_LOSS, run: virtual_loss::run },
    Recipe { name: "evaluation", about: &words::EVALUATION, run: evaluation::run },
    Recipe { name: "ordering", about: &words::ORDERING, run: ordering::run },
    Recipe { name: "hash", about: &words::HASH, run: hash::run },
];

/// The recipe of this name.
pub fn find(name: &str) -> Result<Recipe, Refusal> {
    let names = RECIPES.map(|recipe| recipe.name);
    let refuse = || words::NO_EXPERIMENT.refuse().quote("name", name).list("names", names);
    RECIPES.into_iter().find(|recipe| recipe.name == name).ok_or_else(refuse)
}

/// A finished experiment.
#[derive(Clone, Debug)]
pub struct Report {
    recipe: Recipe,
    quick: bool,
    seed: u64,
    seconds: f64,
    findings: Findings,
}

impl Recipe {
    /// Carries the experiment out.
    pub fn carry_out(self, laboratory: &mut Laboratory<'_>) -> Result<Report, Refusal> {
        let start = Instant::now();
        let findings = (self.run)(laboratory)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(Report { recipe: self, quick: laboratory.quick, seed: laboratory.seed, seconds, findings })
    }
}

impl Report {
    /// The whole report as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "experiment": self.recipe.name,
            "question": self.recipe.about.en,
            "command": self.command(),
            "quick": self.quick,
            "seed": self.seed,
            "seconds": self.seconds,
            "tables": self.findings.tables,
            "remarks": self.findings.remarks,
        })
    }

    /// The command that repeats the experiment.
    #[must_use]
    pub fn command(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        format!("quadrille experiment {}{quick} --seed {}", self.recipe.name, self.seed)
    }

    /// Writes `NAME.json` and `NAME.svg` into a folder and returns their paths.
    pub fn write(&self, folder: &Path) -> io::Result<[PathBuf; 2]> {
        std::fs::create_dir_all(folder)?;
        let json = format!("{:#}\n", self.to_json());
        let files = [("json", json), ("svg", self.findings.plot.to_svg())];
        let mut paths = [PathBuf::new(), PathBuf::new()];
        for (path, (extension, text)) in paths.iter_mut().zip(files) {
            *path = folder.join(format!("{}.{extension}", self.recipe.name));
            file::write(path, text.as_bytes())?;
        }
        Ok(paths)
    }
}

impl Report {
    /// The report for people. Tables and remarks are those of the JSON file, in English.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}: {}\n\n", self.recipe.name, self.recipe.about.template(lang));
        self.findings.tables.iter().for_each(|table| text += &format!("{table}\n"));
        self.findings.remarks.iter().for_each(|remark| text += &format!("{remark}\n"));
        let repeat =
            words::REPEAT.say().with("seconds", format!("{:.0}", self.seconds)).with("command", self.command());
        text + &repeat.text(lang) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_have_different_names_and_are_found() {
        for recipe in RECIPES {
            assert_eq!(find(recipe.name).unwrap().about, recipe.about);
        }
        assert!(find("alchemy").unwrap_err().to_string().contains("transpositions"));
    }
}

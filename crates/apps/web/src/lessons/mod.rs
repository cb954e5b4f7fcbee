//! Lessons: folders of data, each teaching one idea, shown by generic code.
//!
//! A lesson is a folder with `lesson.json` (what each step shows and asks) and one text per language, `en.md` and
//! `fr.md`. The program's lessons are built in; a teacher's own are read from a folder. `setting.rs` defines what a
//! step shows, `exercise.rs` what it asks. `docs/lessons.md` explains how to write one.

pub mod exercise;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod setting;
mod text;

#[cfg(not(target_family = "wasm"))]
pub use folder::from_folder;
pub use setting::{Place, Setting, Traced};

use crate::{readings, words};
use exercise::Exercise;
use quadrille_core::Refusal;
use quadrille_core::words::Arg;
use serde::{Deserialize, Serialize};
use text::{Text, Written};

/// What `lesson.json` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// The sort key of a folder's list; ties are sorted by name.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a browser reads no folders"))]
    order: u32,
    steps: Vec<StepPlan>,
    /// Further reading: files of the program, documents and papers.
    #[serde(default)]
    read: Vec<Reading>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepPlan {
    #[serde(default)]
    show: Option<Setting>,
    #[serde(default)]
    exercise: Option<Exercise>,
}

/// Further reading: a file of the program, or a work elsewhere.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    kind: ReadingKind,
    /// A work with its authors and year, or a part of the file.
    #[serde(default)]
    title: Option<String>,
    /// A source or document, by its path in the repository.
    #[serde(default)]
    file: Option<String>,
    /// Where a work is found.
    #[serde(default)]
    url: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ReadingKind {
    Code,
    Paper,
    Course,
}

impl Reading {
    /// Addresses from a lesson become links, so only web addresses are accepted.
    fn check(&self) -> Result<(), Refusal> {
        match &self.url {
            Some(url) if !url.starts_with("https://") && !url.starts_with("http://") => {
                Err(words::LESSON_LINK.refuse().quote("url", url))
            }
            _ if self.title.is_none() && self.file.is_none() => Err(words::LESSON_READING.refuse()),
            _ => Ok(()),
        }
    }

    fn view(&self) -> ReadingView {
        let parts = [self.title.as_deref(), self.file.as_deref()];
        ReadingView {
            kind: self.kind,
            title: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            url: self.url.clone().or_else(|| readings::address(self.file.as_deref()?)),
        }
    }
}

/// Further reading, as the page shows it.
#[derive(Serialize)]
struct ReadingView {
    kind: ReadingKind,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A lesson with its texts.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name of its folder.
    pub name: String,
    plan: Plan,
    texts: Vec<(&'static str, Text)>,
}

/// A line of the list of lessons.
#[derive(Serialize)]
pub struct Summary {
    name: String,
    title: String,
    text: String,
    steps: usize,
    exercises: usize,
}

/// A lesson as the page shows it.
#[derive(Serialize)]
pub struct View<'a> {
    name: &'a str,
    title: &'a str,
    text: &'a str,
    steps: Vec<StepView<'a>>,
    read: Vec<ReadingView>,
}

#[derive(Serialize)]
struct StepView<'a> {
    #[serde(flatten)]
    written: &'a Written,
    #[serde(skip_serializing_if = "Option::is_none")]
    show: Option<&'a Setting>,
    /// How the question is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<exercise::Answering>,
}

impl Lesson {
    /// Builds a lesson from the contents of its files.
    fn read(name: &str, plan: &str, texts: &[(&'static str, &str)]) -> Result<Self, Refusal> {
        let wrong = |why: Arg| words::LESSON.refuse().quote("name", name).with("why", why);
        let plan: Plan = serde_json::from_str(plan).map_err(|error| wrong(format!("lesson.json: {error}").into()))?;
        plan.read.iter().try_for_each(Reading::check).map_err(|why| wrong(why.into()))?;
        let texts: Vec<(&str, Text)> = texts.iter().map(|&(lang, text)| (lang, Text::read(text))).collect();
        if texts.is_empty() {
            return Err(wrong(words::LESSON_TEXT.refuse().into()));
        }
        for (lang, text) in &texts {
            let (steps, written) = (plan.steps.len(), text.steps.len());
            if steps != written {
                let why =
                    words::LESSON_STEPS.refuse().with("lang", *lang).with("steps", steps).with("written", written);
                return Err(wrong(why.into()));
            }
        }
        Ok(Self { name: name.to_owned(), plan, texts })
    }

    /// The text in a language, or in the first one available.
    fn text(&self, lang: &str) -> &Text {
        let found = self.texts.iter().find(|(known, _)| *known == lang).or(self.texts.first());
        found.map_or(Text::EMPTY, |(_, text)| text)
    }

    /// The exercise of a step.
    #[must_use]
    pub fn exercise(&self, step: usize) -> Option<&Exercise> {
        self.plan.steps.get(step)?.exercise.as_ref()
    }

    /// How many steps it has.
    #[cfg(test)]
    pub fn steps(&self) -> usize {
        self.plan.steps.len()
    }

    /// What a step shows.
    #[cfg(test)]
    pub fn shown(&self, step: usize) -> Option<&Setting> {
        self.plan.steps.get(step)?.show.as_ref()
    }

    /// Its line in the list.
    #[must_use]
    pub fn summary(&self, lang: &str) -> Summary {
        let text = self.text(lang);
        Summary {
            name: self.name.clone(),
            title: text.title.clone(),
            text: text.summary.clone(),
            steps: self.plan.steps.len(),
            exercises: self.plan.steps.iter().filter(|step| step.exercise.is_some()).count(),
        }
    }

    /// The whole lesson in a language.
    #[must_use]
    pub fn view(&self, lang: &str) -> View<'_> {
        let text = self.text(lang);
        let step = |(plan, written)| {
            let StepPlan { show, exercise }: &StepPlan = plan;
            StepView { written, show: show.as_ref(), answer: exercise.as_ref().map(Exercise::answering) }
        };
        View {
            name: &self.name,
            title: &text.title,
            text: &text.summary,
            steps: self.plan.steps.iter().zip(&text.steps).map(step).collect(),
            read: self.plan.read.iter().map(Reading::view).collect(),
        }
    }
}

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        [$((
            $name,
            include_str!(concat!("../../lessons/", $name, "/lesson.json")),
            [
                ("en", include_str!(concat!("../../lessons/", $name, "/en.md"))),
                ("fr", include_str!(concat!("../../lessons/", $name, "/fr.md"))),
            ],
        )),*]
    };
}

/// The program's lessons, in reading order.
pub fn built_in() -> Result<Vec<Lesson>, Refusal> {
    let all = lessons![
        "minimax",
        "alpha-beta",
        "hashing",
        "transpositions",
        "deepening",
        "monte-carlo",
        "uct",
        "rave",
        "parallel",
        "masters",
        "solving",
        "hardness",
    ];
    all.iter().map(|(name, plan, texts)| Lesson::read(name, plan, texts)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_whose_files_disagree_is_refused() {
        let plan = r#"{"steps": [{}, {}]}"#;
        let refused = Lesson::read("x", plan, &[("en", "# X\n\n## One\n\nText")]).unwrap_err().to_string();
        assert!(refused.contains("numbers of steps: 2 and 1"), "{refused}");
        assert!(Lesson::read("x", "{", &[("en", "# X")]).is_err());
        assert!(Lesson::read("x", plan, &[]).is_err());
    }

    #[test]
    fn what_there_is_to_read_can_be_opened() {
        let lessons = built_in().unwrap();
        let readings: Vec<ReadingView> = lessons.iter().flat_map(|lesson| lesson.view("en").read).collect();
        assert!(readings.len() > 50);
        for reading in readings {
            assert!(reading.url.is_some(), "{}", reading.title);
        }
        let with = |read: &str| {
            let plan = format!("{{\"steps\": [{{}}], \"read\": [{read}]}}");
            Lesson::read("x", &plan, &[("en", "# X\n\n## One\n\nText")]).map_err(|refused| refused.to_string())
        };
        assert!(with(r#"{"kind": "paper", "title": "T", "url": "https://example.org"}"#).is_ok());
        assert!(
            with(r#"{"kind": "paper", "title": "T", "url": "javascript:alert(1)"}"#).unwrap_err().contains("https")
        );
        assert!(with(r#"{"kind": "paper"}"#).unwrap_err().contains("title"));
        let unknown = with(r#"{"kind": "code", "file": "Cargo.lock"}"#).unwrap();
        assert!(unknown.view("en").read[0].url.is_none(), "only what is named by the program's own lessons is in it");
    }
}

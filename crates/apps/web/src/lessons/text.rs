//! The text of a lesson: Markdown in which headings are steps and three kinds of lines are questions and feedback.

use serde::Serialize;

/// One language of a lesson.
#[derive(Clone, Debug)]
pub struct Text {
    pub title: String,
    /// The introduction before the first step.
    pub summary: String,
    pub steps: Vec<Written>,
}

/// The text of a step.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Written {
    title: String,
    /// Markdown.
    text: String,
    /// The question: lines that start with `?:`.
    #[serde(skip_serializing_if = "String::is_empty")]
    question: String,
    /// The feedback for a right answer: `+:`.
    #[serde(skip_serializing_if = "String::is_empty")]
    right: String,
    /// The feedback for a wrong answer: `-:`.
    #[serde(skip_serializing_if = "String::is_empty")]
    wrong: String,
}

impl Text {
    /// No text at all.
    pub const EMPTY: &'static Self = &Self { title: String::new(), summary: String::new(), steps: Vec::new() };

    /// Reads a file.
    pub fn read(text: &str) -> Self {
        let mut read = Self { title: String::new(), summary: String::new(), steps: Vec::new() };
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                read.steps.push(Written { title: title.trim().to_owned(), ..Written::default() });
            } else if let Some(title) = line.strip_prefix("# ") {
                title.trim().clone_into(&mut read.title);
            } else {
                read.line(line);
            }
        }
        for part in read.steps.iter_mut().map(|step| &mut step.text).chain([&mut read.summary]) {
            *part = part.trim().to_owned();
        }
        read
    }

    fn line(&mut self, line: &str) {
        let Some(step) = self.steps.last_mut() else {
            self.summary += line;
            self.summary.push('\n');
            return;
        };
        for (mark, part) in [("?:", &mut step.question), ("+:", &mut step.right), ("-:", &mut step.wrong)] {
            if let Some(said) = line.strip_prefix(mark) {
                *part = format!("{part} {}", said.trim()).trim().to_owned();
                return;
            }
        }
        step.text += line;
        step.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_steps_and_marked_lines_are_asked() {
        let text = Text::read(
            "# Title\n\nWhat it is.\n\n## One\n\nA *word*.\n\n?: How\n?: many?\n+: Yes.\n-: No.\n\n## Two\nB\n",
        );
        assert_eq!((text.title.as_str(), text.summary.as_str(), text.steps.len()), ("Title", "What it is.", 2));
        let one = &text.steps[0];
        assert_eq!((one.text.as_str(), one.question.as_str()), ("A *word*.", "How many?"));
        assert_eq!((one.right.as_str(), one.wrong.as_str(), text.steps[1].text.as_str()), ("Yes.", "No.", "B"));
    }
}

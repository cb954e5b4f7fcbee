//! A teacher's own lessons, in a folder.

use super::Lesson;
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::file;
use std::fs;
use std::path::{Path, PathBuf};

/// The languages of a lesson's texts.
const LANGUAGES: [&str; 2] = ["en", "fr"];
/// The maximum size of a lesson file.
const LARGEST_FILE: u64 = 1 << 20;
/// More lessons of a folder are left out.
const MOST_LESSONS: usize = 200;

/// Reads every subfolder with a `lesson.json`.
///
/// # Errors
///
/// Returns an error that names the lesson and the file if one cannot be read.
pub fn from_folder(folder: &Path) -> Result<Vec<Lesson>, Refusal> {
    let too_large = |path: &Path, bytes: u64| {
        let why = words::LESSON_FILE.refuse().with("bytes", bytes).with("most", LARGEST_FILE);
        file::about(path, why)
    };
    let read = |path: &Path| -> Result<Option<String>, Refusal> {
        match fs::metadata(path) {
            Err(_) => Ok(None),
            Ok(about) if about.len() > LARGEST_FILE => Err(too_large(path, about.len())),
            Ok(_) => fs::read_to_string(path).map(Some).map_err(|error| file::refusal(path, &error)),
        }
    };
    let entries = fs::read_dir(folder).map_err(|error| file::refusal(folder, &error))?;
    let is_lesson = |path: &PathBuf| path.join("lesson.json").is_file();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_lesson).collect();
    paths.sort();
    paths.truncate(MOST_LESSONS);
    let mut lessons = Vec::new();
    for path in paths {
        let Some(plan) = read(&path.join("lesson.json"))? else { continue };
        let mut texts = Vec::new();
        for lang in LANGUAGES {
            if let Some(text) = read(&path.join(format!("{lang}.md")))? {
                texts.push((lang, text));
            }
        }
        let texts: Vec<(&'static str, &str)> = texts.iter().map(|(lang, text)| (*lang, text.as_str())).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        lessons.push(Lesson::read(&name, &plan, &texts)?);
    }
    if lessons.is_empty() {
        return Err(words::NO_LESSONS.refuse().with("path", folder.display().to_string()));
    }
    lessons.sort_by(|a, b| (a.plan.order, &a.name).cmp(&(b.plan.order, &b.name)));
    Ok(lessons)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_lessons_is_read_in_order() {
        let folder = std::env::temp_dir().join(format!("quadrille-lessons-{}", std::process::id()));
        for (name, order) in [("b", 1), ("a", 2)] {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("lesson.json"), format!("{{\"order\": {order}, \"steps\": [{{}}]}}"))
                .unwrap();
            fs::write(folder.join(name).join("en.md"), "# T\n\nS\n\n## One\n\nText").unwrap();
        }
        let names: Vec<String> = from_folder(&folder).unwrap().into_iter().map(|lesson| lesson.name).collect();
        assert_eq!(names, ["b", "a"]);
        fs::write(folder.join("a").join("lesson.json"), "nonsense").unwrap();
        assert!(from_folder(&folder).unwrap_err().to_string().contains("lesson.json"));
        fs::remove_dir_all(&folder).unwrap();
        assert!(from_folder(&folder).is_err());
    }
}

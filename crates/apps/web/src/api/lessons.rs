//! The lessons: their list, one of them, and the answers to their questions.

use crate::lessons::exercise::Judged;
use crate::lessons::{Lesson, Summary};
use crate::problem::{Body, Kind, Problem};
use crate::state::AppState;
use crate::words;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

/// In which language.
#[derive(Deserialize)]
pub struct Language {
    #[serde(default)]
    lang: String,
}

/// All lessons.
#[derive(Serialize)]
pub struct List {
    lessons: Vec<Summary>,
}

/// Lists the lessons.
pub async fn list(
    State(state): State<AppState>,
    query: Result<Query<Language>, QueryRejection>,
) -> Result<Json<List>, Problem> {
    let Query(Language { lang }) = query?;
    Ok(Json(List { lessons: state.lessons.iter().map(|lesson| lesson.summary(&lang)).collect() }))
}

fn find<'a>(state: &'a AppState, name: &str) -> Result<&'a Lesson, Problem> {
    let missing = || Problem::new(Kind::NotFound, words::NO_LESSON.refuse().quote("name", name));
    state.lessons.iter().find(|lesson| lesson.name == name).ok_or_else(missing)
}

/// One lesson.
pub async fn look(
    State(state): State<AppState>,
    Path(name): Path<String>,
    query: Result<Query<Language>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Language { lang }) = query?;
    Ok(Json(find(&state, &name)?.view(&lang)).into_response())
}

/// An answer to a question, or a request for the solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    #[serde(default)]
    answer: Option<String>,
}

/// Checks an answer; without one, returns the solution. Steps are numbered from 1, as in links.
pub async fn answer(
    State(state): State<AppState>,
    Path((name, step)): Path<(String, usize)>,
    Body(given): Body<Answer>,
) -> Result<Json<Judged>, Problem> {
    let missing = || words::NO_EXERCISE.refuse().with("step", step).quote("name", &name);
    let exercise = find(&state, &name)?.exercise(step.wrapping_sub(1)).ok_or_else(missing)?.clone();
    let library = state.library.clone();
    let judged = state.traces.run(move || match given.answer {
        Some(answer) => exercise.check(&answer, library.get()),
        None => exercise.solution(library.get()).map(|it| Judged { right: false, solution: Some(it), said: None }),
    });
    Ok(Json(judged.await??))
}

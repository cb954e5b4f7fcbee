//! Refusals as exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_core::words::Arg;
use quadrille_core::{Lang, Refusal};

pyo3::create_exception!(
    _quadrille,
    QuadrilleError,
    PyValueError,
    "An input was refused. `code` names the reason for programs, the same as in the JSON of the command line; `french` says\n\
     it in French; `details` has what the sentence is about."
);

/// The exception of a refusal.
pub fn raise(refusal: &Refusal) -> PyErr {
    let error = QuadrilleError::new_err(refusal.to_string());
    Python::attach(|py| {
        let value = error.value(py);
        let details = PyDict::new(py);
        let told = refusal.args().iter().try_for_each(|(name, arg)| match arg {
            Arg::Whole(number) => details.set_item(name, number),
            Arg::Number(number) => details.set_item(name, number),
            Arg::Quoted(text) => details.set_item(name, text),
            other => details.set_item(name, other.text(Lang::English)),
        });
        // An exception without its attributes is still the exception.
        let _ = told
            .and_then(|()| value.setattr("details", details))
            .and_then(|()| value.setattr("code", refusal.code()))
            .and_then(|()| value.setattr("french", refusal.text(Lang::French)));
    });
    error
}

/// Results of the engine as results of Python.
pub trait Raise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> Raise<T> for Result<T, Refusal> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|refusal| raise(&refusal))
    }
}

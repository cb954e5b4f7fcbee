//! Two shortcuts around PyO3 for calls that a random game makes at every move, where they save a tenth of its time.
//!
//! Under the stable interface of Python 3.9, PyO3 takes every argument out of a tuple, and looks twice at every number that
//! goes into a list.
#![expect(unsafe_code, reason = "one game after the other is stepped a tenth faster")]

use pyo3::PyClass;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A list of some of these numbers.
pub fn list<'py>(py: Python<'py>, numbers: &[Py<PyInt>], chosen: &[i32]) -> PyResult<Bound<'py, PyList>> {
    // SAFETY: what comes back is a new reference to a list, or null with an exception set. The list has a place for each of
    // the chosen numbers, every place is filled once before anybody sees it, and with a reference that is the list's own.
    unsafe {
        let list = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(chosen.len() as ffi::Py_ssize_t))?;
        for (place, &number) in chosen.iter().enumerate() {
            let number = numbers[number as usize].as_ptr();
            ffi::Py_IncRef(number);
            ffi::PyList_SetItem(list.as_ptr(), place as ffi::Py_ssize_t, number);
        }
        Ok(list.cast_into_unchecked())
    }
}

/// What has the method `apply_action`.
pub trait Applies: PyClass {
    /// Plays an action.
    fn apply_to(object: &Bound<'_, Self>, number: i64) -> PyResult<()>;
}

/// Adds `apply_action` to a type; the method takes its only argument without a tuple.
pub fn register<T: Applies>(py: Python<'_>) -> PyResult<()> {
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"apply_action".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: apply_action::<T> },
        ml_flags: ffi::METH_O,
        ml_doc: c"apply_action($self, action, /)\n--\n\nPlays an action.".as_ptr(),
    }));
    let kind = py.get_type::<T>();
    // SAFETY: the definition lives for ever, and the interpreter checks before each call that the first argument is of the
    // type that the method belongs to.
    let method = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMethod(kind.as_type_ptr(), definition))? };
    kind.setattr("apply_action", method)
}

/// Plays an action, or leaves an exception.
extern "C" fn apply_action<T: Applies>(object: *mut ffi::PyObject, action: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this function, so it is attached, both arguments are live, and the first is a `T`: see
    // `register`.
    let (py, object) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_borrowed_ptr(py, object).cast_into_unchecked::<T>())
    };
    // SAFETY: as above; -1 may come with an exception.
    let number = unsafe { ffi::PyLong_AsLongLong(action) };
    if number == -1 && PyErr::occurred(py) {
        return std::ptr::null_mut();
    }
    // No panic may unwind into the interpreter.
    let played = catch_unwind(AssertUnwindSafe(|| T::apply_to(&object, number)));
    match played.unwrap_or_else(|_| Err(PyRuntimeError::new_err("a defect of Quadrille: apply_action panicked"))) {
        Ok(()) => py.None().into_ptr(),
        Err(error) => {
            error.restore(py);
            std::ptr::null_mut()
        }
    }
}

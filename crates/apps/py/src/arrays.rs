//! Arrays from Python, with error messages for wrong types and shapes.

use crate::errors::Raise;
use crate::words;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::borrow::Cow;

/// The refusal of an array: what it should have been, and what was given.
fn refuse<T>(array: &Bound<'_, PyAny>, name: &'static str, kind: &'static str, shape: String) -> PyResult<T> {
    let given = match array.cast::<PyUntypedArray>() {
        Ok(array) => format!("{} with the shape {:?}", array.dtype(), array.shape()),
        Err(_) => array.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string()),
    };
    let refusal = words::ARRAY.refuse().with("name", name).with("kind", kind).with("shape", shape);
    Err(refusal.with("given", given)).or_raise()
}

/// Whole numbers, `count` of them: an array of int32 or int64, or a list.
pub fn integers(array: &Bound<'_, PyAny>, name: &'static str, count: usize) -> PyResult<Vec<i64>> {
    let numbers = if let Ok(array) = array.extract::<PyReadonlyArray1<'_, i32>>() {
        array.as_array().iter().map(|&number| number.into()).collect()
    } else if let Ok(array) = array.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().to_vec()
    } else if array.cast::<PyUntypedArray>().is_err()
        && let Ok(list) = array.extract::<Vec<i64>>()
    {
        list
    } else {
        return refuse(array, name, "int32 or int64", format!("({count},)"));
    };
    if numbers.len() == count { Ok(numbers) } else { refuse(array, name, "int32 or int64", format!("({count},)")) }
}

/// A table of numbers that stays where it is, unless its rows do not lie one after the other.
pub struct Table<'py>(PyReadonlyArray2<'py, f32>);

impl Table<'_> {
    /// The numbers, row by row.
    pub fn as_slice(&self) -> Cow<'_, [f32]> {
        self.0.as_slice().map_or_else(|_| self.0.as_array().iter().copied().collect::<Vec<_>>().into(), Cow::Borrowed)
    }
}

/// float32 numbers in one row for each of `rows` positions.
pub fn table<'py>(array: &Bound<'py, PyAny>, name: &'static str, rows: usize, columns: usize) -> PyResult<Table<'py>> {
    match array.extract::<PyReadonlyArray2<'py, f32>>() {
        Ok(read) if read.shape() == [rows, columns] => Ok(Table(read)),
        _ => refuse(array, name, "float32", format!("({rows}, {columns})")),
    }
}

/// float32 numbers, one for each of `rows` positions; a column of them is taken too.
pub fn column(array: &Bound<'_, PyAny>, name: &'static str, rows: usize) -> PyResult<Vec<f32>> {
    if let Ok(read) = array.extract::<PyReadonlyArray1<'_, f32>>()
        && read.shape() == [rows]
    {
        return Ok(read.as_array().to_vec());
    }
    match array.extract::<PyReadonlyArray2<'_, f32>>() {
        Ok(read) if read.shape() == [rows, 1] => Ok(read.as_array().iter().copied().collect()),
        _ => refuse(array, name, "float32", format!("({rows},)")),
    }
}

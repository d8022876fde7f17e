//! Python's values as JSON, and back. What is not JSON is an error that names the place: a guess could judge another call than the
//! one that runs.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// Deeper values are none, or contain themselves.
const DEEPEST: usize = 100;
/// More values than this are no arguments of a tool.
const MOST: usize = 1_000_000;

/// Reads a value; `name` is what messages call it.
pub fn from_python(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Value> {
    Reader { name, path: Vec::new(), left: MOST }.value(value)
}

/// Reads a dictionary; nothing at all is an empty one.
pub fn map_from_python(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Map<String, Value>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(Map::new()) };
    match from_python(value, name)? {
        Value::Object(map) => Ok(map),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name} must be a dict such as {{'command': 'ls'}}, not {kind}")))
        }
    }
}

/// A step on the way to a value.
enum Step {
    Key(String),
    Index(usize),
}

struct Reader<'n> {
    name: &'n str,
    path: Vec<Step>,
    left: usize,
}

impl Reader<'_> {
    fn value(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Err(PyValueError::new_err(format!("{} has more than {MOST} values", self.name)));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return self.text(text).map(Value::String);
        }
        if value.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(Value::Bool(flag.is_true()));
        }
        if value.is_instance_of::<PyInt>() {
            let number = value.extract::<i64>().map(Number::from).or_else(|_| value.extract::<u64>().map(Number::from));
            return number.map(Value::Number).map_err(|_| {
                PyValueError::new_err(format!("{} has more than 64 bits; pass it as a string", self.place()))
            });
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            let number = Number::from_f64(number.value()).map(Value::Number);
            return number.ok_or_else(|| PyValueError::new_err(format!("{} is not a finite number", self.place())));
        }
        if let Ok(dict) = value.cast::<PyDict>() {
            return self.dict(dict);
        }
        if let Ok(list) = value.cast::<PyList>() {
            // A copy: reading may run code that changes the list.
            return self.list(list.to_tuple());
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return self.list(tuple.clone());
        }
        self.other(value)
    }

    fn text(&self, text: &Bound<'_, PyString>) -> PyResult<String> {
        // The text itself is left out: it cannot be printed either.
        text.to_cow().map(std::borrow::Cow::into_owned).map_err(|_| {
            PyValueError::new_err(format!(
                "{} is not Unicode text: it holds half of a surrogate pair; decode it with errors='strict' where it comes from",
                self.place()
            ))
        })
    }

    fn dict(&mut self, dict: &Bound<'_, PyDict>) -> PyResult<Value> {
        self.deeper()?;
        if let Some(map) = texts(dict) {
            return Ok(Value::Object(map));
        }
        let mut map = Map::new();
        // A copy: reading may run code that changes the dictionary.
        for item in dict.items().iter() {
            let (key, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let Ok(key) = key.cast::<PyString>() else {
                let kind = key.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{} has a key that is no string but {kind}", self.place())));
            };
            let key = self.text(key)?;
            self.path.push(Step::Key(key.clone()));
            let value = self.value(&value)?;
            self.path.pop();
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }

    fn list(&mut self, items: Bound<'_, PyTuple>) -> PyResult<Value> {
        self.deeper()?;
        let mut list = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            self.path.push(Step::Index(index));
            list.push(self.value(&item)?);
            self.path.pop();
        }
        Ok(Value::Array(list))
    }

    /// A path is its text, a mapping is a dictionary. Nothing else has one meaning.
    fn other(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Value> {
        if let Ok(mapping) = value.cast::<PyMapping>() {
            return self.dict(&PyDict::from_sequence(mapping.items()?.as_any())?);
        }
        if !value.is_instance_of::<PyBytes>()
            && let Ok(path) = value.call_method0("__fspath__")
            && let Ok(text) = path.cast::<PyString>()
        {
            return self.text(text).map(Value::String);
        }
        let kind = value.get_type().name()?;
        let advice = if value.is_instance_of::<PyBytes>() { "; decode them first" } else { "" };
        Err(PyTypeError::new_err(format!(
            "{} is not JSON: it is {kind}, not str, bool, int, float, None, dict, list, tuple or a path{advice}",
            self.place()
        )))
    }

    fn deeper(&self) -> PyResult<()> {
        if self.path.len() < DEEPEST {
            return Ok(());
        }
        let message = format!("{} is nested more than {DEEPEST} levels deep, or contains itself", self.name);
        Err(PyValueError::new_err(message))
    }

    /// Where something is wrong: `arguments['env'][2]`.
    fn place(&self) -> String {
        let step = |step: &Step| match step {
            Step::Key(key) => format!("['{}']", key.chars().take(60).collect::<String>().escape_debug()),
            Step::Index(index) => format!("[{index}]"),
        };
        std::iter::once(self.name.to_owned()).chain(self.path.iter().take(8).map(step)).collect()
    }
}

/// The few texts that most calls consist of, without a copy: reading a text runs no code that could change the dictionary.
/// Anything else is read the long way, which also says what is wrong.
fn texts(dict: &Bound<'_, PyDict>) -> Option<Map<String, Value>> {
    if dict.len() > 8 {
        return None;
    }
    let mut map = Map::new();
    for (key, value) in dict.iter() {
        let (key, value) = (key.cast_exact::<PyString>().ok()?, value.cast_exact::<PyString>().ok()?);
        map.insert(key.to_cow().ok()?.into_owned(), Value::String(value.to_cow().ok()?.into_owned()));
    }
    Some(map)
}

/// A value for Python.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => number_to_python(py, number)?,
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: Vec<Bound<'_, PyAny>> = items.iter().map(|item| to_python(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(map) => map_to_python(py, map)?.into_any(),
    })
}

/// A dictionary for Python.
pub fn map_to_python<'py>(py: Python<'py>, map: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in map {
        dict.set_item(key, to_python(py, value)?)?;
    }
    Ok(dict)
}

fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(whole) = number.as_i64() {
        return Ok(whole.into_pyobject(py)?.into_any());
    }
    if let Some(whole) = number.as_u64() {
        return Ok(whole.into_pyobject(py)?.into_any());
    }
    Ok(PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any())
}

/// A value as JSON text, checked as all input of the gate is.
#[pyfunction]
pub fn json_of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    from_python(value, name).map(|value| value.to_string())
}

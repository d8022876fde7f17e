//! The two functions of the feature request.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::json::{from_python, map_from_python};

/// Whether granular rules approve a call without a question.
#[pyfunction]
pub fn should_auto_approve(tool: &str, arguments: &Bound<'_, PyAny>, config: &Bound<'_, PyAny>) -> PyResult<bool> {
    let arguments = map_from_python(Some(arguments), "tool_args")?;
    let config = from_python(config, "auto_approve_config")?;
    Ok(byleave::config::should_auto_approve(tool, &arguments.into(), &config))
}

/// Raises `ValueError` for the first thing that is wrong with granular rules.
#[pyfunction]
pub fn validate_auto_approve_config(config: &Bound<'_, PyAny>) -> PyResult<()> {
    let config = from_python(config, "auto_approve_config")?;
    byleave::config::validate_auto_approve_config(&config).map_err(|error| PyValueError::new_err(error.message))
}

/// The canonical name of a tool: `bash` for `Shell`. An unknown one keeps its own.
#[pyfunction]
pub fn canonical_tool(name: &str) -> &str {
    byleave::policy::tools::find(name).map_or(name, |tool| tool.name)
}

//! byleave for Python. What people import is in `python/byleave`; this is the part of it that is Rust: policies, decisions, gates
//! and the way to an answer. Everything here is private to that package.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
#![expect(clippy::unused_self, reason = "a method of a Python object has one")]

mod auto_approve;
mod channel;
mod decision;
mod json;
mod paths;
mod pending;
mod permit;
mod policy;
mod session;
mod told;

use pyo3::prelude::*;

/// The engine and the gate.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::auto_approve::{canonical_tool, should_auto_approve, validate_auto_approve_config};
    #[pymodule_export]
    use crate::channel::{Answerer, Callback, Hub, Terminal, restore_terminal};
    #[pymodule_export]
    use crate::decision::{Decision, Finding};
    #[pymodule_export]
    use crate::json::json_of;
    #[pymodule_export]
    use crate::pending::Pending;
    #[pymodule_export]
    use crate::permit::Permit;
    #[pymodule_export]
    use crate::policy::{Policy, PolicyError};
    #[pymodule_export]
    use crate::session::{Session, Store, skill_standing};

    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("COMMANDS", PyTuple::new(module.py(), byleave::policy::read::COMMANDS)?)?;
        module.add("SUBJECTS", PyTuple::new(module.py(), byleave::policy::read::subjects().collect::<Vec<_>>())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! The rule set, as Python sees it.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyNotImplemented, PyString};

/// The rule set: Reversi or Reversed Reversi. It only decides who wins.
///
/// Every argument `rules` also takes its name: "reversi" or "reversed". A rule
/// equals its name.
#[pyclass(frozen, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Othello: most discs win.
    #[pyo3(name = "REVERSI")]
    Reversi,
    /// Anti-Othello: fewest discs win.
    #[pyo3(name = "REVERSED")]
    Reversed,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "methods of Python's objects borrow them")]
#[pymethods]
impl Rule {
    /// The rule with this name, or the rule itself.
    #[new]
    fn new(rule: RuleArg) -> Self {
        rule.0.into()
    }

    /// "reversi" or "reversed".
    #[getter]
    fn name(&self) -> &'static str {
        outflank_core::Rule::from(*self).name()
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> Bound<'py, PyAny> {
        let py = other.py();
        let is_same = match (other.cast::<Self>(), other.extract::<&str>()) {
            (Ok(rule), _) => Some(self == rule.get()),
            (_, Ok(name)) => Some(self.name() == name),
            _ => None,
        };
        match (op, is_same) {
            (CompareOp::Eq, Some(same)) => PyBool::new(py, same).to_owned().into_any(),
            (CompareOp::Ne, Some(same)) => PyBool::new(py, !same).to_owned().into_any(),
            _ => PyNotImplemented::get(py).to_owned().into_any(),
        }
    }

    /// The hash of the name, which the rule equals.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.name()).hash()
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("Rule.{}", self.name().to_uppercase())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (slf.as_any().get_type().into_any(), (slf.get().name(),))
    }
}

impl From<outflank_core::Rule> for Rule {
    fn from(rule: outflank_core::Rule) -> Self {
        match rule {
            outflank_core::Rule::Reversi => Self::Reversi,
            outflank_core::Rule::Reversed => Self::Reversed,
        }
    }
}

impl From<Rule> for outflank_core::Rule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Reversi => Self::Reversi,
            Rule::Reversed => Self::Reversed,
        }
    }
}

/// A rule as an argument: a [`Rule`] or its name.
#[derive(Clone, Copy)]
pub(crate) struct RuleArg(pub(crate) outflank_core::Rule);

impl RuleArg {
    /// The default.
    pub(crate) const REVERSI: Self = Self(outflank_core::Rule::Reversi);
}

impl FromPyObject<'_, '_> for RuleArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(rule) = object.cast::<Rule>() {
            return Ok(Self((*rule.get()).into()));
        }
        let Ok(name) = object.extract::<&str>() else {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "rules are a Rule, \"reversi\" or \"reversed\", not {kind}"
            )));
        };
        let rule = name.parse::<outflank_core::Rule>();
        rule.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

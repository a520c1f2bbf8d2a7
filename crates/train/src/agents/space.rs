//! The search space of a form.

use outflank_classic::{Form, Gene, Genome};

use crate::genetic::{Bounds, Coding, Space, SpaceError};

/// The reason why an agent has no search space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentSpaceError {
    /// A fixed gene that the form does not have.
    #[error("{form} has no gene '{}': expected {}", found.escape_debug(), groups(*form).join(", "))]
    Unknown {
        /// The form.
        form: Form,
        /// The name given.
        found: String,
    },
    /// All genes are fixed.
    #[error("all genes are fixed: there is nothing to tune")]
    AllFixed,
    /// The starting agent is outside the bounds.
    #[error("'{gene}' is {value}, outside the bounds {low} to {high}")]
    Outside {
        /// The gene.
        gene: String,
        /// Its value.
        value: f64,
        /// The lowest value.
        low: f64,
        /// The highest value.
        high: f64,
    },
    /// The bounds or the coding are invalid.
    #[error(transparent)]
    Space(#[from] SpaceError),
}

/// The search space around `start`: the bounds of the form's genes, with the genes in
/// `fixed` unchanged. A name such as `mobility` stands for all genes under it.
///
/// ```
/// use outflank_classic::{Form, Genome};
/// use outflank_train::agent_space;
/// use outflank_train::genetic::Coding;
///
/// let start = Genome::default_of(Form::FiveFactor);
/// let space = agent_space(&start, &["squares".to_owned()], Coding::Real)?;
/// assert_eq!(space.bounds().len(), start.values().len());
/// # Ok::<(), outflank_train::AgentSpaceError>(())
/// ```
pub fn agent_space(
    start: &Genome,
    fixed: &[String],
    coding: Coding,
) -> Result<Space, AgentSpaceError> {
    let form = start.form();
    let genes = form.genes();
    let unknown = fixed.iter().find(|name| !genes.iter().any(|gene| is_under(gene, name)));
    if let Some(found) = unknown {
        return Err(AgentSpaceError::Unknown { form, found: found.clone() });
    }
    let mut bounds = Vec::with_capacity(genes.len());
    for (gene, &value) in genes.iter().zip(start.values()) {
        let (low, high) = (gene.lowest, gene.highest);
        bounds.push(if fixed.iter().any(|name| is_under(gene, name)) {
            Bounds { low: value, high: value }
        } else if (low..=high).contains(&value) {
            Bounds { low, high }
        } else {
            let gene = gene.name.clone();
            return Err(AgentSpaceError::Outside { gene, value, low, high });
        });
    }
    if bounds.iter().all(|Bounds { low, high }| low >= high) {
        return Err(AgentSpaceError::AllFixed);
    }
    Ok(Space::new(bounds, coding)?)
}

/// True if a gene has this name or belongs to the group of this name.
fn is_under(gene: &Gene, name: &str) -> bool {
    gene.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The names of the gene groups of a form.
fn groups(form: Form) -> Vec<&'static str> {
    let names = form.genes().iter().map(|gene| gene.name.split('.').next().unwrap_or_default());
    let mut names: Vec<_> = names.collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::{AgentSpaceError, Bounds, Coding, Form, Genome, agent_space};

    fn fixed(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn fixed_genes_have_no_room_and_the_others_that_of_their_form() {
        let start = Genome::default_of(Form::FiveFactor);
        let space = agent_space(&start, &fixed(&["squares", "mobility.late"]), Coding::Real);
        let bounds = space.unwrap().bounds().to_vec();
        assert_eq!(bounds.len(), 19);
        assert_eq!(bounds[0], Bounds { low: 0.0, high: 10.0 });
        assert_eq!(bounds[1], Bounds { low: 1.88, high: 1.88 });
        assert_eq!(bounds[8], Bounds { low: 0.0, high: 10.0 });
        assert_eq!(bounds[9], Bounds { low: -150.0, high: -150.0 });
        assert!(bounds[9..].iter().all(|bounds| bounds.low >= bounds.high));
    }

    #[test]
    fn every_agent_of_the_reports_can_be_tuned() {
        for form in Form::ALL {
            let start = Genome::default_of(form);
            agent_space(&start, &[], Coding::Binary { bits: 8 }).unwrap();
        }
    }

    #[test]
    fn refusals_name_the_gene() {
        let start = Genome::default_of(Form::FiveFactor);
        let refused = |names: &[&str]| {
            agent_space(&start, &fixed(names), Coding::Real).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&["square"]),
            "five-factor has no gene 'square': expected mobility, frontier, stability, discs, \
             board, squares"
        );
        assert_eq!(
            refused(&["mobility", "frontier", "stability", "discs", "board", "squares"]),
            AgentSpaceError::AllFixed.to_string()
        );
        let mut values = start.values().to_vec();
        values[2] = 11.0;
        let far = Genome::new(Form::FiveFactor, values, "").unwrap();
        let error = agent_space(&far, &[], Coding::Real).unwrap_err();
        assert_eq!(error.to_string(), "'frontier.early' is 11, outside the bounds 0 to 10");
        assert!(agent_space(&far, &fixed(&["frontier"]), Coding::Real).is_ok());
    }
}

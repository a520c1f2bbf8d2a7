//! Reads a genome file. Errors name the line.

use outflank_core::Rule;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::gene::{Group, Shape};
use crate::{Form, Genome, GenomeError, GenomeProblem};

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a genome, for `rule` and of `wanted` if they are given.
pub(super) fn read(
    text: &str,
    rule: Option<Rule>,
    wanted: Option<Form>,
) -> Result<Genome, GenomeError> {
    let file = File(text);
    let root = DeTable::parse(text).map_err(|error| {
        let problem = GenomeProblem::Syntax(error.message().to_owned());
        file.error(error.span().map_or(text.len(), |span| span.start), problem)
    })?;
    let root = root.get_ref();
    file.only(root, &["form", "rules", "provenance", "genes"])?;
    let [form_at, rules_at, provenance_at] =
        ["form", "rules", "provenance"].map(|key| file.get(root, 0, key));
    let (form_at, rules_at) = (form_at?, rules_at?);
    let form: Form = file.string(form_at, "form")?.parse().map_err(|e| file.at(form_at, e))?;
    let found: Rule = file.string(rules_at, "rules")?.parse().map_err(|e| file.at(rules_at, e))?;
    if !form.plays(found) {
        return Err(file.at(rules_at, GenomeProblem::FormOfOtherGame { form, rule: found }));
    }
    if let Some(expected) = rule.filter(|rule| *rule != found) {
        return Err(file.at(rules_at, GenomeProblem::OtherGame { found, expected }));
    }
    if let Some(expected) = wanted.filter(|wanted| *wanted != form) {
        return Err(file.at(form_at, GenomeProblem::OtherForm { found: form, expected }));
    }
    let provenance = file.string(provenance_at?, "provenance")?.to_owned();
    let genes_at = file.get(root, text.len(), "genes")?;
    let DeValue::Table(genes) = genes_at.get_ref() else {
        return Err(file.kind(genes_at, "genes", "a table"));
    };
    let values = file.genes(form, genes, genes_at.span().start)?;
    Ok(Genome { form, rule: found, values, provenance })
}

struct File<'a>(&'a str);

impl File<'_> {
    fn error(&self, offset: usize, problem: impl Into<GenomeProblem>) -> GenomeError {
        let before = self.0.as_bytes().iter().take(offset);
        let line = 1 + before.filter(|byte| **byte == b'\n').count();
        GenomeError { line, problem: problem.into() }
    }

    fn at(&self, value: &Value<'_>, problem: impl Into<GenomeProblem>) -> GenomeError {
        self.error(value.span().start, problem)
    }

    fn kind(&self, value: &Value<'_>, key: &str, expected: &'static str) -> GenomeError {
        self.at(value, GenomeProblem::Kind { key: key.to_owned(), expected })
    }

    /// Refuses keys that are not among those expected; the first in the file.
    fn only(&self, table: &DeTable<'_>, expected: &[&'static str]) -> Result<(), GenomeError> {
        let keys = table.keys();
        let unknown = keys.filter(|key| !expected.contains(&key.get_ref().as_ref()));
        let Some(first) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let found = first.get_ref().chars().take(24).collect();
        let expected = expected.to_vec();
        Err(self.error(first.span().start, GenomeProblem::Unknown { found, expected }))
    }

    /// The value of a key. `place` is the offset of the error if it is missing.
    fn get<'t, 'i>(
        &self,
        table: &'t DeTable<'i>,
        place: usize,
        key: &'static str,
    ) -> Result<&'t Value<'i>, GenomeError> {
        let mut entries = table.iter();
        let entry = entries.find(|(known, _)| known.get_ref().as_ref() == key);
        entry.map(|(_, value)| value).ok_or_else(|| self.error(place, GenomeProblem::Missing(key)))
    }

    fn string<'t>(&self, value: &'t Value<'_>, key: &str) -> Result<&'t str, GenomeError> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.as_ref()),
            _ => Err(self.kind(value, key, "a text in quotes")),
        }
    }

    fn genes(
        &self,
        form: Form,
        table: &DeTable<'_>,
        place: usize,
    ) -> Result<Vec<f64>, GenomeError> {
        let names: Vec<_> = form.groups().iter().map(|group| group.name).collect();
        self.only(table, &names)?;
        let mut values = Vec::with_capacity(form.genes().len());
        for group in form.groups() {
            self.group(group, self.get(table, place, group.name)?, &mut values)?;
        }
        Ok(values)
    }

    fn group(
        &self,
        group: &Group,
        value: &Value<'_>,
        values: &mut Vec<f64>,
    ) -> Result<(), GenomeError> {
        let rows = group.rows();
        match group.shape {
            Shape::Number => values.push(self.number(value, group.name)?),
            Shape::List(_) => self.row(value, group, &rows[0], values)?,
            Shape::Table(..) | Shape::Map => {
                let list = self.list(value, group.name)?;
                if list.len() != rows.len() {
                    return Err(self.length(value, group, format!("{} rows", rows.len()), list));
                }
                for (row, names) in list.iter().zip(&rows) {
                    self.row(row, group, names, values)?;
                }
            }
        }
        Ok(())
    }

    fn row(
        &self,
        value: &Value<'_>,
        group: &Group,
        names: &[String],
        values: &mut Vec<f64>,
    ) -> Result<(), GenomeError> {
        let list = self.list(value, group.name)?;
        if list.len() != names.len() {
            let expected = match names.len() {
                1 => "1 number in this row".to_owned(),
                many => format!("{many} numbers in this row"),
            };
            return Err(self.length(value, group, expected, list));
        }
        for (number, name) in list.iter().zip(names) {
            values.push(self.number(number, name)?);
        }
        Ok(())
    }

    fn length(
        &self,
        value: &Value<'_>,
        group: &Group,
        expected: String,
        list: &DeArray<'_>,
    ) -> GenomeError {
        self.at(value, GenomeProblem::Length { key: group.name, expected, found: list.len() })
    }

    fn list<'t, 'i>(
        &self,
        value: &'t Value<'i>,
        key: &str,
    ) -> Result<&'t DeArray<'i>, GenomeError> {
        match value.get_ref() {
            DeValue::Array(list) => Ok(list),
            _ => Err(self.kind(value, key, "a list in brackets")),
        }
    }

    fn number(&self, value: &Value<'_>, gene: &str) -> Result<f64, GenomeError> {
        let written = match value.get_ref() {
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            _ => return Err(self.kind(value, gene, "a number")),
        };
        let number = written.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| {
            let (gene, found) = (gene.to_owned(), written.chars().take(24).collect());
            self.at(value, GenomeProblem::NotFinite { gene, found })
        })
    }
}

//! Genome files, good and bad.

use outflank_core::Rule;
use proptest::collection::vec;
use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::{Form, Genome, PartValues, ShippedGenome};

fn any_genome() -> impl Strategy<Value = Genome> {
    select(&Form::ALL[..]).prop_flat_map(|form| {
        let number = NORMAL | SUBNORMAL | ZERO | POSITIVE | NEGATIVE;
        let values = vec(number, form.genes().len());
        (values, any::<String>())
            .prop_map(move |(values, words)| Genome::new(form, values, words).unwrap())
    })
}

proptest! {
    #[test]
    fn a_genome_survives_being_written(genome in any_genome()) {
        prop_assert_eq!(Genome::from_toml(&genome.to_toml()), Ok(genome));
    }

    #[test]
    fn a_broken_file_is_refused_with_a_line_in_it(cut in 0_usize..900, form in select(&Form::ALL[..])) {
        let text = Genome::default_of(form).to_toml();
        let Some(part) = text.get(..cut.min(text.len() - 3)) else { return Ok(()) };
        let error = Genome::from_toml(part).unwrap_err();
        prop_assert!((1..=part.lines().count().max(1) + 1).contains(&error.line), "{}", error);
    }
}

#[test]
fn the_defaults_are_written_as_they_stand_in_the_repository() {
    let files = Form::ALL.map(|form| (form.name(), Genome::default_of(form)));
    let other = Genome::default_for(Form::Continuous, Rule::Reversi);
    for (name, genome) in files.into_iter().chain([("continuous-reversi", other)]) {
        let path = format!("{}/genomes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let form = genome.form();
        assert!(name.starts_with(form.name()));
        assert_eq!(genome.to_toml(), std::fs::read_to_string(path).unwrap(), "{name}");
        for (gene, value) in form.genes().iter().zip(genome.values()) {
            assert!((gene.lowest..=gene.highest).contains(value), "{} is {value}", gene.name);
        }
    }
}

#[test]
fn shipped_genomes_are_found_by_name_and_written_as_they_stand() {
    for shipped in ShippedGenome::all() {
        assert_eq!(ShippedGenome::named(shipped.name()), Some(shipped));
        let genome = shipped.genome();
        assert_eq!(genome.to_toml(), shipped.toml(), "{}", shipped.name());
        assert!(genome.provenance().contains("outflank evolve"), "{}", shipped.name());
    }
    assert_eq!(ShippedGenome::named("phased"), None);
}

#[test]
fn genes_have_names_of_their_own() {
    for (form, count) in Form::ALL.into_iter().zip([31, 21, 19, 13, 45, 115]) {
        let mut names: Vec<_> = form.genes().iter().map(|gene| &gene.name).collect();
        assert_eq!(names.len(), count, "{form}");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{form}");
    }
    assert_eq!(Form::Phased.genes()[4].name, "position.b2");
    assert_eq!(Form::Phased.genes()[14].name, "mobility.early.opponent_moves");
    assert_eq!(Form::Corner.genes()[10].name, "stability");
}

#[test]
fn values_that_are_no_genome_are_refused() {
    let whole = Genome::default_of(Form::Corner).values().to_vec();
    assert!(Genome::new(Form::Corner, whole.clone(), "").is_some());
    assert!(Genome::new(Form::Staged, whole.clone(), "").is_none());
    let mut broken = whole;
    broken[3] = f64::NAN;
    assert!(Genome::new(Form::Corner, broken, "").is_none());
}

#[test]
fn refusals_name_line_and_reason() {
    let good = Genome::default_of(Form::Corner).to_toml();
    for (from, to, sentence) in [
        ("stability = 10\n", "", "line 5: there is no 'stability'"),
        (
            "stability = 10",
            "stable = 10",
            "line 13: 'stable' is not known here: expected map, stability, mobility, discs",
        ),
        (
            "stability = 10",
            "stability = nan",
            "line 13: 'stability' is nan: expected a finite number",
        ),
        ("-45", "-inf", "line 9: 'map.b2' is -inf: expected a finite number"),
        ("-45", "1e999", "line 9: 'map.b2' is 1e999: expected a finite number"),
        ("-45", "\"-45\"", "line 9: 'map.b2' has to be a number"),
        ("-45,", "", "line 9: 'map' has to have 3 numbers in this row, found 2"),
        ("[  1]", "[  1, 2]", "line 11: 'map' has to have 1 number in this row, found 2"),
        ("[  1],", "", "line 7: 'map' has to have 4 rows, found 3"),
        ("discs = 30", "discs = [30]", "line 15: 'discs' has to be a number"),
        ("stability = 10", "map = 1", "line 13: duplicate key"),
        (
            "stability = 10",
            "stability = ",
            "line 13: string values must be quoted, expected literal string",
        ),
        (
            "\"corner\"",
            "\"cornered\"",
            "line 1: 'cornered' is not a form: expected phased, staged, five-factor, corner, evolved, \
             continuous",
        ),
        ("\"corner\"", "3", "line 1: 'form' has to be a text in quotes"),
        ("form = \"corner\"\n", "", "line 1: there is no 'form'"),
        ("\"reversi\"", "\"go\"", "line 2: 'go' is not a game: expected reversi or reversed"),
        ("\"reversi\"", "\"reversed\"", "line 2: a corner genome is for reversi, not for reversed"),
        (
            "[genes]",
            "[gene]",
            "line 5: 'gene' is not known here: expected form, rules, provenance, genes",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        let error = Genome::from_toml(&good.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    let without_genes = good.split("[genes]").next().unwrap();
    let error = Genome::from_toml(without_genes).unwrap_err();
    assert_eq!(error.to_string(), "line 5: there is no 'genes'");
    let error = Genome::from_toml_for(Rule::Reversed, &good).unwrap_err();
    assert_eq!(error.to_string(), "line 2: the genome is for reversi, and the game is reversed");
    assert!(Genome::from_toml_for(Rule::Reversi, &good).is_ok());
    let error = Genome::from_toml_of(Form::Phased, &good).unwrap_err();
    assert_eq!(error.to_string(), "line 2: the genome is for reversi, and the game is reversed");
    let error = Genome::from_toml_of(Form::Staged, &good).unwrap_err();
    assert_eq!(error.to_string(), "line 1: the genome is a corner one, expected staged");
    assert!(Genome::from_toml_of(Form::Corner, &good).is_ok());
}

/// Each value is under its name once, and on a board once for each square.
#[test]
fn parts_have_all_values_under_their_names() {
    for form in Form::ALL {
        let values = (0..form.genes().len()).map(|at| at as f64 + 0.5).collect::<Vec<_>>();
        let genome = Genome::new(form, values.clone(), "").unwrap();
        let mut told = Vec::new();
        for part in genome.parts() {
            let numbers = match part.values {
                PartValues::Number(number) => vec![number],
                PartValues::Table { rows, columns, values } => {
                    assert_eq!(values.len(), rows.len().max(1), "{}", part.name);
                    assert!(values.iter().all(|row| row.len() == columns.len()));
                    values.concat()
                }
                PartValues::Squares(squares) => {
                    let [top, bottom] = [&squares[..4], &squares[60..]];
                    assert!(top.iter().eq(bottom.iter().rev()), "{}", part.name);
                    let triangle = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
                    triangle.map(|square: usize| squares[square]).to_vec()
                }
            };
            let genes = &form.genes()[told.len()..told.len() + numbers.len()];
            assert!(genes.iter().all(|gene| gene.name.split('.').next() == Some(part.name)));
            told.extend(numbers);
        }
        assert_eq!(told, values, "{form}");
    }
}

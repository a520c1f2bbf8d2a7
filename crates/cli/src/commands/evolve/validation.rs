//! The strength of the champion: matches from openings that it was not tuned on.

use outflank_arena::{ClassicName, GenomeName, PlayerName};
use outflank_classic::{Form, ShippedGenome};
use outflank_core::Rule;
use outflank_train::genetic::{Champion, RunFolder};

use super::plan::Search;
use super::{write_genome, write_toml};
use crate::cli::Evolve;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;
use crate::progress;

/// Lets the champion play the agent it started from, the best of generation 0
/// and the other agents of its game, all looking as far as in the run.
pub(super) fn play(
    search: &Search,
    options: &Evolve,
    concurrency: usize,
    first: &Champion,
    champion: &Champion,
) -> Result<Vec<Encounter>, Failure> {
    if options.validate == 0 {
        return Ok(Vec::new());
    }
    let mut opponents = Vec::new();
    match &options.genome {
        Some(path) => opponents.push(GenomeName::File(path.clone())),
        None if search.form() == Form::Continuous => {
            // No report has this start, so it has no name under which it plays.
            let path = RunFolder::start_file(&options.folder);
            write_toml(&path, &search.start)?;
            opponents.push(GenomeName::File(path));
        }
        None => {}
    }
    if first.genes != champion.genes {
        let path = RunFolder::first_champion_file(&options.folder);
        let provenance = "The best of generation 0 of the run in this folder.".to_owned();
        write_genome(&path, search, first, provenance)?;
        opponents.push(GenomeName::File(path));
    }
    let rule = search.rule();
    let mut forms: Vec<_> = Form::REPORTS.into_iter().filter(|form| form.rule() == rule).collect();
    // The agent of the champion's report comes first.
    forms.sort_by_key(|form| *form != search.form());
    opponents.extend(forms.into_iter().map(GenomeName::Report));
    if search.form() == Form::Continuous && rule == Rule::Reversed {
        // The best agent with two periods, from which this form begins.
        opponents.extend(ShippedGenome::named("evolved-evolved").map(GenomeName::Shipped));
    }

    let games = options.validate;
    let terms = Terms { rule, games, concurrency, seed: search.settings.seed };
    let limits = search.effort.limits();
    let player = |genome| PlayerName::Classic(ClassicName { genome, limits });
    let champion = player(GenomeName::File(RunFolder::champion_file(&options.folder)));
    let bar = progress::bar(opponents.len() as u64 * u64::from(games), "games");
    let play = |opponent| Encounter::play(terms, &champion, &player(opponent), &bar);
    let matches = opponents.into_iter().map(play).collect();
    bar.finish_and_clear();
    matches
}

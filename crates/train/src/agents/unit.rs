//! Games of an evolution as items of work.

use std::ops::Range;

use outflank_classic::{Agent, Form};
use outflank_core::Rule;
use outflank_work::{Attention, Inputs, ItemError, ItemResult, Performer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::contest::{AgentContest, Effort};
use crate::engine_work::read;
use crate::genetic::{Fixture, Genes, Opening, PlayerList};
use crate::training_kind::TrainingKind;

/// The name of the agents among the inputs.
pub(crate) const AGENTS: &str = "agents";

/// The settings of a unit.
#[derive(Serialize, Deserialize)]
struct EvolveUnit {
    form: String,
    rules: String,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The settings of games of a form.
pub(super) fn settings(form: Form, rule: Rule, effort: Effort) -> Value {
    let (depth, nodes) = match effort {
        Effort::Depth(depth) => (Some(depth), None),
        Effort::Nodes(nodes) => (None, Some(nodes)),
    };
    json!(EvolveUnit { form: form.name().to_owned(), rules: rule.name().to_owned(), depth, nodes })
}

/// The details of some games: the number of the first, then the two agents of each and the number
/// of its opening, if it has one.
pub(crate) fn details(fixtures: &[Fixture], range: Range<u64>) -> Value {
    let games = &fixtures[range.start as usize..range.end as usize];
    let games = games.iter().map(|fixture| {
        let opening = match fixture.opening {
            Opening::Start => None,
            Opening::Random(number) => Some(number),
        };
        (fixture.first, fixture.second, opening)
    });
    json!([range.start, games.collect::<Vec<_>>()])
}

/// Plays the games of units.
struct UnitGames {
    contest: AgentContest<'static>,
    agents: Vec<Genes>,
    players: PlayerList<Agent>,
    first: u64,
    fixtures: Vec<Fixture>,
}

impl Performer for UnitGames {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        if attention.is_cancelled() {
            return Ok(None);
        }
        let at = item.checked_sub(self.first).and_then(|at| self.fixtures.get(at as usize));
        let fixture = *at.ok_or_else(|| ItemError(format!("the unit lacks game {item}")))?;
        let genes = |agent: usize| self.agents[agent].values();
        let result = self.players.play(&self.contest, &genes, fixture);
        attention.step();
        Ok(Some(result.margin.to_le_bytes().to_vec()))
    }

    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        let (first, games): (u64, Vec<(usize, usize, Option<u64>)>) = read(details)?;
        let count = self.agents.len();
        if games.iter().any(|(first, second, _)| *first.max(second) >= count) {
            return Err(ItemError::new("a game names an agent that the unit does not have"));
        }
        let fixture = |(first, second, opening): (usize, usize, Option<u64>)| {
            let opening = opening.map_or(Opening::Start, Opening::Random);
            Fixture { first, second, opening }
        };
        self.first = first;
        self.fixtures = games.into_iter().map(fixture).collect();
        Ok(())
    }
}

/// Games between genomes on other machines.
pub(crate) const EVOLVE: TrainingKind = TrainingKind { name: "evolve", performer };

fn performer(settings: &Value, inputs: &Inputs) -> Result<Box<dyn Performer>, ItemError> {
    let EvolveUnit { form, rules, depth, nodes } = read(settings)?;
    let form: Form = form.parse().map_err(ItemError::new)?;
    let rule: Rule = rules.parse().map_err(ItemError::new)?;
    let effort = match (depth, nodes) {
        (Some(depth), _) => Effort::Depth(depth),
        (None, Some(nodes)) => Effort::Nodes(nodes),
        (None, None) => return Err(ItemError::new("the unit has no depth")),
    };
    let agents: Vec<Genes> =
        serde_json::from_slice(inputs.require(AGENTS)?).map_err(ItemError::new)?;
    let contest = AgentContest::new(form, effort, &|| {}).under(rule);
    if let Some(wrong) = agents.iter().find(|genes| !contest.can_play(genes.values())) {
        return Err(ItemError(format!("{:?} are no genes of {form} for {rule}", wrong.values())));
    }
    let players = PlayerList::new(agents.len());
    Ok(Box::new(UnitGames { contest, agents, players, first: 0, fixtures: Vec::new() }))
}

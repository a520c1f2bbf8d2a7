//! Events as pages show them.

use outflank_arena::{Event, EventKind, StoreError, Summary};
use serde::Serialize;
use utoipa::ToSchema;

use super::phase::{Phase, phase_of_another};
use super::results::Results;
use super::source::Opened;
use super::subject::{Participant, Subject};
use crate::results::{FaultLine, ending_name, place, shown_player};

/// How many games are told at once, the latest.
const GAMES: usize = 500;

/// An event in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct EventView {
    /// The number of the store and of the event in it.
    id: String,
    /// `match` or `tournament`.
    kind: &'static str,
    title: String,
    #[schema(value_type = Option<String>)]
    rules: Option<&'static str>,
    state: Phase,
    played: u32,
    /// How many games there will be, where that is known.
    total: Option<u64>,
    players: Vec<Participant>,
    /// When it began, in UTC.
    date: String,
    /// How many seconds ago the last game ended.
    quiet: Option<u64>,
    store: String,
    /// Whether it was started from a page, which can stop it and let it go on.
    ours: bool,
    /// Why it ended before its time.
    error: Option<String>,
}

/// What is known here and not in the store of an event that was started here.
#[derive(Clone, Default)]
pub(super) struct Local {
    pub(super) is_live: bool,
    pub(super) total: u64,
    pub(super) error: Option<String>,
}

/// An event with its results and its latest games.
#[derive(Serialize, ToSchema)]
pub(super) struct EventDetail {
    #[serde(flatten)]
    view: EventView,
    /// Whose rules of conduct hold.
    platform: String,
    /// How long players may think, in words.
    limits: String,
    /// Where games begin.
    openings: String,
    /// A number, as text: it may be larger than a script can hold.
    seed: String,
    #[serde(flatten)]
    results: Results,
    games: Vec<GameView>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
struct GameView {
    id: i64,
    /// The place in the event, such as `3/12.1`.
    place: String,
    /// From 1.
    round: u32,
    black: String,
    white: String,
    /// For black, in discs.
    score: i32,
    ending: &'static str,
    fault: Option<FaultLine>,
    plies: u32,
    date: String,
}

impl GameView {
    fn of(game: &Summary, subject: Option<&Subject>) -> Self {
        let [black, white] = game.players.each_ref().map(|agent| named(subject, &agent.name));
        Self {
            id: game.id.0,
            place: place(game.slot),
            round: game.slot.round + 1,
            black,
            white,
            score: game.score.discs(),
            ending: ending_name(&game.ending),
            fault: FaultLine::of(&game.ending),
            plies: game.plies,
            date: game.date.clone(),
        }
    }
}

/// The name by which an agent goes in an event.
pub(super) fn named(subject: Option<&Subject>, agent: &str) -> String {
    let player = shown_player(agent);
    let participants = subject.iter().flat_map(|subject| &subject.players);
    let mut known = participants.filter(|known| known.player == player);
    match (known.next(), known.next()) {
        (Some(one), None) => one.name.clone(),
        // Of an agent that takes part twice only the schedule knows which.
        _ => player,
    }
}

impl EventView {
    pub(super) fn of(
        id: String,
        store: String,
        opened: &Opened,
        event: &Event,
        local: Option<&Local>,
    ) -> Result<(Self, Option<Subject>), StoreError> {
        let subject = Subject::of(event);
        let activity = opened.store.activity(event.id)?;
        let state = match (local, activity) {
            (Some(Local { is_live: true, .. }), _) => Phase::Live,
            (Some(local), _) if u64::from(event.games) >= local.total => Phase::Done,
            (Some(_), _) | (None, None) => Phase::Stopped,
            (None, Some(activity)) => {
                let rated = match event.kind {
                    EventKind::Tournament => {
                        let rows = opened.store.ratings(event.id)?;
                        (!rows.is_empty())
                            .then(|| rows.iter().map(|row| row.games).sum::<u32>() / 2)
                    }
                    _ => None,
                };
                phase_of_another(activity, subject.as_ref(), rated)
            }
        };
        let number = event.id;
        let view = Self {
            id,
            kind: event.kind.name(),
            title: subject.as_ref().map_or_else(
                || format!("{} {number}", event.kind.name()),
                |subject| subject.title.clone(),
            ),
            rules: subject.as_ref().map(|subject| subject.rule.name()),
            state,
            played: event.games,
            total: local.map(|local| local.total),
            players: subject.as_ref().map(|subject| subject.players.clone()).unwrap_or_default(),
            date: event.date.clone(),
            quiet: activity.and_then(|activity| activity.quiet).map(|quiet| quiet.as_secs()),
            store,
            ours: local.is_some(),
            error: local.and_then(|local| local.error.clone()),
        };
        Ok((view, subject))
    }

    /// When it began, as text that sorts.
    pub(super) fn date(&self) -> &str {
        &self.date
    }
}

impl EventDetail {
    /// The event with the games that were stored after a certain one.
    pub(super) fn of(
        view: EventView,
        subject: Option<&Subject>,
        opened: &mut Opened,
        event: &Event,
        after: i64,
    ) -> Result<Self, StoreError> {
        let ledger = opened.ledger(event.id)?;
        let count = ledger.games.len();
        let results = match (&ledger.results, subject) {
            (Some((known, results)), _) if *known == count => results.clone(),
            (_, Some(subject)) => Results::of(subject, &ledger.games),
            (_, None) => Results::default(),
        };
        ledger.results = Some((count, results.clone()));
        let newer = ledger.games.iter().rev().take_while(|game| game.id.0 > after);
        let games = newer.take(GAMES).map(|game| GameView::of(game, subject)).collect();
        // More may have come since the event was counted.
        let played = count as u32;
        let text = |of: fn(&Subject) -> String| subject.map(of).unwrap_or_default();
        Ok(Self {
            view: EventView { played, ..view },
            platform: text(|subject| subject.platform.clone()),
            limits: text(Subject::limits),
            openings: text(|subject| subject.openings.clone()),
            seed: text(|subject| subject.seed.to_string()),
            results,
            games,
        })
    }
}

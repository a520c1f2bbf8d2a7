//! Events as pages show them.

use outflank_arena::{Event, EventKind, Filter, GameSummary, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::event_info::{EventInfo, Participant};
use super::live::LiveGame;
use super::phase::{Phase, phase_of_another};
use super::results::{Results, has_decided};
use super::source::Opened;
use outflank_report::{FaultLine, ending_name, place, shown_player, words};

/// The maximum number of games in an answer, the latest ones.
const GAMES: usize = 500;

/// An event in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = EventSummary)]
pub(super) struct EventView {
    /// The number of the store and of the event in it.
    id: String,
    #[schema(value_type = words::EventKind)]
    kind: &'static str,
    title: String,
    #[schema(value_type = Option<words::Rules>)]
    rules: Option<&'static str>,
    state: Phase,
    played: u32,
    /// The planned number of games, if known.
    total: Option<u64>,
    players: Vec<Participant>,
    /// The start, in UTC.
    date: String,
    /// The seconds since the end of the last game.
    quiet: Option<u64>,
    store: String,
    /// True if it was started from a page.
    ours: bool,
    /// True if you started it. Only you can stop and resume it.
    yours: bool,
    /// The reason why it ended early.
    error: Option<String>,
}

/// The local state of an event that was started here, as far as the store does not hold
/// it.
#[derive(Clone, Default)]
pub(super) struct Local {
    pub(super) is_live: bool,
    /// Whether the visitor who asks has started it.
    pub(super) is_yours: bool,
    pub(super) total: u64,
    pub(super) error: Option<String>,
}

/// An event with its results and its latest games.
#[derive(Serialize, ToSchema)]
pub(super) struct EventDetail {
    #[serde(flatten)]
    view: EventView,
    /// The platform whose rules apply.
    platform: String,
    /// The time limits in words.
    limits: String,
    /// The openings.
    openings: String,
    /// A number as text: it may exceed the range of JavaScript numbers.
    seed: String,
    #[serde(flatten)]
    results: Results,
    games: Vec<GameView>,
    /// The games that are being played now, as far as this server plays them.
    live: Vec<LiveGame>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = EventGame)]
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
    #[schema(value_type = words::GameEnding)]
    ending: &'static str,
    fault: Option<FaultLine>,
    plies: u32,
    date: String,
}

impl GameView {
    fn of(game: &GameSummary, info: Option<&EventInfo>) -> Self {
        let [black, white] = game.players.each_ref().map(|agent| named(info, &agent.name));
        Self {
            id: game.id.0,
            place: place(game.slot),
            round: game.slot.round + 1,
            black,
            white,
            score: game.score.discs(),
            ending: ending_name(&game.ending),
            fault: FaultLine::of(&game.ending).map(FaultLine::without_folders),
            plies: game.plies,
            date: game.date.clone(),
        }
    }
}

/// The name by which an agent goes in an event.
pub(super) fn named(info: Option<&EventInfo>, agent: &str) -> String {
    let player = shown_player(agent);
    let participants = info.iter().flat_map(|info| &info.players);
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
    ) -> Result<(Self, Option<EventInfo>), StoreError> {
        let info = EventInfo::of(event);
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
                let phase = phase_of_another(activity, info.as_ref(), rated);
                let is_tested = info.as_ref().filter(|info| info.sprt().is_some());
                match (phase, is_tested) {
                    (Phase::Stopped, Some(info)) => {
                        let filter = Filter { event: Some(event.id), ..Filter::default() };
                        let games = opened.store.summaries(&filter)?;
                        if has_decided(info, &games) { Phase::Done } else { phase }
                    }
                    _ => phase,
                }
            }
        };
        let number = event.id;
        let view = Self {
            id,
            kind: event.kind.name(),
            title: info.as_ref().map_or_else(
                || format!("{} {number}", event.kind.name()),
                |info| info.title.clone(),
            ),
            rules: info.as_ref().map(|info| info.settings.rules.name()),
            state,
            played: event.games,
            total: info.as_ref().and_then(|info| info.settings.games()),
            players: info.as_ref().map(|info| info.players.clone()).unwrap_or_default(),
            date: event.date.clone(),
            quiet: activity.and_then(|activity| activity.quiet).map(|quiet| quiet.as_secs()),
            store,
            ours: local.is_some(),
            yours: local.is_some_and(|local| local.is_yours),
            error: local.and_then(|local| local.error.clone()),
        };
        Ok((view, info))
    }

    /// The start, as text that sorts by time.
    pub(super) fn date(&self) -> &str {
        &self.date
    }
}

impl EventDetail {
    /// The event with the games that were stored after a certain one.
    pub(super) fn of(
        view: EventView,
        info: Option<&EventInfo>,
        opened: &mut Opened,
        event: &Event,
        after: i64,
        live: Vec<LiveGame>,
    ) -> Result<Self, StoreError> {
        let games = opened.event_games(event.id)?;
        let count = games.games.len();
        let results = match (&games.results, info) {
            (Some((known, results)), _) if *known == count => results.clone(),
            (_, Some(info)) => Results::of(info, &games.games),
            (_, None) => Results::default(),
        };
        games.results = Some((count, results.clone()));
        let newer = games.games.iter().rev().take_while(|game| game.id.0 > after);
        let games = newer.take(GAMES).map(|game| GameView::of(game, info)).collect();
        // More may have come since the event was counted.
        let played = count as u32;
        let text = |of: fn(&EventInfo) -> String| info.map(of).unwrap_or_default();
        Ok(Self {
            view: EventView { played, ..view },
            platform: text(|info| info.settings.platform.to_string()),
            limits: text(EventInfo::limits),
            openings: text(|info| info.settings.openings.clone()),
            seed: text(|info| info.settings.seed.to_string()),
            results,
            games,
            live,
        })
    }
}

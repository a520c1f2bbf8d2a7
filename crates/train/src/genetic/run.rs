//! A search from generation to generation that survives a kill.

use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_durable::FolderClaim;

use super::breeding::Breeder;
use super::generation::{self, ranked};
use super::round_robin::{gauntlets, round_robin};
use super::run_folder::NewNote;
use super::seed::{Purpose, Seed};
use super::{
    AgentResults, Champion, CmaEs, Contest, Generation, GenerationOpenings, Genes, HallOfFame,
    Individual, LogLine, Opening, Optimiser, RunError, RunSettings, SettingsError, Space, cma_es,
    log, read_log,
};
use crate::folder;

/// A run in its folder.
///
/// The folder holds every finished generation. Everything else follows from those: the
/// next generation, the log and the hall of fame. So a run that is opened again continues
/// as if it had never stopped, to the last bit.
pub struct Run<'c, C> {
    /// Keeps other processes out of the folder.
    _claim: FolderClaim,
    folder: PathBuf,
    space: Space,
    default: Genes,
    settings: RunSettings,
    contest: &'c C,
    /// `None` for a genetic algorithm.
    cma_es: Option<cma_es::Search<'c, C>>,
    last: Option<Generation>,
    log: Vec<LogLine>,
    hall_of_fame: HallOfFame,
    /// Agents that join the next generation.
    joining: Vec<Genes>,
}

/// The agents of a generation before the champion is chosen.
struct Found {
    islands: Vec<Vec<Individual>>,
    /// Candidates for the champion, the likeliest first.
    candidates: Vec<Genes>,
    games: u64,
}

impl<'c, C: Contest> Run<'c, C> {
    /// Starts a run in a folder, or resumes the one that it holds.
    pub fn open(
        folder: &Path,
        space: Space,
        default: &[f64],
        settings: RunSettings,
        contest: &'c C,
    ) -> Result<Self, RunError> {
        settings.check(&space)?;
        let default = space.genes(default).map_err(RunError::Default)?;
        let note = NewNote::new(contest, &settings, &default, &space);
        let claim = folder::claim(folder, &note)?;
        folder::prepare_inner(&folder.join(generation::FOLDER))?;
        let cma_es = match settings.optimiser {
            Optimiser::Genetic(_) => None,
            Optimiser::CmaEs(cma_es) => {
                let seed = Seed(settings.seed);
                Some(cma_es::Search::new(cma_es, &space, &default, seed, contest))
            }
        };
        let hall_of_fame = HallOfFame::new(settings.hall);
        let folder = folder.to_owned();
        let (last, log) = (None, Vec::new());
        let mut run = Self {
            _claim: claim,
            folder,
            space,
            default,
            settings,
            contest,
            cma_es,
            last,
            log,
            hall_of_fame,
            joining: Vec::new(),
        };
        run.recall()?;
        Ok(run)
    }

    /// Reads the finished generations, and writes the log and the hall of fame again.
    fn recall(&mut self) -> Result<(), RunError> {
        let sizes = self.sizes();
        let seconds: Vec<_> =
            read_log(&self.folder)?.into_iter().map(|line| line.seconds).collect();
        while let Some(found) =
            Generation::read_checked(&self.folder, self.generation(), &self.space, &sizes)?
        {
            if let Some(cma_es) = &mut self.cma_es
                && !cma_es.replay(&found.islands[0])
            {
                return Err(RunError::Damaged {
                    path: self.folder.join(generation::FOLDER),
                    reason: format!(
                        "generation {} is not what its settings lead to on this machine",
                        self.generation()
                    ),
                });
            }
            let seconds = seconds.get(self.log.len()).copied().flatten();
            self.log.push(LogLine { seconds, ..found.line.clone() });
            self.hall_of_fame.enter(&found.champion);
            self.last = Some(found);
        }
        log::write(&self.folder, &self.log)?;
        self.hall_of_fame.write(&self.folder)?;
        Ok(())
    }

    /// Performs the next generation, on all threads of the current pool, and stores it.
    /// `None` if the run is over.
    pub fn step(&mut self) -> Result<Option<&LogLine>, RunError> {
        if self.is_over() {
            return Ok(None);
        }
        let start = Instant::now();
        let Found { islands, candidates, mut games } = self.find();
        let (champion, measuring) = self.champion_of(candidates);
        games += measuring;
        if self.contest.is_cancelled() {
            let failure = self.contest.take_failure();
            return Err(failure.map_or(RunError::Cancelled, |error| RunError::Folder(error.into())));
        }
        let line = self.line(&islands, &champion, games);
        let found = Generation { line, champion, islands };
        found.write(&self.folder)?;
        if self.hall_of_fame.enter(&found.champion) {
            self.hall_of_fame.write(&self.folder)?;
        }
        let seconds = Some(start.elapsed().as_secs_f64());
        let line = LogLine { seconds, ..found.line.clone() };
        log::append(&self.folder, &line)?;
        self.last = Some(found);
        self.joining.clear();
        self.log.push(line);
        Ok(self.log.last())
    }

    /// Lets an agent join the next generation in place of a child, such as one that was
    /// adjusted by hand (report 000). It plays on the first island.
    pub fn join(&mut self, genes: &[f64]) -> Result<(), RunError> {
        let Optimiser::Genetic(breeding) = &self.settings.optimiser else {
            return Err(SettingsError::NoBreeding.into());
        };
        let genes = self.space.genes(genes).map_err(RunError::Join)?;
        let kept = if self.last.is_some() { breeding.kept() } else { 0 };
        let migrants = if self.last.is_some() { breeding.islands.migrants } else { 0 };
        let joining = self.joining.len() + 1 + migrants + breeding.immigrants.count();
        if kept + joining > breeding.population {
            let population = breeding.population;
            return Err(SettingsError::NoChildren { population, kept, joining }.into());
        }
        self.joining.push(self.space.snap(genes.0));
        Ok(())
    }

    /// The number of the next generation.
    pub fn generation(&self) -> u32 {
        self.log.len() as u32
    }

    /// True if there is no next generation: the requested number is reached, or CMA-ES
    /// can find nothing better.
    pub fn is_over(&self) -> bool {
        self.generation() >= self.settings.generations
            || self.cma_es.as_ref().is_some_and(cma_es::Search::has_ended)
    }

    /// The lines of all generations so far.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// The best champions so far.
    pub fn hall_of_fame(&self) -> &HallOfFame {
        &self.hall_of_fame
    }

    /// The best agent so far: the first of the hall of fame, or without one the
    /// champion of the last generation. `None` before the first generation.
    pub fn champion(&self) -> Option<&Champion> {
        let famous = self.hall_of_fame.members().first();
        famous.or_else(|| self.last.as_ref().map(|last| &last.champion))
    }

    /// The last generation, if there was one.
    pub fn last(&self) -> Option<&Generation> {
        self.last.as_ref()
    }

    /// The number of agents of each island.
    fn sizes(&self) -> Vec<usize> {
        match self.settings.optimiser {
            Optimiser::Genetic(breeding) => vec![breeding.population; breeding.islands.count],
            Optimiser::CmaEs(cma_es) => vec![cma_es.population(self.space.bounds().len())],
        }
    }

    fn find(&mut self) -> Found {
        let seed = Seed(self.settings.seed);
        let openings = self.settings.openings.of(seed, Purpose::Openings, self.generation());
        match self.settings.optimiser {
            Optimiser::Genetic(_) => self.breed(&openings),
            Optimiser::CmaEs(settings) => self.sample(settings, openings),
        }
    }

    /// Breeds the next generation and plays a round robin.
    fn breed(&self, openings: &[Opening]) -> Found {
        let scoring = self.settings.scoring;
        let mut games = 0;
        let mut islands = Vec::new();
        for agents in self.populations() {
            let standings = round_robin(self.contest, &agents, openings);
            games += standings.games;
            let pairs = agents.into_iter().zip(standings.tallies);
            islands.push(pairs.map(|(genes, tally)| Individual { genes, tally }).collect());
        }
        let best = islands.iter().map(|agents: &Vec<_>| ranked(agents, scoring)[0].clone());
        let best: Vec<_> = best.collect();
        let candidates = ranked(&best, scoring).iter().map(|agent| agent.genes.clone()).collect();
        Found { islands, candidates, games }
    }

    /// Lets CMA-ES draw its points. Each plays the mean, the default agent and the best
    /// of the hall of fame.
    fn sample(&mut self, settings: CmaEs, openings: Vec<Opening>) -> Found {
        let search = self.cma_es.as_mut().expect("it was made for this optimiser");
        let famous = self.hall_of_fame.members().iter().take(settings.panel);
        let mut opponents = vec![search.mean(), self.default.clone()];
        opponents.extend(famous.map(|member| member.genes.clone()));
        distinct(&mut opponents);
        let agents = search.generation(opponents, openings);
        let games = agents.iter().map(|agent| u64::from(agent.tally.games())).sum();
        let best = ranked(&agents, self.settings.scoring)[0].genes.clone();
        // The mean is the estimate of the search. A single good point was also lucky.
        let candidates = vec![search.mean(), best];
        Found { islands: vec![agents], candidates, games }
    }

    /// The agents of the next generation, island by island.
    fn populations(&self) -> Vec<Vec<Genes>> {
        let Optimiser::Genetic(breeding) = &self.settings.optimiser else { return Vec::new() };
        let Self { space, default, .. } = self;
        let breeder = Breeder { breeding, space, default, seed: Seed(self.settings.seed) };
        let generation = self.generation();
        let Some(last) = &self.last else {
            let islands = 0..breeding.islands.count;
            return islands.map(|island| breeder.founders(island, self.joining(island))).collect();
        };
        let ranks: Vec<Vec<&Genes>> = last
            .islands
            .iter()
            .map(|agents| ranked(agents, self.settings.scoring))
            .map(|ranked| ranked.into_iter().map(|agent| &agent.genes).collect())
            .collect();
        let arrivals = breeding.islands.arrivals(generation);
        let next = |(island, ranked): (usize, &Vec<&Genes>)| {
            let from = &ranks[breeding.islands.before(island)];
            let mut arrivals: Vec<_> = from[..arrivals].iter().copied().cloned().collect();
            arrivals.extend(self.joining(island));
            breeder.next(ranked, arrivals, island, generation)
        };
        ranks.iter().enumerate().map(next).collect()
    }

    /// The agents that join an island.
    fn joining(&self, island: usize) -> Vec<Genes> {
        if island == 0 { self.joining.clone() } else { Vec::new() }
    }

    /// Plays the candidates against the default agent. The best is the champion, the
    /// first among equals. Also returns the number of games.
    fn champion_of(&self, mut candidates: Vec<Genes>) -> (Champion, u64) {
        let generation = self.generation();
        distinct(&mut candidates);
        let openings = GenerationOpenings::Random(self.settings.measure);
        let openings = openings.of(Seed(self.settings.seed), Purpose::Measure, 0);
        let default = std::slice::from_ref(&self.default);
        let mut games = 0;
        let mut best: Option<Champion> = None;
        let tallies = gauntlets(self.contest, &candidates, default, &openings);
        for (genes, tally) in candidates.into_iter().zip(tallies) {
            games += u64::from(tally.games());
            let rate = (!openings.is_empty()).then(|| AgentResults::rate(&tally));
            if best.as_ref().is_none_or(|best| rate > best.rate) {
                best = Some(Champion { generation, genes, rate });
            }
        }
        (best.expect("every generation has a best agent"), games)
    }

    fn line(&self, islands: &[Vec<Individual>], champion: &Champion, games: u64) -> LogLine {
        let scores =
            || islands.iter().flatten().map(|agent| self.settings.scoring.score(&agent.tally));
        let genes = islands.iter().flatten().map(|agent| &agent.genes);
        let played = islands.iter().flatten().map(|agent| agent.tally.games());
        LogLine {
            generation: champion.generation,
            best: scores().max().unwrap_or_default(),
            mean: scores().sum::<i64>() as f64 / scores().count() as f64,
            worst: scores().min().unwrap_or_default(),
            played: played.max().unwrap_or_default(),
            diversity: self.space.diversity(&genes),
            rate: champion.rate,
            champion: champion.genes.checksum(),
            games,
            seconds: None,
        }
    }
}

/// Removes repeated agents.
fn distinct(agents: &mut Vec<Genes>) {
    let mut seen = std::collections::HashSet::new();
    agents.retain(|agent| seen.insert(agent.bits()));
}

//! `outflank class`

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use outflank_class::{
    ClassAccess, ClassError, ClassSettings, ClassStore, Invitation, NameStyle, NewPerson, Role,
    UnixMillis, back_up, read_roster, read_time, restore,
};
use outflank_server::{ClassServing, OpenIdSettings};

use crate::cli::{
    Class, ClassAction, ClassAdd, ClassImport, ClassInit, ClassReset, ClassServe, ClusterFlag,
};
use crate::cores::cores;
use crate::failure::Failure;
use crate::screen::tell;

/// The environment variable with the secret of this server at an OpenID provider.
const OPENID_SECRET: &str = "OUTFLANK_OPENID_SECRET";

pub(crate) fn run(options: Class) -> Result<(), Failure> {
    match options.action {
        ClassAction::Init(options) => init(&options),
        ClassAction::Serve(options) => serve(*options),
        ClassAction::Add(options) => add(&options),
        ClassAction::Import(options) => import(&options),
        ClassAction::Reset(options) => reset(&options),
        ClassAction::Backup(options) => Ok(back_up(&options.folder, &options.backup)?),
        ClassAction::Restore(options) => Ok(restore(&options.backup, &options.folder)?),
    }
}

fn init(options: &ClassInit) -> Result<(), Failure> {
    let milliseconds = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    let [won, drawn, lost] = options.points[..] else {
        return Err(Failure::input("--points has three numbers, such as 5,0,-5"));
    };
    let settings = ClassSettings {
        platform: options.platform,
        move_time_ms: milliseconds(options.time),
        game_time_ms: milliseconds(options.game_time),
        memory_mib: options.memory,
        openings: options.openings.to_string(),
        deadline: options.deadline.as_deref().map(read_time).transpose()?,
        points_won: won,
        points_drawn: drawn,
        points_lost: lost,
        names: if options.aliases { NameStyle::Aliases } else { NameStyle::Names },
        race_minutes: options.race_minutes,
        seed: options.seed,
        ..ClassSettings::new(&options.name, options.rules)
    };
    let store = ClassStore::create(&options.folder, &settings)?;
    let name = options.instructor_name.as_ref().unwrap_or(&options.instructor).clone();
    let instructor = NewPerson { login: options.instructor.clone(), name, role: Role::Instructor };
    invite(&store, vec![instructor])
}

fn serve(options: ClassServe) -> Result<(), Failure> {
    let ClassServe { folder, workers, https, python, serve } = options;
    // Its workers run agents. Students do not see them, nor the logs of failures.
    let cluster = ClusterFlag { cluster: serve.cluster.clone() };
    let workers = workers.map_or_else(|| (cores() / 2).max(1), usize::from);
    if workers > 0 && !outflank_arena::has_sandbox() {
        tell("agents need a sandbox, and there is none: install bubblewrap");
    }
    // What visitors keep belongs to the class.
    let data = serve.data.clone().or_else(|| Some(folder.join("visitors")));
    let settings = super::serve::settings(crate::cli::Serve { data, cluster: None, ..serve })?;
    let secret = std::env::var(OPENID_SECRET).ok();
    let openid =
        OpenIdSettings::read(&folder, secret).map_err(|error| Failure::input(error.to_string()))?;
    let cluster = cluster.queue(1)?.map(Arc::new);
    let for_class = cluster.clone();
    let class = Some(ClassServing { folder, workers, https, python, cluster: for_class, openid });
    let served = outflank_server::run(outflank_server::Settings { class, ..settings });
    // The cluster is closed here: it must not be by a thread of the server.
    drop(cluster);
    served.map_err(Failure::from)
}

fn add(options: &ClassAdd) -> Result<(), Failure> {
    let role = if options.instructor { Role::Instructor } else { Role::Student };
    let person = NewPerson { login: options.login.clone(), name: options.name.clone(), role };
    invite(&open(&options.folder)?, vec![person])
}

fn import(options: &ClassImport) -> Result<(), Failure> {
    let text = fs::read_to_string(&options.file);
    let text = text.with_context(|| format!("cannot read {}", options.file.display()));
    invite(&open(&options.folder)?, read_roster(&text.map_err(Failure::Input)?)?)
}

fn reset(options: &ClassReset) -> Result<(), Failure> {
    let store = open(&options.folder)?;
    let person = store.person_named(&options.login)?;
    let invited = store.reset(person.id, now())?;
    store.note(now(), None, "reset password", &person.login)?;
    print(&[invited])
}

fn open(folder: &Path) -> Result<ClassStore, Failure> {
    Ok(ClassStore::open(folder, ClassAccess::Beside)?)
}

fn invite(store: &ClassStore, people: Vec<NewPerson>) -> Result<(), Failure> {
    let invited = store.add_people(people, now())?;
    let logins: Vec<_> = invited.iter().map(|one| one.login.as_str()).collect();
    store.note(now(), None, "add people", &logins.join(", "))?;
    print(&invited)
}

/// Prints invitations as CSV. Logins and codes need no quotation marks.
fn print(invited: &[Invitation]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "login,code")?;
    for Invitation { login, code, .. } in invited {
        writeln!(out, "{login},{code}")?;
    }
    Ok(out.flush()?)
}

fn now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis::try_from(since.as_millis()).unwrap_or(UnixMillis::MAX)
}

impl From<ClassError> for Failure {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::Database(_) | ClassError::Io(_) | ClassError::Games(_) => {
                Self::Run(error.into())
            }
            _ => Self::Input(error.into()),
        }
    }
}

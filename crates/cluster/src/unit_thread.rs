//! The thread that performs units, one after another.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use outflank_work::{
    Attention, ContentHash, Inputs, ItemError, Kinds, Performer, PerformerSetup, Thread, Unit,
    perform_unit,
};
use tokio::sync::oneshot;

/// What a thread and those who watch it share.
#[derive(Default)]
pub(crate) struct Watch {
    /// Abandons the unit.
    pub(crate) cancelled: AtomicBool,
    /// The number of steps so far: games, searches.
    pub(crate) steps: AtomicU64,
    /// The newest note of the performer, until it is sent.
    note: Mutex<Option<String>>,
}

impl Watch {
    /// Takes the newest note.
    pub(crate) fn take_note(&self) -> Option<String> {
        self.note.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_note(&self, note: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = Some(note);
    }
}

/// The results of all items; `None` if the unit was abandoned.
pub(crate) type Performed = Result<Option<Vec<Vec<u8>>>, ItemError>;

/// A unit, its inputs, and the place of its results.
struct Order {
    unit: Unit,
    inputs: Inputs,
    reply: oneshot::Sender<Performed>,
}

/// A thread of a worker.
pub(crate) struct UnitThread {
    orders: mpsc::Sender<Order>,
    pub(crate) watch: Arc<Watch>,
}

impl UnitThread {
    /// Starts a thread. It ends when this value is dropped and its unit is done.
    pub(crate) fn start(
        kinds: Arc<Kinds>,
        thread: Thread,
        folder: PathBuf,
    ) -> std::io::Result<Self> {
        let (orders, receiver) = mpsc::channel::<Order>();
        let watch = Arc::new(Watch::default());
        let seen = Arc::clone(&watch);
        let name = format!("unit-{}", thread.number);
        std::thread::Builder::new().name(name).spawn(move || {
            let mut last = None;
            for Order { unit, inputs, reply } in receiver {
                let work = AssertUnwindSafe(|| {
                    perform(&kinds, thread, &folder, &mut last, &unit, &inputs, &seen)
                });
                let performed = catch_unwind(work).unwrap_or_else(|panic| {
                    last = None;
                    Err(ItemError(format!("it panicked: {}", sentence(panic.as_ref()))))
                });
                // Whoever asked may be gone.
                let _ = reply.send(performed);
            }
        })?;
        Ok(Self { orders, watch })
    }

    /// Performs a unit.
    pub(crate) fn perform(&self, unit: Unit, inputs: Inputs) -> oneshot::Receiver<Performed> {
        let (reply, receiver) = oneshot::channel();
        self.watch.cancelled.store(false, Ordering::Relaxed);
        self.watch.take_note();
        // A thread that has ended drops the sender, which the receiver notices.
        let _ = self.orders.send(Order { unit, inputs, reply });
        receiver
    }
}

/// The performer of the last job, which the next unit is likely to need too.
type Last = Option<(ContentHash, Box<dyn Performer>)>;

fn perform(
    kinds: &Kinds,
    thread: Thread,
    folder: &std::path::Path,
    last: &mut Last,
    unit: &Unit,
    inputs: &Inputs,
    watch: &Watch,
) -> Performed {
    let job = unit.job.id();
    if last.as_ref().is_none_or(|(known, _)| *known != job) {
        let kind = kinds.get(&unit.job.kind);
        let kind = kind.ok_or_else(|| ItemError::new("this build does not know the kind"))?;
        let folder = folder.join(job.short());
        // The old performer goes before the new one comes, with its memory.
        *last = None;
        let made = kind.performer(PerformerSetup {
            settings: &unit.job.settings,
            inputs,
            thread,
            folder: &folder,
        })?;
        *last = Some((job, made));
    }
    let Some((_, performer)) = last else { unreachable!("it was just made") };
    let on_step = || {
        watch.steps.fetch_add(1, Ordering::Relaxed);
    };
    let on_note = |note| watch.put_note(note);
    let attention = Attention::new(&watch.cancelled, &on_step).with_notes(&on_note);
    perform_unit(performer.as_mut(), unit.range.clone(), &unit.details, &attention)
}

/// What a panic says.
fn sentence(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

//! Units that fail, hang or are abandoned.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_cluster::{Access, QueueRunner, UnitClient, UnitEvent, UnitResult};
use outflank_work::{Description, Done, Performer, Runner, Thread, WorkBatch};
use serde_json::Value;
use tempfile::TempDir;

use super::link::Link;
use super::machines::Server;
use super::odd::{OddWorkers, build};

#[test]
fn a_poisonous_unit_is_set_aside_and_a_hung_one_is_given_to_another_worker() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let address = server.address().parse().unwrap();
    let workers = OddWorkers::start(&address, &["one", "two"], folder.path());
    let runner =
        QueueRunner::connect(&address, &Access::default(), build(), 1, Box::new(|_| {})).unwrap();
    let describe = || Ok(Description { is_long: true, ..Description::new("odd") });
    let here = |_: Thread| -> Box<dyn Performer> { panic!("long items are not performed here") };
    let mut results = std::collections::BTreeMap::new();
    let mut failures = Vec::new();
    let mut on_done = |done: Vec<Done>| {
        for Done { item, result, origin } in done {
            assert!(origin.is_some());
            match result {
                Ok(bytes) => assert_eq!(results.insert(item, bytes[0]), None, "twice"),
                Err(error) => failures.push((item, error.to_string())),
            }
        }
        ControlFlow::Continue(())
    };
    runner.run(WorkBatch::new(0..12, &here, &describe), &mut on_done).unwrap();
    let expected = (0..12_u64).filter(|item| *item != 5).map(|item| (item, (item * item) as u8));
    assert_eq!(results, expected.collect());
    let nines = workers.odd.nines.load(Ordering::Relaxed);
    assert!(nines >= 2, "the hung unit was not given to another worker");
    let [(5, sentence)] = &failures[..] else { panic!("{failures:?}") };
    assert!(sentence.contains("3 tries") && sentence.contains("five is right out"), "{sentence}");
    workers.end();
}

#[test]
fn results_that_a_broken_connection_swallowed_are_collected_and_their_units_not_repeated() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let workers =
        OddWorkers::start(&server.address().parse().unwrap(), &["one", "two"], folder.path());
    let link = Link::to(&server.address());
    let address = link.address().parse().unwrap();
    let runner =
        QueueRunner::connect(&address, &Access::default(), build(), 1, Box::new(|_| {})).unwrap();
    let describe = || Ok(Description { is_long: true, ..Description::new("odd") });
    let here = |_: Thread| -> Box<dyn Performer> { panic!("long items are not performed here") };
    let performed = || workers.odd.all.load(Ordering::Relaxed);
    let mut count = 0;
    let mut on_done = |done: Vec<Done>| {
        if count == 0 {
            link.lose();
            let start = performed();
            while performed() < start + 50 {
                std::thread::sleep(Duration::from_millis(5));
            }
            link.close();
        }
        count += done.len();
        ControlFlow::Continue(())
    };
    runner.run(WorkBatch::new(100..500, &here, &describe), &mut on_done).unwrap();
    assert_eq!(count, 400);
    assert_eq!(performed(), 400);
    workers.end();
}

#[test]
fn a_unit_that_hangs_everywhere_is_set_aside_and_its_core_is_free_again() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let address = server.address().parse().unwrap();
    let workers = OddWorkers::start(&address, &["one"], folder.path());
    let description = Description::new("odd");
    workers.runtime.block_on(async {
        let client = UnitClient::connect(&address, &Access::default(), build()).await.unwrap();
        let mut hung = client.submit(&description, 20..21, Value::Null).await.unwrap();
        let failure = hung.result().await.items.unwrap_err().to_string();
        assert!(failure.contains("it made no progress for 3 s"), "{failure}");
        let mut next = client.submit(&description, 1..2, Value::Null).await.unwrap();
        assert!(next.result().await.items.is_ok());
    });
    workers.end();
}

#[test]
fn a_single_unit_is_submitted_performed_once_forgotten_and_taken_back() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let address = server.address().parse().unwrap();
    let workers = OddWorkers::start(&address, &["one"], folder.path());
    let threes = || workers.odd.threes.load(Ordering::Relaxed);
    let description = Description::new("odd");
    let items = |result: UnitResult| {
        assert_eq!(result.origin.worker, "one");
        result.items.map_err(|error| error.to_string())
    };
    let squares = Ok(vec![vec![4], vec![9], vec![16]]);
    workers.runtime.block_on(async {
        let client = UnitClient::connect(&address, &Access::default(), build()).await.unwrap();
        let submit = async |range| client.submit(&description, range, Value::Null).await.unwrap();
        let mut unit = submit(2..5).await;
        let UnitEvent::Progress(told) = unit.next().await else { panic!("no word of its begin") };
        assert_eq!(told.worker, "one");
        assert_eq!(items(unit.result().await), squares);
        // The result stays, for whoever asks for the same work.
        assert_eq!(items(submit(2..5).await.result().await), squares);
        assert_eq!(threes(), 1);
        unit.forget().await.unwrap();
        assert_eq!(items(submit(2..5).await.result().await), squares);
        assert_eq!(threes(), 2);
        // A unit that never ends, and one behind it: the only worker is free once it is taken back.
        let mut endless = submit(20..21).await;
        let UnitEvent::Progress(_) = endless.next().await else { panic!("20 does not end") };
        let mut next = submit(1..2).await;
        endless.cancel().await.unwrap();
        assert_eq!(items(next.result().await), Ok(vec![vec![1]]));
        let failure = items(submit(5..6).await.result().await).unwrap_err();
        assert!(failure.contains("five is right out"), "{failure}");
        let status = client.cluster().status().await.unwrap();
        assert_eq!(status.queues.iter().map(|queue| queue.waiting).sum::<u64>(), 0);
    });
    workers.end();
}

//! The open connections, and which of them makes room for a new one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

/// The maximum number of connections besides sockets.
const MAX_CONNECTIONS: usize = 1024;

/// The open connections besides sockets.
///
/// A new connection is always accepted. If there are too many, one of the address with the
/// most connections is closed: one without a request if possible, and of these the one that
/// was quiet for longest. So whoever opens many connections loses their own.
#[derive(Clone)]
pub(super) struct Connections(Arc<Inner>);

struct Inner {
    open: Mutex<Open>,
    /// The number of open connections.
    count: watch::Sender<usize>,
}

#[derive(Default)]
struct Open {
    connections: HashMap<u64, Connection>,
    /// Counts connections and requests: a larger number is later.
    ticks: u64,
}

struct Connection {
    address: IpAddr,
    /// The tick of its last request or answer.
    last: u64,
    /// True while a request is answered.
    is_busy: bool,
    evicted: Arc<Notify>,
}

/// The place of an open connection; dropped, it is free again.
pub(super) struct Place {
    connections: Connections,
    number: u64,
    evicted: Arc<Notify>,
}

/// A request that is being answered.
pub(super) struct Busy(Arc<Place>);

impl Connections {
    pub(super) fn new() -> Self {
        let (open, count) = (Mutex::default(), watch::Sender::new(0));
        Self(Arc::new(Inner { open, count }))
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection. Another connection may be closed for it.
    pub(super) fn enter(&self, address: IpAddr) -> Arc<Place> {
        let mut open = self.lock();
        if open.connections.len() >= MAX_CONNECTIONS {
            open.evict();
        }
        let number = open.tick();
        let evicted = Arc::new(Notify::new());
        let connection = Connection {
            address: network(address),
            last: number,
            is_busy: false,
            evicted: Arc::clone(&evicted),
        };
        open.connections.insert(number, connection);
        self.0.count.send_replace(open.connections.len());
        drop(open);
        Arc::new(Place { connections: self.clone(), number, evicted })
    }

    /// Closes a connection, because the process can have no more; `false` if there is none.
    pub(super) fn make_room(&self) -> bool {
        self.lock().evict()
    }

    /// Waits until all connections are closed.
    pub(super) async fn all_closed(&self) {
        let _ = self.0.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Open {
    fn tick(&mut self) -> u64 {
        self.ticks += 1;
        self.ticks
    }

    /// Closes the connection that is missed least.
    fn evict(&mut self) -> bool {
        let mut crowds: HashMap<IpAddr, usize> = HashMap::new();
        for connection in self.connections.values() {
            *crowds.entry(connection.address).or_default() += 1;
        }
        let order = |connection: &Connection| {
            let crowd = crowds.get(&connection.address).copied().unwrap_or_default();
            (std::cmp::Reverse(crowd), connection.is_busy, connection.last)
        };
        let least = self.connections.iter().min_by_key(|(_, connection)| order(connection));
        let Some(number) = least.map(|(number, _)| *number) else { return false };
        if let Some(connection) = self.connections.remove(&number) {
            connection.evicted.notify_one();
        }
        true
    }
}

impl Place {
    /// Waits until the connection has to make room.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Notes that a request is answered until the result is dropped.
    pub(super) fn begin(self: &Arc<Self>) -> Busy {
        self.note(true);
        Busy(Arc::clone(self))
    }

    fn note(&self, is_busy: bool) {
        let mut open = self.connections.lock();
        let tick = open.tick();
        if let Some(connection) = open.connections.get_mut(&self.number) {
            connection.last = tick;
            connection.is_busy = is_busy;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.connections.remove(&self.number);
        self.connections.0.count.send_replace(open.connections.len());
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.note(false);
    }
}

/// The network of an address. One client has a whole /64 of IPv6 addresses.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(long) => match long.to_ipv4_mapped() {
            Some(short) => short.into(),
            None => IpAddr::from((u128::from(long) >> 64 << 64).to_be_bytes()),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(last: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, last).into()
    }

    fn is_evicted(place: &Place) -> bool {
        !place.connections.lock().connections.contains_key(&place.number)
    }

    #[test]
    fn the_quietest_connection_of_the_most_crowded_address_makes_room() {
        let connections = Connections::new();
        let quiet = connections.enter(address(1));
        let crowd: Vec<_> = (1..MAX_CONNECTIONS).map(|_| connections.enter(address(2))).collect();
        let busy = crowd[0].begin();
        drop(crowd[1].begin());
        let newcomer = connections.enter(address(3));
        let evicted: Vec<_> = (0..crowd.len()).filter(|at| is_evicted(&crowd[*at])).collect();
        assert_eq!(evicted, [2]);
        let another = connections.enter(address(2));
        assert!(is_evicted(&crowd[3]));
        drop(busy);
        assert!(![&quiet, &newcomer, &another].into_iter().any(|place| is_evicted(place)));
    }

    #[test]
    fn a_closed_connection_leaves_its_place() {
        let connections = Connections::new();
        let places: Vec<_> =
            (0..3 * MAX_CONNECTIONS).map(|_| connections.enter(address(1))).collect();
        assert_eq!(connections.lock().connections.len(), MAX_CONNECTIONS);
        drop(places);
        assert_eq!(connections.lock().connections.len(), 0);
        assert!(!connections.make_room());
    }

    #[test]
    fn addresses_of_one_network_are_one_crowd() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}

//! Sends single units, for programs that have no batch.

use std::ops::Range;

use outflank_work::{Build, Description, Job, Unit};
use serde_json::Value;

use crate::{Access, Cluster, ClusterAddress, ClusterError, SubmittedUnit};

/// Sends single units to a cluster and waits for each.
///
/// It is cheap to clone, and one client serves any number of units at once. All methods are
/// async; other code calls them with `block_on` of a runtime that it keeps.
///
/// ```no_run
/// use outflank_cluster::{Access, UnitClient, UnitEvent};
/// use outflank_work::{Build, Description};
/// use serde_json::Value;
///
/// let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
/// let build = Build { version: "1".to_owned(), bench: 1, arithmetic: 1 };
/// let address = "nats://127.0.0.1:4222".parse()?;
/// let result = runtime.block_on(async {
///     let client = UnitClient::connect(&address, &Access::from_environment(), build).await?;
///     let description = Description::new("square");
///     let mut unit = client.submit(&description, 0..10, Value::Null).await?;
///     loop {
///         match unit.next().await {
///             UnitEvent::Progress(told) => println!("{}: {} steps", told.worker, told.steps),
///             UnitEvent::Done(result) => {
///                 // Once the result is safe, such as in a file:
///                 unit.forget().await?;
///                 return Ok::<_, outflank_cluster::ClusterError>(result);
///             }
///         }
///     }
/// })?;
/// println!("{:?} from {}", result.items, result.origin.worker);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct UnitClient {
    cluster: Cluster,
    build: Build,
}

impl UnitClient {
    /// Connects to a cluster of this build.
    pub async fn connect(
        address: &ClusterAddress,
        access: &Access,
        build: Build,
    ) -> Result<Self, ClusterError> {
        let cluster = Cluster::connect(address, access, "outflank units").await?;
        cluster.handshake(&build).await?;
        Ok(Self { cluster, build })
    }

    /// The connection, for the state of the cluster.
    pub const fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Puts a unit into the queue, with `details` of its items that do not follow from the
    /// description. A unit that is there already, or whose result is, is not sent again. So a
    /// program that was killed may submit everything again.
    pub async fn submit(
        &self,
        description: &Description,
        range: Range<u64>,
        details: Value,
    ) -> Result<SubmittedUnit, ClusterError> {
        self.cluster.put_all(&description.inputs).await?;
        let unit = Unit { job: Job::new(description, self.build.clone()), range, details };
        Box::pin(SubmittedUnit::submit(self.cluster.clone(), unit)).await
    }
}

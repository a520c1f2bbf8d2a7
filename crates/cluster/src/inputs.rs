//! Inputs and large results in the object store, by their content.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_work::{ContentHash, Inputs};
use tokio::io::AsyncReadExt;

use crate::{Cluster, ClusterError};

/// The most inputs that a worker keeps in memory.
const KEPT: usize = 64;
/// The longest wait for the next piece of an input. The client would wait for ever for an input
/// whose pieces somebody else replaces meanwhile.
const NEXT_PIECE: Duration = Duration::from_secs(20);

impl Cluster {
    /// Stores some bytes under their hash, unless they are there.
    pub(crate) async fn put(&self, bytes: &[u8]) -> Result<ContentHash, ClusterError> {
        let hash = ContentHash::of(bytes);
        let is_there = self.inputs.info(hash.as_str()).await;
        if !is_there.is_ok_and(|info| info.size == bytes.len() && !info.deleted) {
            let mut reader: &[u8] = bytes;
            let put = self.inputs.put(hash.as_str(), &mut reader).await;
            put.map_err(ClusterError::of("cannot store an input"))?;
        }
        Ok(hash)
    }

    /// Stores all inputs of a job.
    pub(crate) async fn put_all(&self, inputs: &Inputs) -> Result<(), ClusterError> {
        for (_, bytes) in inputs.iter() {
            self.put(bytes).await?;
        }
        Ok(())
    }

    /// Fetches bytes by their hash, and checks them.
    pub(crate) async fn get(&self, hash: &ContentHash) -> Result<Vec<u8>, ClusterError> {
        let object = self.inputs.get(hash.as_str()).await;
        let mut object = object.map_err(ClusterError::of("cannot fetch an input"))?;
        let mut bytes = Vec::with_capacity(object.info.size);
        loop {
            let piece = tokio::time::timeout(NEXT_PIECE, object.read_buf(&mut bytes)).await;
            let piece = piece.map_err(ClusterError::of("cannot fetch an input"))?;
            if piece.map_err(ClusterError::of("cannot fetch an input"))? == 0 {
                break;
            }
        }
        if ContentHash::of(&bytes) == *hash {
            return Ok(bytes);
        }
        let reason = "its content does not fit its hash".to_owned();
        Err(ClusterError::Request { what: "cannot use an input", reason })
    }
}

/// Inputs that a worker fetched once.
#[derive(Default)]
pub(crate) struct InputCache(Mutex<Vec<(ContentHash, Arc<[u8]>)>>);

impl InputCache {
    /// All inputs of a job.
    pub(crate) async fn inputs(
        &self,
        cluster: &Cluster,
        wanted: &BTreeMap<String, ContentHash>,
    ) -> Result<Inputs, ClusterError> {
        let mut inputs = Inputs::default();
        for (name, hash) in wanted {
            inputs.add(name, self.get(cluster, hash).await?);
        }
        Ok(inputs)
    }

    async fn get(&self, cluster: &Cluster, hash: &ContentHash) -> Result<Arc<[u8]>, ClusterError> {
        if let Some(bytes) = self.recall(hash) {
            return Ok(bytes);
        }
        let bytes: Arc<[u8]> = cluster.get(hash).await?.into();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((hash.clone(), Arc::clone(&bytes)));
        if known.len() > KEPT {
            known.remove(0);
        }
        Ok(bytes)
    }

    /// An input that is known. It becomes the last to be forgotten.
    fn recall(&self, hash: &ContentHash) -> Option<Arc<[u8]>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(found, _)| found == hash)?;
        let entry = known.remove(at);
        let bytes = Arc::clone(&entry.1);
        known.push(entry);
        Some(bytes)
    }
}

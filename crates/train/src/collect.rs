//! Results of batches, one by one, into the folder of a stage.

use std::ops::ControlFlow;

use outflank_work::{Done, Runner, WorkBatch};

use crate::folder::FolderError;

/// Takes the result of an item.
pub(crate) type Keep<'k, I, T> = dyn FnMut(I, &[u8]) -> Result<T, FolderError> + 'k;

/// Has a batch performed and passes each result to `keep`. An item that failed does not stop the
/// others; the first failure is returned at the end. A failure of `keep` ends the batch.
pub(crate) fn collect(
    runner: &dyn Runner,
    batch: WorkBatch<'_>,
    keep: &mut Keep<'_, u64, ()>,
) -> Result<(), FolderError> {
    let mut failed_item = None;
    let mut failure = None;
    runner.run(batch, &mut |done| {
        for Done { item, result, .. } in done {
            match result {
                Ok(bytes) => {
                    if let Err(error) = keep(item, &bytes) {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                }
                Err(error) => {
                    let error = FolderError::Item { item, reason: error.to_string() };
                    failed_item.get_or_insert(error);
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    failure.or(failed_item).map_or(Ok(()), Err)
}

//! A network in tract.

use tract_onnx::prelude::{
    DatumExt, Framework, InferenceModelExt, IntoRunnable, Tensor, TypedSimpleState, tvec,
};

use crate::Outputs;
use crate::boards::PLANES;

/// A network that is optimised for batches of one size.
pub struct TractNetwork {
    state: TypedSimpleState,
    batch: usize,
}

impl TractNetwork {
    /// Reads an ONNX file. The ownership, which play does not need, is left out.
    pub fn new(mut file: &[u8], batch: usize) -> Self {
        let model = tract_onnx::onnx().model_for_read(&mut file).expect("an ONNX file");
        let input = f32::fact([batch, PLANES, 8, 8]).into();
        let model = model.with_input_fact(0, input).expect("one input");
        let model = model.with_outputs_by_name(["moves", "outcome", "score"]);
        let model = model.expect("the outputs are in the file");
        let model = model.into_optimized().expect("the network can be optimised");
        let state = model.into_runnable().and_then(|plan| plan.spawn());
        Self { state: state.expect("the network can be run"), batch }
    }

    pub fn predict(&mut self, planes: &[f32]) -> Outputs {
        let input = Tensor::from_shape(&[self.batch, PLANES, 8, 8], planes);
        let input = input.expect("the planes of a batch");
        let outputs = self.state.run(tvec![input.into()]).expect("the network can be run");
        let mut outputs = outputs.iter().map(|output| {
            let numbers = output.try_as_plain_ram().expect("numbers");
            numbers.as_slice::<f32>().expect("floats").to_vec()
        });
        let mut next = || outputs.next().expect("three outputs");
        Outputs { moves: next(), outcome: next(), score: next() }
    }
}

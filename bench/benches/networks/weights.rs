//! The weights of a network, for frameworks that do not read its ONNX file.

use std::collections::HashMap;

use tract_onnx::prelude::Framework;

/// The weights that an ONNX file holds, by name.
pub struct Weights(HashMap<String, Tensor>);

/// Numbers and their sizes.
#[derive(Clone)]
pub struct Tensor {
    pub sizes: Vec<usize>,
    pub numbers: Vec<f32>,
}

impl Weights {
    /// Reads an ONNX file.
    pub fn of(mut file: &[u8]) -> Self {
        let model = tract_onnx::onnx().proto_model_for_read(&mut file).expect("an ONNX file");
        let tensors = model.graph.expect("the file has a graph").initializer.into_iter();
        let named = tensors.map(|tensor| {
            let sizes =
                tensor.dims.iter().map(|size| usize::try_from(*size).expect("a size")).collect();
            let (numbers, rest) = tensor.raw_data.as_chunks();
            assert!(rest.is_empty());
            let numbers = numbers.iter().copied().map(f32::from_le_bytes).collect();
            (tensor.name, Tensor { sizes, numbers })
        });
        Self(named.collect())
    }

    /// The 3x3 convolutions: the first one, then two for each block.
    pub fn convolutions(&self) -> impl Iterator<Item = String> {
        let names = (0..).map(|number| format!("convolution{number}"));
        names.take_while(|name| self.0.contains_key(&format!("{name}_weights")))
    }

    /// The weights of a layer and its bias.
    pub fn layer(&self, name: &str) -> [Tensor; 2] {
        ["weights", "bias"].map(|part| {
            let tensor = self.0.get(&format!("{name}_{part}"));
            tensor.expect("the file has this layer").clone()
        })
    }
}

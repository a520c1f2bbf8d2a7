//! A network as an ONNX model, for other programs.
//!
//! The input `planes` has a plane of 8x8 numbers for each of own discs, discs of the opponent,
//! empty squares, own moves, moves of the opponent, ones, the number of empty squares divided by
//! 60, and whether that number is odd. The outputs are `moves` (a number for each square, whose
//! softmax over the legal squares is the probability), `outcome` (the probabilities of a win, a
//! draw and a loss), `score` (the probabilities of the scores -64, -62 to 64) and `ownership`
//! (the probability of each square to be own at the end).

use crate::Network;
use crate::planes::PLANES;
use crate::protobuf::Message;
use crate::shape::{FEATURES, HIDDEN, JOINT, Layer, OUTCOMES, Places, SCORES};

/// The version of the operators.
const OPERATORS: u64 = 13;
/// The version of the format.
const FORMAT: u64 = 8;

/// The numbers by which ONNX knows types.
const FLOAT: u64 = 1;
const INTEGER_ATTRIBUTE: u64 = 2;
const INTEGERS_ATTRIBUTE: u64 = 7;

impl Network {
    /// The bytes of an ONNX model.
    pub fn to_onnx(&self) -> Vec<u8> {
        let places = Places::of(self.shape());
        let mut graph = Graph { message: Message::default(), parameters: self.parameters() };
        graph.message.text(2, "outflank");
        graph.tower(&places);
        graph.heads(&places, &format!("tensor{}", places.convolutions.len() - 1));
        graph.value(11, "planes", &[PLANES, 8, 8]);
        for (name, size) in
            [("moves", 64), ("outcome", OUTCOMES), ("score", SCORES), ("ownership", 64)]
        {
            graph.value(12, name, &[size]);
        }
        let mut operators = Message::default();
        operators.text(1, "").number(2, OPERATORS);
        let mut model = Message::default();
        model.number(1, FORMAT).text(2, "outflank");
        model.message(7, &graph.message).message(8, &operators);
        model.into_bytes()
    }
}

/// A graph that is being written.
struct Graph<'n> {
    message: Message,
    parameters: &'n [f32],
}

impl Graph<'_> {
    fn tower(&mut self, places: &Places) {
        for (number, layer) in places.convolutions.iter().enumerate() {
            let from = match number {
                0 => "planes".to_owned(),
                _ => format!("tensor{}", number - 1),
            };
            let name = format!("convolution{number}");
            self.convolution(&name, layer, 3, layer.outputs, &from);
            let mut sum = name;
            if number > 0 && number % 2 == 0 {
                let added = format!("sum{number}");
                self.node("Add", &[&sum, &format!("tensor{}", number - 2)], &added, &[]);
                sum = added;
            }
            self.node("Relu", &[&sum], &format!("tensor{number}"), &[]);
        }
    }

    fn heads(&mut self, places: &Places, last: &str) {
        self.convolution("features", &places.features, 1, FEATURES, last);
        self.node("Relu", &["features"], "positive", &[]);
        // By square, then by feature.
        self.node("Transpose", &["positive"], "by_square", &[("perm", &[0, 2, 3, 1])]);
        self.node("Flatten", &["by_square"], "flat", &[]);
        self.dense("moves", &places.joint, 0..64, "flat");
        self.dense("raw_hidden", &places.joint, 64..JOINT, "flat");
        self.node("Relu", &["raw_hidden"], "hidden", &[]);
        debug_assert_eq!(places.results.inputs, HIDDEN);
        self.dense("raw_outcome", &places.results, 0..OUTCOMES, "hidden");
        self.node("Softmax", &["raw_outcome"], "outcome", &[]);
        self.dense("raw_score", &places.results, OUTCOMES..OUTCOMES + SCORES, "hidden");
        self.node("Softmax", &["raw_score"], "score", &[]);
        self.convolution("raw_ownership", &places.ownership, 1, 1, last);
        self.node("Sigmoid", &["raw_ownership"], "board_ownership", &[]);
        self.node("Flatten", &["board_ownership"], "ownership", &[]);
    }

    /// A convolution with the first `outputs` channels of a layer.
    fn convolution(&mut self, name: &str, layer: &Layer, side: usize, outputs: usize, from: &str) {
        let mut weights = Vec::with_capacity(layer.weights.len());
        for output in 0..outputs {
            for input in 0..layer.inputs {
                for square in 0..side * side {
                    let at = (square * layer.inputs + input) * layer.outputs + output;
                    weights.push(self.parameters[layer.weights.start + at]);
                }
            }
        }
        let bias = self.parameters[layer.bias.clone()][..outputs].to_vec();
        let names = [format!("{name}_weights"), format!("{name}_bias")];
        self.tensor(&names[0], &[outputs, layer.inputs, side, side], &weights);
        self.tensor(&names[1], &[outputs], &bias);
        let border = i64::from(side == 3);
        self.node("Conv", &[from, &names[0], &names[1]], name, &[("pads", &[border; 4])]);
    }

    /// A product with some columns of a layer.
    fn dense(&mut self, name: &str, layer: &Layer, columns: std::ops::Range<usize>, from: &str) {
        let rows = self.parameters[layer.weights.clone()].chunks_exact(layer.outputs);
        let weights: Vec<f32> = rows.flat_map(|row| &row[columns.clone()]).copied().collect();
        let bias = self.parameters[layer.bias.clone()][columns.clone()].to_vec();
        let names = [format!("{name}_weights"), format!("{name}_bias")];
        self.tensor(&names[0], &[layer.inputs, columns.len()], &weights);
        self.tensor(&names[1], &[columns.len()], &bias);
        self.node("Gemm", &[from, &names[0], &names[1]], name, &[]);
    }

    fn node(
        &mut self,
        operator: &str,
        inputs: &[&str],
        output: &str,
        attributes: &[(&str, &[i64])],
    ) {
        let mut node = Message::default();
        for input in inputs {
            node.text(1, input);
        }
        node.text(2, output).text(3, output).text(4, operator);
        for (name, numbers) in attributes {
            let mut attribute = Message::default();
            attribute.text(1, name);
            for number in *numbers {
                attribute.number(8, number.cast_unsigned());
            }
            attribute.number(20, INTEGERS_ATTRIBUTE);
            node.message(5, &attribute);
        }
        if operator == "Softmax" || operator == "Flatten" {
            let mut axis = Message::default();
            axis.text(1, "axis").number(3, 1).number(20, INTEGER_ATTRIBUTE);
            node.message(5, &axis);
        }
        self.message.message(1, &node);
    }

    fn tensor(&mut self, name: &str, sizes: &[usize], numbers: &[f32]) {
        let mut tensor = Message::default();
        for size in sizes {
            tensor.number(1, *size as u64);
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        tensor.number(2, FLOAT).text(8, name).bytes(9, &bytes);
        self.message.message(5, &tensor);
    }

    /// The name and the sizes of an input or output, after that of the batch.
    fn value(&mut self, field: u64, name: &str, sizes: &[usize]) {
        let mut shape = Message::default();
        let mut batch = Message::default();
        batch.text(2, "boards");
        shape.message(1, &batch);
        for size in sizes {
            let mut dimension = Message::default();
            dimension.number(1, *size as u64);
            shape.message(1, &dimension);
        }
        let (mut tensor, mut kind, mut value) =
            (Message::default(), Message::default(), Message::default());
        tensor.number(1, FLOAT).message(2, &shape);
        kind.message(1, &tensor);
        value.text(1, name).message(2, &kind);
        self.message.message(field, &value);
    }
}

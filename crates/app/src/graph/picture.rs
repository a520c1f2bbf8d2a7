//! The kinds of picture a graph is written as.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::Graph;
use crate::failure::Failure;
use crate::files;

/// A kind of picture.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Picture {
    /// Text that a browser draws at any size.
    Svg,
    /// Pixels, the same drawing.
    Png,
}

impl Picture {
    /// The kind that the name of a file asks for, if the file can be written.
    pub(crate) fn by_name(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let kind = match extension.to_str() {
            Some("svg") => Self::Svg,
            Some("png") => Self::Png,
            _ => {
                let name = path.display();
                return Err(Failure::input(format!(
                    "cannot tell the kind of picture of {name}: use .svg or .png"
                )));
            }
        };
        files::expect_folder(path)?;
        Ok(kind)
    }

    /// The bytes of the file.
    pub(crate) fn paint(self, graph: &Graph) -> Result<Vec<u8>, Failure> {
        let svg = graph.draw();
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => rasterise(&svg).context("cannot paint the graph").map_err(Failure::Run),
        }
    }
}

/// Paints with the font in this program: a server may have none, and the
/// picture is the same everywhere.
fn rasterise(svg: &str) -> anyhow::Result<Vec<u8>> {
    let mut fonts = fontdb::Database::new();
    for font in [ttf_noto_sans::REGULAR, ttf_noto_sans::BOLD] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut pixels =
        Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}

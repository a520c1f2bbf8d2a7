//! The kinds of picture a graph is written as.

use std::path::Path;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::Graph;

/// A kind of picture.
#[derive(Clone, Copy, Debug)]
pub enum Picture {
    /// Text that a browser draws at any size.
    Svg,
    /// Pixels, the same drawing.
    Png,
}

/// The name of a file asks for no known kind of picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot tell the kind of picture of {0}: use .svg or .png")]
pub struct UnknownPicture(String);

/// A graph cannot be painted.
#[derive(Debug, thiserror::Error)]
#[error("cannot paint the graph: {0}")]
pub struct PaintError(Box<dyn std::error::Error + Send + Sync>);

impl Picture {
    /// The kind that the name of a file asks for.
    pub fn by_name(path: &Path) -> Result<Self, UnknownPicture> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(UnknownPicture(path.display().to_string())),
        }
    }

    /// The bytes of the file.
    pub fn paint(self, graph: &Graph) -> Result<Vec<u8>, PaintError> {
        self.paint_svg(graph.draw())
    }

    /// The bytes of the file of an SVG text.
    pub fn paint_svg(self, svg: String) -> Result<Vec<u8>, PaintError> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => Self::rasterise(&svg),
        }
    }

    /// The PNG picture of an SVG text.
    pub fn rasterise(svg: &str) -> Result<Vec<u8>, PaintError> {
        rasterise(svg).map_err(PaintError)
    }
}

/// Paints with the font in this program: a server may have none, and the
/// picture is the same everywhere.
fn rasterise(svg: &str) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    let mut fonts = fontdb::Database::new();
    for font in [ttf_noto_sans::REGULAR, ttf_noto_sans::BOLD] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}

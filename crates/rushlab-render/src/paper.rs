//! Images on paper, for PostScript and PDF: sizes, where an image is placed, and the footer of a page.

use crate::palette::{WHITE, colour};
use crate::vector_image::VectorImage;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// All sizes, with their names.
    pub const ALL: [(&'static str, Paper); 2] = [("a4", Paper::A4), ("letter", Paper::Letter)];

    /// The margin on each side, in points.
    pub(crate) const MARGIN: i32 = 36;

    /// Returns width and height, in points.
    pub fn size(self) -> (i32, i32) {
        match self {
            Paper::A4 => (595, 842),
            Paper::Letter => (612, 792),
        }
    }

    /// Returns width and height without the margins, in points.
    pub fn printable(self) -> (i32, i32) {
        let (width, height) = self.size();
        (width - 2 * Paper::MARGIN, height - 2 * Paper::MARGIN)
    }

    /// Returns the footer of a page, in the lower margin: a text on the left, and the number of the page if there are
    /// several. One pixel is one point.
    pub(crate) fn footer(self, text: &str, number: usize, count: usize) -> VectorImage {
        const SIZE: i32 = 9;
        let (width, height) = self.size();
        let mut footer = VectorImage::new(String::new(), width, height, WHITE);
        let middle = height - Paper::MARGIN / 2;
        let ink = colour(0x30363F);
        let number = if count > 1 { format!("{number} / {count}") } else { String::new() };
        let both = [text, &number].into_iter().filter(|part| !part.is_empty()).collect::<Vec<&str>>().join("   ·   ");
        if !both.is_empty() {
            footer.centred_text(&both, (width / 2, middle), SIZE, false, ink);
        }
        footer
    }
}

/// An image for a page of paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperPage {
    /// The image.
    pub image: VectorImage,
    /// The text at the bottom of the page, beside its number; may be empty.
    pub footer: String,
}

/// How images are scaled to paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperLayout {
    /// The size of the paper.
    pub paper: Paper,
    /// The side of a cell in the images, in pixels.
    pub cell: u32,
    /// The maximum side of a cell on paper, in points.
    pub max_points: u32,
}

/// Where an image is on a page: its upper left corner in points from that of the page, and the points per pixel.
pub(crate) struct Placement {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) scale: f64,
}

impl PaperLayout {
    /// Places an image at the top of a page, centred, as large as possible.
    pub(crate) fn place(&self, image: &VectorImage) -> Placement {
        let (width, height) = (f64::from(image.width), f64::from(image.height));
        let (across, down) = self.paper.printable();
        let max_scale = f64::from(self.max_points) / f64::from(self.cell);
        let scale = (f64::from(across) / width).min(f64::from(down) / height).min(max_scale);
        let left = (f64::from(self.paper.size().0) - width * scale) / 2.0;
        Placement { left, top: f64::from(Paper::MARGIN), scale }
    }
}

//! Pictures.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use rushlab_render::{ImageOptions, MAX_PIXELS, Scene, Theme, animate, draw_image, gif};

use crate::errors::{InvalidArgument, unknown_name};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// The default side of a cell in pixels, of a picture and of an animation.
const BOARD_CELL: u32 = 64;
const ANIMATION_CELL: u32 = 44;

/// The side of a cell in a notebook.
const NOTEBOOK_CELL: u32 = 40;

/// What can be drawn.
pub(crate) enum Subject<'py> {
    Puzzle(Bound<'py, Puzzle>),
    Position(Bound<'py, Position>),
    Solution(Bound<'py, Solution>),
}

impl<'py> FromPyObject<'_, 'py> for Subject<'py> {
    type Error = PyErr;

    fn extract(subject: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(puzzle) = subject.cast::<Puzzle>() {
            return Ok(Subject::Puzzle(puzzle.to_owned()));
        }
        if let Ok(position) = subject.cast::<Position>() {
            return Ok(Subject::Position(position.to_owned()));
        }
        let wrong = |_| {
            let message = format!("a puzzle, a position or a solution can be drawn, not {:?}", subject.get_type());
            InvalidArgument::new_err(message)
        };
        subject.cast::<Solution>().map(|solution| Subject::Solution(solution.to_owned())).map_err(wrong)
    }
}

/// Returns the picture of a scene for a notebook.
pub(crate) fn svg_of(scene: &Scene) -> String {
    draw_image(scene, &ImageOptions { cell: NOTEBOOK_CELL, labels: true, theme: Theme::Light }).svg()
}

/// Draws a puzzle, a position or a solution: `svg`, `png`, or `gif`, which shows the moves of a solution one after the
/// other.
#[pyfunction]
#[pyo3(name = "_render", signature = (subject, format, *, cell=None, theme="light", labels=true))]
pub(crate) fn render(
    py: Python<'_>,
    subject: Subject<'_>,
    format: &str,
    cell: Option<u32>,
    theme: &str,
    labels: bool,
) -> PyResult<Vec<u8>> {
    let theme = Theme::ALL
        .into_iter()
        .find(|(name, _)| *name == theme)
        .map(|(_, theme)| theme)
        .ok_or_else(|| unknown_name("theme", theme, Theme::ALL.map(|(name, _)| name)))?;
    if cell.is_some_and(|cell| !(8..=512).contains(&cell)) {
        return Err(InvalidArgument::new_err("cell is a number of pixels from 8 to 512"));
    }
    let options = |default| ImageOptions { cell: cell.unwrap_or(default), labels, theme };
    let failed = |error: rushlab_render::RasterError| {
        InvalidArgument::new_err(format!("{error}; a picture has at most {MAX_PIXELS} pixels: lower cell="))
    };
    let scene = match &subject {
        Subject::Puzzle(puzzle) => Scene::of(&puzzle.get().0),
        Subject::Position(position) => Scene::at(&position.get().0),
        Subject::Solution(solution) => Scene::of(solution.get().solution.puzzle()),
    };
    match format {
        "svg" => Ok(draw_image(&scene, &options(BOARD_CELL)).svg().into_bytes()),
        "png" => py.detach(|| draw_image(&scene, &options(BOARD_CELL)).png()).map_err(failed),
        "gif" => {
            let Subject::Solution(solution) = &subject else {
                return Err(InvalidArgument::new_err("a gif shows a solution; render puzzle.solve()"));
            };
            let solution = &solution.get().solution;
            let segments = animate(solution.puzzle(), solution.moves())
                .map_err(|error| InvalidArgument::new_err(error.to_string()))?;
            py.detach(|| gif(&segments, &options(ANIMATION_CELL))).map_err(failed)
        }
        other => Err(unknown_name("kind of picture", other, ["svg", "png", "gif"])),
    }
}

/// Draws a position as an array of rows, columns and the three colours.
#[pyfunction]
#[pyo3(name = "_pixels")]
pub(crate) fn pixels<'py>(position: &Bound<'py, Position>, cell: u32) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let options = ImageOptions { cell, labels: true, theme: Theme::Light };
    let image = draw_image(&Scene::at(&position.get().0), &options);
    let bytes = image.rgb().map_err(|error| InvalidArgument::new_err(error.to_string()))?;
    let shape = [image.height as usize, image.width as usize, 3];
    PyArray1::from_vec(position.py(), bytes).reshape(shape)
}

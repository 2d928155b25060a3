//! Canonical forms: one puzzle for all that differ in name and labels only, or also by a symmetry of the board.

use super::{Draft, Label, Puzzle, Side, find_primary};

impl Puzzle {
    /// Returns the same puzzle without its name and with labels by position, so that puzzles that differ in name and
    /// labels only become equal.
    ///
    /// The labels are [those of the published database](Puzzle::with_canonical_labels), which continue with pairs of
    /// letters if there are too few letters. The primary is `X` instead of `A` if a reader of the format `line` would
    /// not find it under the label `A`.
    ///
    /// ```
    /// let puzzle: rushlab::Puzzle = "..BBaa......XX...c.....c............".parse()?;
    /// assert_eq!(puzzle.canonical().to_string(), "..BBCC......AA...D.....D............");
    /// # Ok::<(), rushlab::Error>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Puzzle {
        let labelled = self.with_long_canonical_labels().with_name(None);
        let found = find_primary(&Draft::from(&labelled).vehicles, labelled.height().into());
        if found == Ok(labelled.primary_index()) {
            return labelled;
        }
        let labels: Option<Vec<Label>> = (labelled.vehicles().iter().enumerate())
            .map(|(index, vehicle)| match index == labelled.primary_index() {
                true => Label::from_char('X'),
                false => Some(vehicle.label),
            })
            .collect();
        labels.and_then(|labels| labelled.with_labels(&labels).ok()).unwrap_or(labelled)
    }

    /// Returns the canonical form of the puzzle and of all its mirror images and rotations, so that puzzles that differ
    /// in name, labels and a symmetry of the board only become equal. The exit is on the right, and the primary is not
    /// below the middle.
    ///
    /// ```
    /// let puzzle: rushlab::Puzzle = "....XX....AA....".parse()?;
    /// let mirrored: rushlab::Puzzle = "......AAXX......".parse()?;
    /// assert_ne!(puzzle.canonical(), mirrored.canonical());
    /// assert_eq!(puzzle.canonical_up_to_symmetry(), mirrored.canonical_up_to_symmetry());
    /// # Ok::<(), rushlab::Error>(())
    /// ```
    #[must_use]
    pub fn canonical_up_to_symmetry(&self) -> Puzzle {
        let horizontal = match self.exit().side {
            Side::Right | Side::Left => self.clone(),
            Side::Top | Side::Bottom => self.transposed(),
        };
        let image = if horizontal.exit().side == Side::Left { horizontal.mirrored() } else { horizontal };
        // Only the reflection of the rows leaves the exit on the right.
        let other = image.transposed().mirrored().transposed();
        let key = |puzzle: &Puzzle| (puzzle.primary().cell.row, puzzle.id());
        if key(&other) < key(&image) { other.canonical() } else { image.canonical() }
    }
}

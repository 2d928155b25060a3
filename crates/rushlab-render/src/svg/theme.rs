//! What the vehicles stand on: their own colours are the same by day and by night.

/// The colours around the vehicles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For pages with dark text on a light ground.
    #[default]
    Light,
    /// For pages with light text on a dark ground.
    Dark,
}

/// A theme's colours.
pub(super) struct Ground {
    pub(super) page: &'static str,
    pub(super) frame: &'static str,
    pub(super) board: &'static str,
    pub(super) cell: &'static str,
    pub(super) wall: &'static str,
    pub(super) hatching: &'static str,
    pub(super) arrow: &'static str,
    /// How strong the vehicles' shadows are, in percent.
    pub(super) shadow: u8,
}

impl Theme {
    pub(super) fn ground(self) -> Ground {
        match self {
            Theme::Light => Ground {
                page: "#ffffff",
                frame: "#3d4756",
                board: "#d9dfe7",
                cell: "#eceff4",
                wall: "#4c5665",
                hatching: "#737e8e",
                arrow: "#d7191c",
                shadow: 22,
            },
            Theme::Dark => Ground {
                page: "#12161c",
                frame: "#5d6a7e",
                board: "#1a2029",
                cell: "#27303c",
                wall: "#414d5d",
                hatching: "#6c7a8d",
                arrow: "#ff5a52",
                shadow: 45,
            },
        }
    }
}

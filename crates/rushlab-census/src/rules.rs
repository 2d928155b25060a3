//! The rules of published censuses: which boards they count, and what a solution costs.

use rushlab::puzzle::Metric;

/// The rules of a census. The primary always has length 2, is horizontal, and exits on the right. Its row is the middle
/// one. A vehicle to its right in its row would always block it, so no rules have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusRules {
    /// The name.
    pub name: &'static str,
    /// What distinguishes these rules, and whose they are.
    pub summary: &'static str,
    /// The cost that is minimised, unless another one is requested.
    pub metric: Metric,
    /// The lengths of the vehicles except the primary, the shortest first.
    pub lengths: &'static [usize],
    /// Whether other vehicles may be in the row of the primary, to its left.
    pub shared_row: bool,
    /// Whether a line may be filled: a row by its vehicles and walls, a column by its vehicles.
    pub full_lines: bool,
    /// The vehicles that are available; `None` if there is no limit.
    pub supply: Option<Supply>,
}

/// A limited number of vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Number of vehicles of length 2, with the primary.
    pub cars: u8,
    /// Number of vehicles of length 3.
    pub trucks: u8,
}

/// The rules of Fogleman (2018), whose database is the published one.
pub static FOGLEMAN: CensusRules = CensusRules {
    name: "fogleman",
    summary: "Cars and trucks, the primary alone in its row, no row or column filled, in moves (Fogleman 2018)",
    metric: Metric::Moves,
    lengths: &[2, 3],
    shared_row: false,
    full_lines: false,
    supply: None,
};

/// The rules of van Assema (2014).
pub static VAN_ASSEMA: CensusRules = CensusRules {
    name: "van-assema",
    summary: "Cars and trucks in every row and column, which they may fill, in moves (van Assema 2014)",
    metric: Metric::Moves,
    lengths: &[2, 3],
    shared_row: true,
    full_lines: true,
    supply: None,
};

/// The rules of Collette, Raskin and Servais (2006).
pub static COLLETTE: CensusRules = CensusRules {
    name: "collette",
    summary: "As van-assema with the vehicles of the game, 12 cars and 4 trucks, in steps (Collette, Raskin and Servais 2006)",
    metric: Metric::Steps,
    supply: Some(Supply { cars: 12, trucks: 4 }),
    ..VAN_ASSEMA
};

/// The rules of the first part of Servais (2005).
pub static SERVAIS: CensusRules = CensusRules {
    name: "servais",
    summary: "As van-assema with cars only, in steps (Servais 2005)",
    metric: Metric::Steps,
    lengths: &[2],
    ..VAN_ASSEMA
};

/// The registry of rules, the default first.
pub static RULES: &[&CensusRules] = &[&FOGLEMAN, &VAN_ASSEMA, &COLLETTE, &SERVAIS];

/// Returns the rules with a name.
pub fn rules_by_name(name: &str) -> Option<&'static CensusRules> {
    RULES.iter().copied().find(|rules| rules.name == name)
}

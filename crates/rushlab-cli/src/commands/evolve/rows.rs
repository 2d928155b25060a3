//! The file of runs: a record for each finished run, with all parameters.

use std::io::{self, Write};

use rushlab_genetic::PARAMETERS;
use rushlab_study::evolution::Run;

use super::log::status;
use super::records::{RecordFormat, RecordWriter};
use super::run::Job;
use crate::output::Value;

const COLUMNS: &[&str] = &[
    "puzzle",
    "name",
    "configuration",
    "algorithm",
    "setting",
    "run",
    "seed",
    "status",
    "cost",
    "evolved",
    "found",
    "generations",
    "boards",
    "seconds",
    "optimum",
];

/// Returns the names of all columns; the parameters have the prefix `parameter_`.
pub(super) fn columns() -> Vec<String> {
    let parameters = PARAMETERS.iter().map(|parameter| format!("parameter_{}", parameter.name));
    COLUMNS.iter().map(|name| (*name).to_owned()).chain(parameters).collect()
}

pub(super) struct RunFile<'a>(RecordWriter<'a, &'a mut (dyn Write + Send)>);

impl<'a> RunFile<'a> {
    pub(super) fn new(
        out: &'a mut (dyn Write + Send),
        format: RecordFormat,
        columns: &'a [&'a str],
    ) -> io::Result<RunFile<'a>> {
        Ok(RunFile(RecordWriter::new(out, format, columns)?))
    }

    pub(super) fn write(&mut self, job: &Job, run: &Run) -> io::Result<()> {
        let configuration = &job.configuration;
        let solution = run.solution.as_ref();
        let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
        let mut record = vec![
            job.id.as_str().into(),
            job.puzzle.name().map_or(Value::Missing, Value::from),
            configuration.label.as_str().into(),
            configuration.algorithm.name().into(),
            configuration.setting.name().into(),
            Value::Number(job.number.into()),
            Value::Number(job.seed),
            status(run.ended).into(),
            number(solution.map(|solution| solution.cost)),
            number(solution.map(|solution| solution.evolved_cost)),
            number(solution.map(|solution| solution.generation)),
            Value::Number(run.last.number.into()),
            Value::Number(run.last.boards as u64),
            Value::seconds(run.seconds),
            number(job.known_optimum()),
        ];
        record
            .extend(PARAMETERS.iter().map(|parameter| configuration.value(parameter).map_or(Value::Missing, decimal)));
        self.0.write(&record)
    }
}

/// Returns a number with as many decimals as it needs.
fn decimal(value: f64) -> Value<'static> {
    let text = value.to_string();
    Value::Decimal(value, text.split_once('.').map_or(0, |(_, decimals)| decimals.len()))
}

//! The slides: the setting, the results and the findings of the report, a few sentences each. The COMP 472 handout
//! (sections 3 and 5) allows four minutes for the analysis, so there is one slide for each question and each reason.

use super::super::checks::HeuristicCheck;
use super::super::data::{Column, Data};
use super::{difficulty, effort, fuel, greedy, heuristic_cost, heuristics, lengths, reasons};
use crate::comparison::SearchResult;
use crate::report::document::{Document, Picture, Section};
use crate::words::{count, grouped, or_dash, percent, time};
use rushlab::heuristic::Claim;
use rushlab::search::{Duplicates, Verdict};
use std::borrow::Cow;

const MAX_ITEMS: usize = 5;

pub(in crate::comparison::report) fn slides(data: &Data<'_>) -> Document {
    let mut slides = vec![setting(data), results(data), lengths(data)];
    if !data.checks.heuristics.is_empty() {
        slides.push(definitions(data));
    }
    if let Some(headline) = heuristics::headline(data) {
        slides.push(admissibility(data, headline));
        slides.push(influence(data));
    }
    slides.extend([states(data), times(data)]);
    if heuristics::headline(data).is_some() {
        slides.push(dominance(data));
        slides.push(order(data));
        slides.push(price(data));
    }
    slides.push(facts(data));
    slides.retain(|slide| !slide.blocks.is_empty());
    Document { title: super::title(data), sections: slides }
}

fn slide(title: impl Into<Cow<'static, str>>, question: Option<&'static str>) -> Section {
    Section::new("", title, question)
}

fn first_items(mut items: Vec<String>) -> Vec<String> {
    items.truncate(MAX_ITEMS);
    items
}

fn setting(data: &Data<'_>) -> Section {
    let comparison = data.comparison;
    let mut slide = slide(super::title(data), None);
    let puzzles = format!(
        "{}: {} with a solution, {} without, {} undecided",
        grouped(comparison.entries.len()),
        grouped(data.ended(Verdict::Solved).len()),
        grouped(data.ended(Verdict::Unsolvable).len()),
        grouped(data.ended(Verdict::Limit).len()),
    );
    let costs = data.results.optima().filter_map(SearchResult::cost);
    let lengths = costs.clone().min().zip(costs.max()).map(|(least, most)| match least == most {
        true => data.cost(least),
        false => format!("{least} to {}", data.cost(most)),
    });
    let rules = Some(data.rules().text()).filter(|rules| !rules.is_empty());
    let duplicates = match comparison.duplicates() {
        Duplicates::Exact => "vehicles and fuel are equal",
        Duplicates::Board => "vehicles are equal; fuel is ignored",
    };
    let all: Vec<usize> = (0..comparison.configurations.len()).collect();
    slide.facts(vec![
        ("Puzzles", puzzles),
        ("Shortest solutions", or_dash(lengths, |lengths| lengths)),
        ("Searches", data.titles(&all)),
        ("Rules", rules.unwrap_or_else(|| "plain".to_owned())),
        ("Duplicates", duplicates.to_owned()),
        ("Times", data.results.method()),
    ]);
    slide
}

fn results(data: &Data<'_>) -> Section {
    let mut slide = slide("Results", None);
    let summary = |search: usize| &data.summaries[search];
    let shortest = |search: usize| percent(summary(search).optimal, summary(search).solved);
    let columns: [Column<'_>; 6] = [
        ("Solved", &|search| grouped(summary(search).solved)),
        ("Shortest", &|search| or_dash(summary(search).optimal_share, |_| shortest(search))),
        ("Mean length", &|search| or_dash(summary(search).mean_length, |mean| format!("{mean:.2}"))),
        ("Mean states", &|search| or_dash(summary(search).mean_states, |mean| grouped(mean.round() as usize))),
        ("Mean time", &|search| or_dash(summary(search).mean_seconds, time)),
        ("Total time", &|search| summary(search).total_time.text()),
    ];
    let caption = format!("Over {}", count(data.comparison.entries.len(), "puzzle"));
    data.table(&mut slide, caption, data.searches(), &columns);
    slide
}

fn lengths(data: &Data<'_>) -> Section {
    let mut slide = slide("Length of the solutions", Some("When do you have the lowest-cost solution?"));
    slide.answer(lengths::headline(data).unwrap_or_else(|| "No solution is known.".to_owned()));
    slide.pictures(lengths::plots(data));
    slide
}

fn definitions(data: &Data<'_>) -> Section {
    let mut slide = slide("The heuristics", None);
    // A property that is not proved may still hold on the puzzles of the next slide.
    let guaranteed = |claim: Claim| if claim == Claim::Never { "not guaranteed" } else { claim.words() };
    let describe = |checked: &HeuristicCheck| {
        let about = checked.heuristic.about();
        let text = format!(
            "{}{}. Admissible: {}. Consistent: {}.",
            about.summary,
            heuristics::parameters(checked.heuristic.as_ref()),
            guaranteed(about.admissible),
            guaranteed(about.consistent)
        );
        (about.name, text)
    };
    slide.facts(data.checks.heuristics.iter().map(describe).collect());
    slide
}

fn admissibility(data: &Data<'_>, headline: String) -> Section {
    let mut slide = slide("Admissibility and informedness", Some("Is each heuristic admissible?"));
    slide.answer(headline);
    let failure = data.checks.heuristics.iter().find_map(|checked| {
        checked.overestimate.as_ref()?;
        heuristics::counterexamples(data, checked).into_iter().next()
    });
    slide.pictures(std::iter::once(heuristics::informedness(data)).chain(failure).collect::<Vec<Picture>>());
    slide
}

fn influence(data: &Data<'_>) -> Section {
    let mut slide =
        slide("Admissibility and optimality", Some("How does admissibility influence the optimality of the solution?"));
    slide.list(first_items(heuristics::influence(data)));
    slide.list(first_items(lengths::guarantees(data)));
    slide
}

fn states(data: &Data<'_>) -> Section {
    let mut slide = slide("States searched", None);
    let items = effort::least_and_most_states(data).into_iter().chain(effort::identical(data));
    slide.list(items.chain(effort::undecided(data)).collect());
    slide.pictures(vec![effort::states_plot(data)]);
    slide
}

fn times(data: &Data<'_>) -> Section {
    let mut slide = slide("Execution time", Some("Is an informed search always faster?"));
    slide.answer(effort::headline(data).unwrap_or_else(|| "There is nothing to compare.".to_owned()));
    slide.list(effort::least_and_most_time(data).into_iter().chain(data.results.noise()).collect());
    slide.pictures(vec![effort::time_plot(data)]);
    slide
}

fn dominance(data: &Data<'_>) -> Section {
    let mut slide = slide("Why: which heuristic is higher", None);
    let pairs = data.checks.pairs.iter().filter(|pair| pair.first == 0);
    slide.list(first_items(pairs.map(|pair| reasons::describe_pair(data, pair)).collect()));
    slide.list(reasons::blocked_cells(data).into_iter().collect());
    slide
}

fn order(data: &Data<'_>) -> Section {
    let mut slide = slide("Why: order and weight", None);
    slide.list(reasons::same_order(data));
    slide.list(reasons::weighted(data));
    slide
}

fn price(data: &Data<'_>) -> Section {
    let mut slide = slide("Why: what a better estimate costs", None);
    let prices = reasons::prices(data);
    if !prices.is_empty() {
        slide.list(first_items(prices));
        slide.pictures(reasons::plots(data));
    }
    slide
}

fn facts(data: &Data<'_>) -> Section {
    let mut slide = slide("Other facts", None);
    let facts = [heuristic_cost::headline, greedy::headline, difficulty::headline, fuel::headline];
    slide.list(facts.into_iter().filter_map(|headline| headline(data)).collect());
    slide
}

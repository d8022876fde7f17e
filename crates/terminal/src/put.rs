//! A question for the box, from a request of the gate.

use byleave_gate::{Offer, Request};
use byleave_policy::Profile;
use byleave_policy::grant::Breadth;
use byleave_view::{Gist, JudgedPart, gist};
use serde_json::Value;

use crate::change;
use crate::question::{Choice, Part, Question, Scope, Style, Subject};

/// The style of a profile.
#[must_use]
pub const fn style_of(profile: Profile) -> Style {
    match profile {
        Profile::Byleave | Profile::ConnectOnion => Style::Byleave,
        Profile::OriCore => Style::Plain,
        Profile::Ollama => Style::Ollama,
    }
}

/// The question for a request.
#[must_use]
pub fn question(request: &Request, style: Style) -> Question {
    let call = &request.call;
    let text = |name: &str| call.arguments.get(name).and_then(Value::as_str).map(str::to_owned);
    let command = request.reading.argument().and_then(text);
    let query = request.reading.tool().filter(|tool| tool.name == "web_search").and_then(|_| text("query"));
    let subject = match (command, query) {
        (Some(command), _) => Subject::Command(command),
        (None, Some(query)) => Subject::Query(query),
        (None, None) => Subject::Arguments,
    };
    let Gist { matters, parts } = gist(&request.reading, &request.decision, &request.deeds);
    let part = |JudgedPart { text, verdict, reasons }| Part { text, verdict, reason: reasons.join(" · ") };
    Question {
        style,
        tool: call.tool.clone(),
        covers: choices(request, style),
        subject,
        arguments: call.arguments.clone(),
        order: call.about.as_deref().map(|about| about.order.clone()).unwrap_or_default(),
        parts: parts.into_iter().map(part).collect(),
        matters,
        outside: request.decision.outside,
        description: call.description.clone(),
        risk: Some(request.risk),
        cwd: (request.cwd != request.project).then(|| request.cwd.clone()),
        session: request.parent.as_ref().map(|_| request.session.clone()),
        diff: change::of(request),
        expires_in: request.expires.and_then(|end| {
            let left = end.duration_since(request.created);
            std::time::Duration::try_from(left).ok()
        }),
    }
}

/// The choices for "always", the usual one first; a whole tool only where there is nothing narrower.
fn choices(request: &Request, style: Style) -> Vec<Choice> {
    let mut offers: Vec<_> = request.offers.iter().collect();
    let order = |scope: byleave_gate::Scope| match scope {
        byleave_gate::Scope::Session => 0,
        byleave_gate::Scope::Project => 1,
        byleave_gate::Scope::Always => 2,
        byleave_gate::Scope::Turn => 3,
        byleave_gate::Scope::Once | byleave_gate::Scope::For(_) | byleave_gate::Scope::Count(_) => 4,
    };
    let is_wide = |offer: &Offer| style != Style::Ollama && offer.breadth == Breadth::Tool;
    offers.sort_by_key(|offer| (is_wide(offer), offer.breadth != request.breadth, order(offer.scope)));
    let choice = |offer: &&Offer| {
        let scope = match offer.scope {
            byleave_gate::Scope::Turn => Scope::Turn,
            byleave_gate::Scope::Session => Scope::Session,
            byleave_gate::Scope::Project => Scope::Project,
            byleave_gate::Scope::Always => Scope::Always,
            byleave_gate::Scope::Once | byleave_gate::Scope::For(_) | byleave_gate::Scope::Count(_) => return None,
        };
        let (words, pattern) = (offer.words.clone(), offer.patterns.join(", "));
        Some(Choice { scope, breadth: offer.breadth, words, pattern })
    };
    offers.iter().filter_map(choice).collect()
}

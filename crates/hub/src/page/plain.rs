//! The page without scripts: pending requests, and allow or deny by plain forms. For text browsers, and for people who
//! run no scripts.
//!
//! It adds no new access. There is no cookie here: every form carries the token in its body, as every other request
//! carries it in its head, so a form on another page has no token. `GET` changes nothing, and an answer takes the same
//! path as all answers.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use byleave_gate::order::in_order;
use byleave_gate::{RequestState, Risk, StoredRequest, agent_title};
use http_body_util::{BodyExt as _, Limited};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer;
use crate::hub::Hub;
use crate::server::guard::KnownSender;
use crate::server::intake::counted;
use crate::server::peers::Machine;
use crate::server::{Problem, json_of};
use crate::token::callers::Caller;

/// Its address, the only one that accepts forms.
pub const ADDRESS: &str = "/plain";

/// How many requests are on one page, the oldest first.
const SHOWN: usize = 50;

/// How many lines on a phone a person reads at a glance.
const GLANCE: usize = 6;

/// Letters in a line on a phone.
const NARROW: usize = 40;

/// The largest form, in bytes.
const LARGEST: usize = 16 << 10;

/// The word that a person must type to allow a critical call.
const PROOF: &str = "allow";

const POLICY: &str =
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// `GET /plain`
pub async fn door() -> Response {
    page(StatusCode::OK, &door_form(None))
}

/// `POST /plain`: shows pending requests to a caller with a token. If the form has an answer, it takes the answer
/// first.
pub async fn post(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    reply(&hub, request).await.unwrap_or_else(|problem| page(problem.status, &door_form(Some(&problem.message))))
}

async fn reply(hub: &Arc<Hub>, request: Request) -> Result<Response, Problem> {
    let from = request.extensions().get::<Machine>().copied();
    let sender = request.extensions().get::<KnownSender>().cloned();
    let form = read(hub, request).await?;
    let token = form.get("token").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let caller = recognised(hub, &token, from).await?;
    if let Some(sender) = sender {
        sender.is(&caller);
    }
    let (status, said) = match answered(hub, &caller, &form).await {
        Ok(said) => (StatusCode::OK, said),
        Err(problem) => (problem.status, Some(problem.message)),
    };
    Ok(page(status, &list(hub, &caller, &token, said.as_deref()).await?))
}

/// The fields of a form. A field that occurs twice is an error.
async fn read(hub: &Hub, request: Request) -> Result<Map<String, Value>, Problem> {
    let body = Limited::new(request.into_body(), LARGEST);
    let read = tokio::time::timeout(hub.limits.body_time, body.collect()).await;
    let bytes = read.ok().and_then(Result::ok).ok_or_else(|| Problem::bad("the form did not come whole"))?.to_bytes();
    let text = std::str::from_utf8(&bytes).map_err(|_| Problem::bad("the form is not text"))?;
    let mut fields = Map::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let decoded = decoded(key).zip(decoded(value));
        let (key, value) = decoded.ok_or_else(|| Problem::bad("the form cannot be read"))?;
        if fields.insert(key, value.into()).is_some() {
            return Err(Problem::bad("a field of the form stands there twice"));
        }
    }
    Ok(fields)
}

/// `a+b%21` is `a b!`.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [char::from(rest.next()?), char::from(rest.next()?)];
                let [high, low] = digits.map(|digit| digit.to_digit(16));
                u8::try_from(high?.checked_mul(16)?.checked_add(low?)?).ok()?
            }
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// The caller with this token, recognised like all others.
async fn recognised(hub: &Hub, token: &str, from: Option<Machine>) -> Result<Arc<Caller>, Problem> {
    let mut headers = HeaderMap::new();
    let bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| Problem::unknown_caller())?;
    headers.insert(header::AUTHORIZATION, bearer);
    let unknown = |problem: Problem| match problem.status {
        StatusCode::UNAUTHORIZED => Problem { message: "this is no token that counts".to_owned(), ..problem },
        _ => problem,
    };
    let recognised = hub.recognise(&headers).await;
    let caller = recognised.map_err(|problem| unknown(counted(hub, from.as_ref(), problem)))?;
    hub.require(&caller, caller.role().watches(), "see the requests").await?;
    Ok(caller)
}

/// An answer as the form gives it: by one of the options that every request has.
#[derive(Serialize)]
struct FormAnswer<'f> {
    id: &'f str,
    call_hash: &'f str,
    option_id: &'static str,
    feedback: Option<&'f str>,
}

/// Takes the answer of a form, if it has one. Only for this call: longer grants need the other page, which shows what
/// they would cover.
async fn answered(
    hub: &Arc<Hub>,
    caller: &Arc<Caller>,
    fields: &Map<String, Value>,
) -> Result<Option<String>, Problem> {
    let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    let id = text("id");
    let option_id = match text("answer") {
        "" => return Ok(None),
        "allow" => {
            let stored = answer::visible(hub, caller, id).await?;
            if must_be_read(&stored.frame) && text("read") != "yes" {
                return Err(Problem::bad("nothing was answered: say that you have read it, with the box above Allow"));
            }
            if risk(&stored.frame) == Risk::Critical && text("proof") != PROOF {
                return Err(Problem::bad("nothing was answered: type the word before you press Allow"));
            }
            "once"
        }
        "deny" => "soft",
        "stop" => "hard",
        _ => return Err(Problem::bad("nothing was answered: the answer is none")),
    };
    let feedback = Some(text("feedback").trim()).filter(|words| option_id != "once" && !words.is_empty());
    // Without the hash, the answer could be about another call under this id.
    let form = FormAnswer { id, call_hash: text("call_hash"), option_id, feedback };
    let Value::Object(said) = json_of(&form) else { return Ok(None) };
    let told = answer::answer(hub, caller, id, said, None).await?;
    let words = match told.get("approved") {
        Some(Value::Bool(true)) => "Allowed, this once.",
        Some(Value::Bool(false)) => "Denied.",
        Some(_) | None => "Your yes is counted; others must agree too.",
    };
    Ok(Some(words.to_owned()))
}

/// Whether a person has to confirm that they read a call. This page cannot know what was on the screen, so it asks for
/// confirmation of long calls and of high-risk calls.
fn must_be_read(frame: &Value) -> bool {
    let lines = |text: &str| text.lines().map(|line| line.chars().count().div_ceil(NARROW).max(1)).sum::<usize>();
    let arguments = frame.get("arguments").and_then(Value::as_object).into_iter().flatten();
    let long =
        arguments.map(|(_, value)| value.as_str().map_or_else(|| lines(&format!("{value:#}")), lines)).sum::<usize>();
    risk(frame) >= Risk::High || long > GLANCE
}

/// The risk of a request. An unknown risk counts as grave.
fn risk(frame: &Value) -> Risk {
    let named = frame.pointer("/risk/level").and_then(Value::as_str);
    let known = [Risk::Low, Risk::Medium, Risk::High, Risk::Critical];
    known.into_iter().find(|risk| Some(risk.name()) == named).unwrap_or(Risk::High)
}

/// Text from outside, for a page: it contains no markup, and invisible characters are spelt out. Line breaks stay if
/// `lines`.
fn shown(text: &str, lines: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, one) in text.char_indices() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' if lines => out.push_str("⏎\n"),
            // A text that looks like such a spelling would be taken for one.
            '\\' if text.get(at..).is_some_and(|rest| rest.starts_with("\\u{")) => out.push_str("\\u{5c}"),
            ' '..='~' => out.push(one),
            _ if one.is_alphanumeric() => out.push(one),
            _ => {
                // Writing into a string cannot fail.
                let _ = write!(out, "<b>\\u{{{:x}}}</b>", u32::from(one));
            }
        }
    }
    out
}

fn page(status: StatusCode, body: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>byleave</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" href=\"/page/style.css\">\
         <link rel=\"stylesheet\" href=\"/page/card/card.css\"></head>\
         <body><main class=\"without-scripts\">{body}</main></body></html>\n"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // Browsers send the origin of a form only if this allows it; the referrer goes to no other site.
        (header::REFERRER_POLICY, "same-origin"),
    ];
    (status, headers, html).into_response()
}

fn notice(text: Option<&str>) -> String {
    text.map(|text| format!("<p class=\"notice\" role=\"status\">{}</p>", shown(text, false))).unwrap_or_default()
}

fn door_form(said: Option<&str>) -> String {
    format!(
        "<form class=\"login\" method=\"post\" action=\"{ADDRESS}\"><h1>byleave, without scripts</h1>{}\
         <p>What waits, and allow or deny. Make a token with <code>byleave hub token create --role approver</code>.</p>\
         <label for=\"token\">Token</label><input id=\"token\" name=\"token\" type=\"password\" autocomplete=\"off\" required>\
         <button class=\"allow\" type=\"submit\">Show what waits</button></form>",
        notice(said)
    )
}

async fn list(hub: &Hub, caller: &Caller, token: &str, said: Option<&str>) -> Result<String, Problem> {
    let found = hub.store().requests_after(RequestState::Pending, None, SHOWN).await?;
    let seen: Vec<&StoredRequest> = found.iter().filter(|stored| caller.sees(&stored.session)).collect();
    let token = format!("<input type=\"hidden\" name=\"token\" value=\"{}\">", shown(token, false));
    let count = match seen.len() {
        0 => "Nothing waits".to_owned(),
        1 => "1 request waits".to_owned(),
        many => format!("{many} requests wait"),
    };
    let frozen = hub.gate.frozen().await?.map(|freeze| format!("{}.", freeze.words()));
    let mut body = format!(
        "<h1>{count}</h1>{}{}<form method=\"post\" action=\"{ADDRESS}\">{token}\
         <p><button type=\"submit\">Look again</button></p></form>",
        notice(frozen.as_deref()),
        notice(said)
    );
    for stored in seen {
        body.push_str(&card(stored, &token, caller.role().answers()));
    }
    Ok(body)
}

fn card(stored: &StoredRequest, token: &str, answers: bool) -> String {
    let frame = &stored.frame;
    let text = |key: &str| frame.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = risk(frame).name();
    let agent = if text("agent").is_empty() { "An agent" } else { agent_title(text("agent")) };
    let mut out = format!(
        "<article class=\"card receipt\"><div class=\"card-top\"><span class=\"risk {name}\">{}</span> asked {}{}</div>\
         <h2>{} wants to use <code>{}</code> in <code>{}</code></h2><p class=\"asked-by\">Session <strong>{}</strong></p>",
        name.to_uppercase(),
        stored.created.strftime("%H:%M:%S UTC"),
        stored.expires.map(|end| format!(", ends {}", end.strftime("%H:%M:%S UTC"))).unwrap_or_default(),
        shown(agent, false),
        shown(text("tool"), false),
        shown(text("cwd"), false),
        shown(&stored.session, false),
    );
    if !text("description").is_empty() {
        let says = shown(text("description"), true);
        let _ = write!(out, "<blockquote class=\"says\">The agent says: “{says}”</blockquote>");
    }
    if let Some(arguments) = frame.get("arguments").and_then(Value::as_object) {
        let order = frame.get("arguments_order").and_then(|order| serde_json::from_value(order.clone()).ok());
        let order: Vec<String> = order.unwrap_or_default();
        for (key, value) in in_order(arguments, &order) {
            let value = value.as_str().map_or_else(|| format!("{value:#}"), str::to_owned);
            let (key, value) = (shown(key, false), shown(&value, true));
            let _ = write!(out, "<p><code>{key}</code></p><pre class=\"command\"><bdo dir=\"ltr\">{value}</bdo></pre>");
        }
    }
    out.push_str("<h3>Why it asks</h3><ul>");
    for reason in frame.pointer("/risk/reasons").and_then(Value::as_array).into_iter().flatten() {
        let _ = write!(out, "<li>{}</li>", shown(reason.as_str().unwrap_or_default(), false));
    }
    out.push_str("</ul>");
    if answers {
        out.push_str(&form(stored, token));
    }
    out.push_str("</article>");
    out
}

fn form(stored: &StoredRequest, token: &str) -> String {
    let (id, hash) = (shown(&stored.id, false), shown(&stored.digest, false));
    let (mut read, mut proof) = (String::new(), String::new());
    if must_be_read(&stored.frame) {
        read = format!(
            "<p><label><input type=\"checkbox\" name=\"read\" value=\"yes\"> I have read all of {id}</label></p>"
        );
    }
    if risk(&stored.frame) == Risk::Critical {
        proof = format!(
            "<p><label>Type <code>{PROOF}</code> to allow it <input type=\"text\" name=\"proof\" autocomplete=\"off\"></label></p>"
        );
    }
    format!(
        "<form method=\"post\" action=\"{ADDRESS}\">{token}<input type=\"hidden\" name=\"id\" value=\"{id}\">\
         <input type=\"hidden\" name=\"call_hash\" value=\"{hash}\">{read}{proof}\
         <p><label>Reason to deny <input type=\"text\" name=\"feedback\" autocomplete=\"off\" maxlength=\"2000\"></label></p>\
         <div class=\"row\"><button class=\"deny\" name=\"answer\" value=\"deny\">Deny</button>\
         <button class=\"plain\" name=\"answer\" value=\"stop\">Stop run</button>\
         <button class=\"allow\" name=\"answer\" value=\"allow\">Allow once</button></div></form>"
    )
}

#[cfg(test)]
mod tests {
    use super::{decoded, shown};

    #[test]
    fn nothing_foreign_becomes_markup_or_stays_hidden() {
        for (text, expected) in [
            ("<img src=x>&\"'", "&lt;img src=x&gt;&amp;&quot;&#39;"),
            ("a\u{202e}b\u{200b}", "a<b>\\u{202e}</b>b<b>\\u{200b}</b>"),
            ("\u{1b}[2J\u{0}", "<b>\\u{1b}</b>[2J<b>\\u{0}</b>"),
            ("\\u{202e} \\x", "\\u{5c}u{202e} \\x"),
            ("a\nb", "a⏎\nb"),
            ("é文", "é文"),
            ("⏎", "<b>\\u{23ce}</b>"),
        ] {
            assert_eq!(shown(text, true), expected, "{text:?}");
        }
        assert_eq!(shown("a\nb", false), "a<b>\\u{a}</b>b");
    }

    #[test]
    fn fields_are_read_as_browsers_write_them() {
        for (text, expected) in
            [("a+b%21%C3%A9", Some("a b!é")), ("", Some("")), ("%", None), ("%4", None), ("%zz", None), ("%ff", None)]
        {
            assert_eq!(decoded(text).as_deref(), expected, "{text}");
        }
    }
}

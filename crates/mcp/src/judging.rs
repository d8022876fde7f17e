//! The way of one call: from the client's words to the gate's verdict, and on to the server or back.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use byleave_gate::{
    About, Authorization, Call, Cause, Clock as _, Decision, Hosted, Origin, Refusal, SystemClock, ids, now,
};
use byleave_policy::Reason;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::core::{Insistence, Trust};
use crate::desk::{ToClient, Way};
use crate::listing::Lister;
use crate::message::{INVALID, Kind, Message, REFUSED, error, key, odd_key, result};
use crate::question::{self, has_forms};
use crate::sealed::PREFIX;
use crate::talk::{Flight, TAKEN, Talk, short};
use crate::tool;

/// The names of parameters that the gate reads.
const PARAMETERS: [&str; 6] = ["name", "arguments", "_meta", "inputResponses", "requestState", "task"];

/// The name of the gate's question among those that a client is to ask.
const QUESTION: &str = "byleave";

/// Where requests say since 2026-07-28 which version they are of, and what their client can do.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";

/// A request that is judged.
#[derive(Debug)]
pub struct Judging {
    /// Its id.
    pub id: Value,
    /// The id of its call at the gate.
    call: String,
    kind: What,
    /// The name of the tool, or of the method.
    name: String,
    arguments: Map<String, Value>,
    message: Message,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Call,
    Unknown,
}

/// What becomes of it.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes to the server, as it was judged.
    ToServer(Vec<u8>),
    /// It is answered here.
    ToClient(Vec<u8>),
    /// The client no longer wants an answer.
    Dropped,
}

/// What a client reads in the place of a result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refused<'r> {
    content: [Block<'r>; 1],
    is_error: bool,
    /// Since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "text")]
struct Block<'r> {
    text: &'r str,
}

/// Tells a client what to ask its user, before it comes again.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired {
    result_type: &'static str,
    input_requests: BTreeMap<&'static str, InputRequest>,
    request_state: String,
}

#[derive(Serialize)]
struct InputRequest {
    method: &'static str,
    params: question::Params,
}

/// A list of tools, on its way.
pub type Listing<'u> = Pin<Box<dyn Future<Output = Option<Message>> + Send + 'u>>;

/// The way to the server for what the gate wants to know itself.
pub trait Upstream: Send + Sync {
    /// One page of the tools.
    fn list(&self, params: Value) -> Listing<'_>;
}

/// How long a client waits for the server's list before what it says next is read.
const GLANCE: Duration = Duration::from_millis(250);

/// The most pages of tools that the gate reads by itself.
const MOST_PAGES: usize = 64;

impl Judging {
    /// Reads a call.
    ///
    /// # Errors
    ///
    /// If it does not say clearly what is called with what.
    pub fn of_call(id: &Value, mut message: Message) -> Result<Self, String> {
        let params = message.fields.get_mut("params").and_then(Value::as_object_mut);
        let params = params.ok_or("`params` must be a map with the name of a tool")?;
        if let Some(key) = odd_key(params.keys(), &PARAMETERS) {
            return Err(format!("the parameter `{}` is spelt almost as one that is known", crate::message::shown(key)));
        }
        let Some(Value::String(name)) = params.get("name") else { return Err("`name` must be text".to_owned()) };
        let name = name.clone();
        let arguments = match params.get("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(map)) => map.clone(),
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                return Err("`arguments` must be a map of names and values".to_owned());
            }
        };
        Ok(Self { id: id.clone(), call: ids::new("call"), kind: What::Call, name, arguments, message })
    }

    /// A request for something that no known version has.
    #[must_use]
    pub fn of_unknown(id: &Value, method: &str, message: Message) -> Self {
        let arguments = message.params().cloned().unwrap_or_default();
        let name = method.replace('/', ".");
        Self { id: id.clone(), call: ids::new("call"), kind: What::Unknown, name, arguments, message }
    }

    /// The name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is asked for.
    #[must_use]
    pub fn method(&self) -> &str {
        match &self.message.kind {
            Kind::Request { method, .. } | Kind::Notification { method } => method,
            Kind::Response { .. } => "",
        }
    }

    fn params(&self) -> Option<&Map<String, Value>> {
        self.message.params()
    }

    fn meta(&self, key: &str) -> Option<&Value> {
        self.params()?.get("_meta")?.get(key)
    }

    /// Whether it is of a protocol version in which servers send no requests. Such a message names its version itself.
    fn is_stateless(&self) -> bool {
        self.meta(VERSION).is_some_and(Value::is_string)
    }

    /// The refusal, as the client reads it.
    fn refused(&self, words: &str) -> Outcome {
        if self.kind == What::Unknown {
            return Outcome::ToClient(error(&self.id, REFUSED, words));
        }
        let result_type = self.is_stateless().then_some("complete");
        let told = Refused { content: [Block { text: words }], is_error: true, result_type };
        Outcome::ToClient(result(&self.id, &told))
    }

    /// The request as it was judged, without what was for the gate.
    fn forwarded(&self, arguments: &Map<String, Value>, own_state: bool) -> Vec<u8> {
        let mut message = self.message.clone();
        if let Some(params) = message.fields.get_mut("params").and_then(Value::as_object_mut) {
            if self.kind == What::Call && (params.contains_key("arguments") || !arguments.is_empty()) {
                params.insert("arguments".to_owned(), Value::Object(arguments.clone()));
            }
            if own_state {
                params.remove("requestState");
            }
            let answers = params.get_mut("inputResponses").and_then(Value::as_object_mut);
            if let Some(answers) = answers {
                answers.remove(QUESTION);
                if answers.is_empty() {
                    params.remove("inputResponses");
                }
            }
        }
        message.to_bytes()
    }
}

impl Talk {
    /// Judges a request. `asked` hears when a person is asked, so that a reader can go on.
    pub async fn judge(
        &self,
        judging: Judging,
        upstream: &dyn Upstream,
        client: Option<Arc<dyn ToClient>>,
        asked: Option<oneshot::Sender<()>>,
    ) -> Outcome {
        let (stop, stopped) = oneshot::channel();
        let named = key(&judging.id);
        {
            let mut state = self.state();
            // Two calls of one batch may have the same id.
            if state.is_taken(&named) {
                return Outcome::ToClient(error(&judging.id, INVALID, TAKEN));
            }
            state.judging.insert(named.clone(), stop);
        }
        let outcome = tokio::select! {
            outcome = self.judged(&judging, upstream, client, asked) => outcome,
            _ = stopped => Outcome::Dropped,
        };
        let asked = self.core.desk.end(&judging.call);
        // Taking the entry away decides: a call that is cancelled in this moment does not run.
        let mine = self.state().judging.remove(&named).is_some();
        if mine && outcome != Outcome::Dropped {
            return outcome;
        }
        self.state().open.remove(&named);
        if let Some(request) = asked {
            // Taken off the screens of a hub; one that was answered in this moment is off already.
            let _ = self.core.gate.cancel(&request).await;
        }
        Outcome::Dropped
    }

    async fn judged(
        &self,
        judging: &Judging,
        upstream: &dyn Upstream,
        client: Option<Arc<dyn ToClient>>,
        mut asked: Option<oneshot::Sender<()>>,
    ) -> Outcome {
        let known = match judging.kind {
            What::Call => match self.find(judging, upstream, &mut asked).await {
                Ok(known) => known,
                Err(why) => {
                    let name = short(&judging.name);
                    self.core.tell(&format!("a call of the tool `{name}` was refused: {why}"));
                    return judging.refused(&format!("byleave does not let the tool `{name}` run: {why}."));
                }
            },
            What::Unknown => None,
        };
        let insists = match judging.kind {
            What::Call => self
                .core
                .insists(&judging.name, known.as_ref())
                .or_else(|| self.contradicts(&judging.name, known.as_ref())),
            What::Unknown => None,
        };
        let call = self.call(judging, known.as_ref(), insists.as_ref());
        let origin = self.origin(judging, insists.as_ref());
        // An answer is about the tool as it was described when the question was put.
        let pin = call.about.as_deref().and_then(|about| about.pin.as_deref()).unwrap_or_default();
        let digest = format!("{} {pin}", self.core.gate.digest(&call));
        let claims = known.as_ref().map(tool::claims).unwrap_or_default();
        let own_state = judging.params().and_then(|params| params.get("requestState")).and_then(Value::as_str);
        let own_state = own_state.filter(|state| state.starts_with(PREFIX));
        let forms = self.core.options.forms && judging.kind == What::Call;
        let stateless = judging.is_stateless();
        let way = match own_state {
            Some(state) => {
                if let Err(void) = self.core.sealer.open(state, &digest, &self.name, now().as_second()) {
                    return judging.refused(&format!("{}; the call did not run.", void.words()));
                }
                let answers = judging.params().and_then(|params| params.get("inputResponses"));
                let answer = answers.and_then(|answers| answers.get(QUESTION)).and_then(Value::as_object);
                Way::Answered(answer.cloned().unwrap_or_default())
            }
            None if stateless => Way::None,
            None => match client.filter(|_| forms && self.state().client.forms) {
                Some(client) => Way::Request(client),
                None => Way::None,
            },
        };
        let leaves = forms && stateless && own_state.is_none() && has_forms(judging.meta(CAPABILITIES));
        let _seat = self.core.desk.sit(&call.id, &judging.name, claims.clone(), way, asked);
        let tool = call.tool.clone();
        let masks = self.core.gate.masks(&call);
        let host = self.title(judging);
        let question = |decision: &Decision| self.question(judging, decision, insists.as_ref(), &claims);
        let leave = |asks: byleave_gate::Asks<'_>| {
            let one_is_enough = asks.decision.approvals < 2 && asks.decision.unattended.is_none();
            (leaves && one_is_enough && question(asks.decision).is_some())
                .then_some(byleave_gate::LeftTo::Prompt(&host))
        };
        let settled = match self.core.gate.authorize_after(call, origin.as_ref(), leave).await {
            Hosted::Settled(authorization) => *authorization,
            Hosted::Left { decision, .. } => return self.input_required(judging, question(&decision), &digest),
        };
        match settled {
            Authorization::Approved(permit) => {
                let bytes = permit.run(|call| judging.forwarded(call.arguments(), own_state.is_some())).output;
                let flight = if masks { Flight::Masked { tool } } else { Flight::Plain };
                self.state().open.insert(key(&judging.id), (judging.id.clone(), flight));
                Outcome::ToServer(bytes)
            }
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                judging.refused(&words(&refusal, insists.as_ref()))
            }
        }
    }

    /// How the client calls itself.
    fn title(&self, judging: &Judging) -> String {
        let told = judging.meta(CLIENT).and_then(|info| info.get("name")).and_then(Value::as_str).map(short);
        told.or_else(|| self.state().client.title.clone()).unwrap_or_else(|| "the MCP client".to_owned())
    }

    /// The call as the gate takes it.
    fn call(&self, judging: &Judging, known: Option<&Map<String, Value>>, insists: Option<&Insistence>) -> Call {
        let tool = format!("mcp__{}__{}", self.core.options.server, judging.name);
        let mut call = Call::new(tool, Value::Object(judging.arguments.clone()));
        call = call.id(judging.call.clone()).agent(self.title(judging));
        call.ask = insists.is_some();
        let get = |key: &str| known.and_then(|tool| tool.get(key)).cloned();
        call.about = Some(Box::new(About {
            host: None,
            args_schema: get("inputSchema"),
            annotations: get("annotations"),
            pin: known.map(tool::hash),
            insists: insists.map(|insists| insists.why.clone()),
            order: judging.message.order.clone(),
        }));
        call
    }

    /// How the client's hook knows the call, if what a person approved there is all that a person should see.
    fn origin(&self, judging: &Judging, insists: Option<&Insistence>) -> Option<Origin> {
        let parent = self.core.options.parent.as_ref().filter(|_| judging.kind == What::Call)?;
        if insists.is_some_and(|insists| !insists.goes_without_saying) {
            return None;
        }
        parent.origin(judging.params()?.get("_meta").and_then(Value::as_object))
    }

    /// Why what the client was shown of a tool is not what the gate knows of it, if it is not: the model has read the former.
    fn contradicts(&self, name: &str, known: Option<&Map<String, Value>>) -> Option<Insistence> {
        if self.core.options.trust == Trust::Full {
            return None;
        }
        let state = self.state();
        let shown = state.shown.get(name)?;
        (known.map(tool::hash).as_ref() != Some(shown)).then(|| {
            let server = &self.core.options.server;
            let why = "described this tool to the client differently than it does now";
            Insistence::new(format!("the MCP server `{server}` {why}"))
        })
    }

    /// What the server says of the tool now. If the gate has not seen the whole list, it asks for it.
    async fn find(
        &self,
        judging: &Judging,
        upstream: &dyn Upstream,
        asked: &mut Option<oneshot::Sender<()>>,
    ) -> Result<Option<Map<String, Value>>, String> {
        if !self.state().fresh {
            let mut listing = pin!(self.list(judging, upstream));
            tokio::select! {
                () = &mut listing => {}
                () = SystemClock.sleep(GLANCE) => {
                    // What the client says next, such as that it wants no answer any more, does not wait for a slow server.
                    drop(asked.take());
                    listing.await;
                }
            }
        }
        let state = self.state();
        if let Some(why) = state.withheld.get(&judging.name) {
            return Err(why.clone());
        }
        Ok(state.tools.get(&judging.name).cloned())
    }

    async fn list(&self, judging: &Judging, upstream: &dyn Upstream) {
        let mut params = Map::new();
        // Since 2026-07-28 every request says who asks.
        if let Some(meta) = judging.params().and_then(|params| params.get("_meta")).and_then(Value::as_object)
            && judging.is_stateless()
        {
            let kept = meta.iter().filter(|(key, _)| *key != "progressToken");
            let meta: Map<String, Value> = kept.map(|(key, value)| (key.clone(), value.clone())).collect();
            params.insert("_meta".to_owned(), Value::Object(meta));
        }
        for page in 0..MOST_PAGES {
            let Some(message) = upstream.list(Value::Object(params.clone())).await else {
                // What the server said before may be true no more.
                self.state().tools.clear();
                return;
            };
            let cursor =
                message.result().and_then(|result| result.get("nextCursor")).filter(|cursor| !cursor.is_null());
            let cursor = cursor.cloned();
            let _ = self.take_list(message, Lister::Gate, page > 0);
            match cursor {
                Some(cursor) => params.insert("cursor".to_owned(), cursor),
                None => return,
            };
        }
    }

    /// The question that the client is to put to its user.
    fn question(
        &self,
        judging: &Judging,
        decision: &Decision,
        insists: Option<&Insistence>,
        claims: &[&'static str],
    ) -> Option<question::Params> {
        let asks = decision.findings.iter().filter(|finding| finding.verdict == decision.verdict);
        let reasons = asks.map(|finding| finding.reason.to_string());
        let reasons = question::reasons(reasons, insists.map(|insists| insists.why.clone()));
        let server = &self.core.options.server;
        question::params(&question::About {
            server,
            tool: &judging.name,
            arguments: &judging.arguments,
            order: &judging.message.order,
            reasons: &reasons,
            claims,
        })
    }

    /// The answer of 2026-07-28: the client asks, and comes again with what its user said.
    fn input_required(&self, judging: &Judging, question: Option<question::Params>, digest: &str) -> Outcome {
        let state = self.core.sealer.seal(digest, &self.name, now().as_second());
        let (Some(params), Some(request_state)) = (question, state) else {
            return judging.refused("byleave cannot ask the user; the call did not run.");
        };
        let input_requests = BTreeMap::from([(QUESTION, InputRequest { method: question::METHOD, params })]);
        let told = InputRequired { result_type: "input_required", input_requests, request_state };
        Outcome::ToClient(result(&judging.id, &told))
    }
}

/// The refusal in words, with what the operator can do.
fn words(refusal: &Refusal, insists: Option<&Insistence>) -> String {
    let told = |why: &String| {
        let says = |reason: &Reason| matches!(reason, Reason::Insisted(said) if said == why);
        refusal.decision.findings.iter().any(|finding| says(&finding.reason))
    };
    // Where nobody was asked or nobody answered, and the reasons do not say it.
    let helps = match refusal.cause {
        Cause::NoChannel | Cause::Timeout | Cause::Unanswered | Cause::Closed => {
            insists.filter(|insists| !told(&insists.why)).and_then(|insists| insists.helps.as_deref())
        }
        Cause::Policy
        | Cause::Rejected { .. }
        | Cause::Stopped
        | Cause::TooFew(_)
        | Cause::Changed(_)
        | Cause::System(_) => None,
    };
    let helps = helps.map(|helps| format!(" And {helps}")).unwrap_or_default();
    format!("byleave: {}{helps}", refusal.words_with_remedy())
}

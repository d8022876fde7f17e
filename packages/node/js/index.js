// byleave for Node.js: agents act by your leave.

"use strict";

const { native } = require("./native.js");
const { Policy, check, explain } = require("./policy.js");
const { Decision } = require("./decision.js");
const { Gate, Session } = require("./gate.js");
const { Terminal, Hub, Callback, Request } = require("./channels.js");
const { Store } = require("./store.js");
const { Permit } = require("./permit.js");
const { PolicyError, Rejected, Stopped } = require("./errors.js");

exports.version = native.version();
exports.check = check;
exports.explain = explain;
exports.Policy = Policy;
exports.Decision = Decision;
exports.Gate = Gate;
exports.Session = Session;
exports.Permit = Permit;
exports.Store = Store;
exports.Terminal = Terminal;
exports.Hub = Hub;
exports.Callback = Callback;
exports.Request = Request;
exports.PolicyError = PolicyError;
exports.Rejected = Rejected;
exports.Stopped = Stopped;

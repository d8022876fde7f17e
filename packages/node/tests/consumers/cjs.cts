// A user's program in CommonJS.

import byleave = require("byleave");
import ai = require("byleave/ai");
import oricore = require("byleave/oricore");
import claude = require("byleave/claude-agent-sdk");
import openai = require("byleave/openai-agents");

const gate = new byleave.Gate(new byleave.Policy(), { channels: [async (request) => request.command === "ls"] });
const verdict: byleave.Verdict = byleave.check("bash", { command: "ls" }).verdict;
const approve: (toolUse: oricore.ToolUse) => Promise<{ approved: boolean }> = new oricore.Gate({ approvalMode: "default" }).onToolApprove;
void [gate.authorize("bash", {}), verdict, approve, ai.toolApproval(gate), claude.canUseTool(gate), openai.guarded({ name: "bash" }, gate)];

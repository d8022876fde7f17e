// A page with the element.

import { ByleaveApproval, type ApprovalAnswer } from "byleave/approval-element";

const card: ByleaveApproval = document.createElement("byleave-approval");
const answer: ApprovalAnswer = await card.ask({ name: "bash", params: {} }, { signal: AbortSignal.timeout(1) });
card.addEventListener("byleave-answer", ({ detail }) => detail.approved);
card.request = { tool: "bash", arguments: {} };
console.log(answer.value, card.request?.tool);

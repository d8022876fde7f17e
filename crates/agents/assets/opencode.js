// Puts byleave before every tool of opencode. Written by `byleave init`; `byleave uninstall` takes it away.
import { spawn } from "node:child_process"

const BYLEAVE = "@BYLEAVE@"

// Whether opencode itself asks before a tool, as its settings say. Without a word about it, it does not.
function asks(permission, tool) {
  if (permission === "ask") return true
  if (typeof permission !== "object" || permission === null) return false
  const name = ["write", "patch", "multiedit", "apply_patch"].includes(tool) ? "edit" : tool
  const said = permission[name] ?? permission["*"]
  // Where only some commands ask, the others run: that does not count.
  return said === "ask"
}

// Runs the hook and gives what it says. Whatever goes wrong is a refusal.
function hook(said) {
  return new Promise((resolve) => {
    const refuse = (reason) => resolve({ decision: "deny", reason: `byleave could not be asked: ${reason}` })
    let child
    try {
      child = spawn(BYLEAVE, ["hook", "--agent", "opencode"], { stdio: ["pipe", "pipe", "pipe"] })
    } catch (error) {
      return refuse(error.message)
    }
    let out = ""
    let err = ""
    child.stdout.on("data", (data) => (out += data))
    child.stderr.on("data", (data) => (err += data))
    child.on("error", (error) => refuse(error.message))
    child.on("close", () => {
      try {
        const answer = JSON.parse(out)
        if (["allow", "deny", "none"].includes(answer.decision)) return resolve(answer)
      } catch {}
      refuse(err.trim() || "it said nothing")
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(said))
  })
}

export const ByleavePlugin = async ({ client, directory, worktree }) => {
  let permission
  const parents = new Map()
  // A sub-agent has a session of its own; its calls belong to the one that started it.
  const parentOf = async (id) => {
    if (!parents.has(id)) {
      try {
        const found = await client.session.get({ path: { id } })
        parents.set(id, found.data?.parentID ?? null)
      } catch {
        return null
      }
    }
    return parents.get(id)
  }
  const about = async (event, sessionID) => ({
    event,
    sessionID,
    parentID: await parentOf(sessionID),
    directory,
    worktree,
  })
  return {
    config: async (config) => {
      permission = config.permission
    },
    "chat.message": async (input) => {
      const said = await about("chat.message", input.sessionID)
      if (!said.parentID) hook(said)
    },
    "tool.execute.before": async (input, output) => {
      const said = await about("tool.execute.before", input.sessionID)
      const answer = await hook({
        ...said,
        tool: input.tool,
        callID: input.callID,
        args: output.args,
        asks: asks(permission, input.tool),
      })
      if (answer.decision === "deny") throw new Error(answer.reason)
      if (answer.decision === "allow" && answer.args) output.args = answer.args
    },
    "tool.execute.after": async (input) => {
      const said = await about("tool.execute.after", input.sessionID)
      await hook({ ...said, tool: input.tool, callID: input.callID, args: input.args ?? {} })
    },
  }
}

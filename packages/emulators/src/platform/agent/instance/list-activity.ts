import { listProcesses } from '../../../daemon/processes/process-tree.js'
import type { AgentExchange } from '../http/agent-route.js'
import { sendJson } from '../http/send-json.js'

/** Processes that are always there: this one and the first of the machine. */
function isOwn(pid: number): boolean {
  return pid === process.pid || pid === 1
}

/**
 * Tells whether anything runs: commands that were asked for, and whatever else there is in a machine of its own, such as what they left
 * behind.
 */
export function listActivity({ response, state }: AgentExchange): void {
  const commands = state.place.commands.size
  // Only in a machine with processes of its own this one is the child of the first.
  const isPrivate = process.ppid <= 1
  const processes = isPrivate ? listProcesses().filter(({ pid }) => !isOwn(pid)).length : commands
  sendJson(response, 200, { running: commands > 0 || processes > 0, commands, processes })
}

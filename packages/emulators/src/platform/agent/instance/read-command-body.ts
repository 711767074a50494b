import { AgentError } from '../http/agent-error.js'
import type { CommandRequest } from '../system/command-request.js'
import { CommandRequestError, readCommand } from '../system/read-command.js'

/** The command that a body asks for. Throws a 400. */
export function readCommandBody(body: Readonly<Record<string, unknown>>): CommandRequest {
  try {
    return readCommand(body)
  } catch (cause) {
    if (cause instanceof CommandRequestError) throw new AgentError(400, cause.message, { cause })
    throw cause
  }
}

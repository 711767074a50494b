import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import { processContext } from '../process-context.js'
import type { SessionCommand } from '../sessions/session-command.js'
import type { Session } from '../sessions/session.js'
import { quote } from '../system/quote.js'

const commandId = 'entrypoint_command'

/** Starts the image's own program, where it has one. */
export async function startEntrypoint(state: ToolboxState): Promise<void> {
  const { entrypoint = [] } = state.settings
  if (entrypoint.length === 0) return
  const { sessions } = processContext(state)
  const session = await sessions.openEntrypoint()
  await session.execute({ text: entrypoint.map(quote).join(' '), isAsync: true, suppressesEcho: true }, commandId)
}

/** The session of the image's own program. */
export async function entrypointSession(state: ToolboxState): Promise<Session> {
  if ((state.settings.entrypoint ?? []).length === 0) throw new ToolboxError(404, 'not found: session not found')
  const { sessions } = processContext(state)
  return sessions.entrypoint()
}

export async function entrypointCommand(state: ToolboxState): Promise<SessionCommand> {
  return (await entrypointSession(state)).command(commandId)
}

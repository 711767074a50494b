import type { ControlExchange } from '../control-route.js'
import type { Sandbox } from '../sandboxes/sandbox.js'
import { viewSandbox } from '../sandboxes/sandbox-views.js'

/** The sandbox of a path, by its id: a name does only where a sandbox is looked at. Throws a 404. */
export function sandboxOf({ cloud, params }: ControlExchange): Sandbox {
  return cloud.sandboxes.requireId(params['sandboxId'] ?? '')
}

/** Shows a sandbox to a client, who waits for its next state where the present one ends by itself. */
export function answerSandbox({ cloud, reply }: ControlExchange, sandbox: Sandbox, status = 200): void {
  cloud.sandboxes.awaited.see(sandbox.id)
  reply.send(status, viewSandbox(sandbox, cloud))
}

/** Holds the answer until what is under way has ended, but not for long, and not where it never ends. */
export async function answerWhenSettled(exchange: ControlExchange, sandbox: Sandbox): Promise<void> {
  const { lifecycle, settings } = exchange.cloud
  if (!lifecycle.areTransitionsHeld) await lifecycle.settled(sandbox, settings.answerHoldMs)
  answerSandbox(exchange, sandbox)
}

import { randomUUID } from 'node:crypto'
import { isUnsent, networkCode } from '@caisson/kit/http'
import type { SandboxAddress } from '../address-registry.js'
import type { ExecRequest, OpenExec } from '../exec-channel.js'
import type { ScriptPlace } from '../run-script.js'
import { CommandEnder } from './command-ender.js'
import { openPrivateExec } from './open-private-exec.js'
import { lossOf, PrivateCommand } from './private-command.js'
import { PrivateNetExecHttpError } from './private-net-exec-http-error.js'
import type { PrivateNetwork } from './private-network.js'
import { processVariable } from './signal-script.js'

/** What commands over the private network need. */
export interface PrivateExecConfig {
  readonly network: PrivateNetwork
  readonly sandboxId: string
  readonly fetch: typeof fetch
  /** The way by lease: for commands that cannot go over the private network, and to end those that did. */
  readonly place: ScriptPlace
}

/**
 * Runs commands over the private network where the sandbox is reached there, and else by lease. What may have begun is never
 * sent again. Their output is text: bytes that are no UTF-8 are lost on this way.
 */
export function privateExec({ network, sandboxId, fetch: send, place }: PrivateExecConfig): OpenExec {
  return async (request, output) => {
    request.abortSignal?.throwIfAborted()
    // Input can only be sent by lease.
    const address = request.input === 'open' ? undefined : await network.address()
    if (!address) return place.open(request, output)
    const mark = randomUUID()
    const ender = new CommandEnder(place, mark)
    const facts = { sandboxId, command: request.command, instanceUrl: address.instanceUrl }
    const cut = new AbortController()
    try {
      const response = await openMarked({ request, address, mark, cut, send })
      return new PrivateCommand(facts, { ender, cut, onLost: async () => network.evict() }, { response, output })
    } catch (error) {
      if (error instanceof PrivateNetExecHttpError && error.retry === 'safe') return place.open(request, output)
      await network.evict()
      if (isUnsent(networkCode(error))) return place.open(request, output)
      // It may have begun, and nobody has it.
      void ender.endLate()
      request.abortSignal?.throwIfAborted()
      throw lossOf(facts, 'the sandbox did not say whether it has taken the command over', error)
    }
  }
}

interface MarkedCall {
  readonly request: ExecRequest
  readonly address: SandboxAddress
  readonly mark: string
  readonly cut: AbortController
  readonly send: typeof fetch
}

/** The caller's signal is of matter until the sandbox has answered. */
async function openMarked({ request, address, mark, cut, send }: MarkedCall): Promise<Response> {
  const { command, cwd, env, abortSignal } = request
  const abort = (): void => cut.abort(abortSignal?.reason)
  abortSignal?.addEventListener('abort', abort, { once: true })
  try {
    const marked = { ...env, [processVariable]: mark }
    return await openPrivateExec({ address, fetch: send, command, cwd, env: marked, signal: cut.signal })
  } finally {
    abortSignal?.removeEventListener('abort', abort)
  }
}

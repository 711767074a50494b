import type { OutputSink } from '@caisson/core/driver'
import type { ExecEnd, ExecStream } from '../exec-channel.js'
import { endOf } from '../exec-frames.js'
import { SandboxExecTransportError } from '../sandbox-exec-transport-error.js'
import type { CommandEnder } from './command-ender.js'
import { readPrivateExec } from './read-private-exec.js'

/** What a command over the private network is known by. */
export interface PrivateCommandFacts {
  readonly sandboxId: string
  readonly command: string
  readonly instanceUrl: string
}

/** A command that a sandbox has taken over. */
export class PrivateCommand implements ExecStream {
  readonly ended: Promise<ExecEnd>
  readonly #facts: PrivateCommandFacts
  readonly #ender: CommandEnder
  readonly #cut: AbortController
  #isOver = false
  #signal: 'TERM' | 'KILL' | undefined

  /** `onLost` is called when the connection stopped without telling the end, and nobody here had cut it. */
  constructor(
    facts: PrivateCommandFacts,
    { ender, cut, onLost }: { ender: CommandEnder; cut: AbortController; onLost: () => Promise<void> },
    read: { response: Response; output: OutputSink },
  ) {
    this.#facts = facts
    this.#ender = ender
    this.#cut = cut
    this.ended = this.#read(read.response, read.output, onLost).finally(() => {
      this.#isOver = true
    })
    // Nobody has to wait for it.
    this.ended.catch(() => undefined)
  }

  async signal(name: 'TERM' | 'KILL'): Promise<boolean> {
    if (this.#isOver) return false
    this.#signal = name
    return this.#ender.signal(name)
  }

  close(): void {
    this.#cut.abort()
  }

  async #read(response: Response, output: OutputSink, onLost: () => Promise<void>): Promise<ExecEnd> {
    let cause: unknown
    let closeReason = 'the connection ended before the command'
    try {
      const frame = await readPrivateExec(response, output)
      const end = frame && endOf(frame, this.#signal)
      if (end) return end
      if (frame) closeReason = 'its end was told without an exit code'
    } catch (error) {
      cause = error
      closeReason = 'the connection was lost'
    }
    if (!this.#cut.signal.aborted) await onLost()
    throw lossOf(this.#facts, closeReason, cause)
  }
}

/** A command that may have run, and of which the end is not known. */
export function lossOf(
  { sandboxId, command, instanceUrl }: PrivateCommandFacts,
  closeReason: string,
  cause: unknown,
): SandboxExecTransportError {
  const facts = { sandboxId, command, attempts: 1, opened: true, closeReason, wsEndpoint: instanceUrl }
  return new SandboxExecTransportError(facts, { cause })
}

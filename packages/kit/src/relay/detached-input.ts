import { SandboxStateError, sandboxErrorCodes } from '@caisson/core/workspace'
import { delay } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { DetachedMachine } from './detached-machine.js'
import { inputLostError, processLostError } from './relay-error.js'
import type { RelayInput } from './relay-process.js'
import { inputScript, type InputRequest } from './scripts/input-script.js'

/** One request brings so much. */
const mostBytes = 512 * 1024

/** What the machine says of a step that it did not take. */
const refusals: Readonly<Record<string, (pid: string) => Error>> = {
  closed: (pid) => new SandboxStateError(`Process ${pid} has closed its stdin`, { pid }),
  over: (pid) => new SandboxStateError(`Process ${pid} has already exited`, { pid }),
  none: (pid) => processLostError(`Process ${pid} takes no input any more`, { pid }),
  space: (pid) => inputLostError(pid),
}

/**
 * Input by files in the command's directory. Each step has a number, so that one whose answer was lost can be sent again
 * and is taken once.
 */
export class DetachedInput<Handle> implements RelayInput {
  readonly #machine: DetachedMachine<Handle>
  readonly #id: string
  readonly #writer = randomId()
  #step = 0
  /** The machine takes no step that is older than one it has taken, so they go one after the other. */
  #tail: Promise<unknown> = Promise.resolve()

  constructor(machine: DetachedMachine<Handle>, id: string) {
    this.#machine = machine
    this.#id = id
  }

  async write(data: Uint8Array): Promise<void> {
    for (let at = 0; at < data.length; at += mostBytes) {
      const answer = await this.#take('write', data.subarray(at, at + mostBytes))
      const refusal = answer === 'done' ? undefined : refusals[answer]
      if (refusal) throw refusal(this.#id)
    }
  }

  /** What has ended, or is closed already, is as it should be. */
  async close(): Promise<void> {
    await this.#take('close', undefined)
  }

  async #take(kind: InputRequest['kind'], data: Uint8Array | undefined): Promise<string> {
    this.#step += 1
    const step = this.#step
    const turn = this.#tail.then(() => this.#repeat(kind, step, data))
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  async #repeat(kind: InputRequest['kind'], step: number, data: Uint8Array | undefined): Promise<string> {
    for (const waitMs of this.#machine.lookAgainAfterMs) {
      try {
        return await this.#send(kind, step, data)
      } catch (error) {
        if (this.#machine.isEnding || !this.#mayPass(error)) throw error
      }
      await delay(waitMs)
    }
    return this.#send(kind, step, data)
  }

  async #send(kind: InputRequest['kind'], step: number, stdin: Uint8Array | undefined): Promise<string> {
    const mark = randomId()
    const request = { id: this.#id, kind, mark, writer: this.#writer, step }
    const answer = await this.#machine.ask((forgotten) => inputScript({ ...request, forgotten }), mark, { stdin })
    if (answer !== undefined) return answer
    throw processLostError(`The script that writes to process ${this.#id} gave no answer`, { pid: this.#id })
  }

  #mayPass(error: unknown): boolean {
    const { code, retry } = this.#machine.classifyError(error)
    return code !== 'GONE' && (retry ?? sandboxErrorCodes[code].retry) !== 'never'
  }
}

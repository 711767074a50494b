import type { CodeModeRpcRequest, CodeModeRpcResponse, CodeModeRunOptions } from '../../contract/code-mode.js'
import type { ResolvedCodeModeLimits } from '../config/code-mode-limits.js'
import { describeThrown } from '../values/describe-thrown.js'
import { serializeValue } from '../values/serialize-value.js'
import { ValueTooLargeError } from '../values/value-too-large-error.js'
import { CallQueue } from './call-queue.js'
import { NotAllowedError } from './not-allowed-error.js'
import { TooManyCallsError } from './too-many-calls-error.js'

/** Answers the tool calls of one program. */
export class ProgramCalls {
  readonly #options: CodeModeRunOptions
  readonly #limits: ResolvedCodeModeLimits
  readonly #allowed: ReadonlySet<string>
  readonly #queue: CallQueue
  readonly #send: (line: string) => void
  /** Tool of every call without an answer, by call id. */
  readonly #pending = new Map<number, string>()
  #pendingBytes = 0
  #isClosed = false

  constructor(options: CodeModeRunOptions, limits: ResolvedCodeModeLimits, send: (line: string) => void) {
    this.#options = options
    this.#limits = limits
    this.#allowed = new Set(options.toolIds)
    this.#queue = new CallQueue(limits.maxConcurrentCalls)
    this.#send = send
  }

  /** Takes a call whose JSON text has that many bytes. Never rejects; a repeated id is ignored while it is unanswered. */
  async receive(request: CodeModeRpcRequest, bytes: number): Promise<void> {
    if (this.#isClosed || this.#pending.has(request.id)) return
    this.#pending.set(request.id, request.tool)
    this.#pendingBytes += bytes
    const answer = await this.#answer(request)
    this.#pending.delete(request.id)
    this.#pendingBytes -= bytes
    if (!this.#isClosed) this.#send(`${answer}\n`)
  }

  /** From now on nothing is answered. Tells the tools that were still running or waiting. */
  close(): string[] {
    this.#isClosed = true
    return [...this.#pending.values()]
  }

  async #answer(request: CodeModeRpcRequest): Promise<string> {
    try {
      this.#admit(request)
      const result = await this.#queue.run(async () => this.#dispatch(request))
      const text = serializeValue(result, `${request.tool} result`)
      if (text === undefined) return toLine({ type: 'rpc-result', id: request.id, ok: true })
      if (Buffer.byteLength(text) > this.#limits.maxResultBytes) {
        throw new ValueTooLargeError(`The result of ${request.tool}`, this.#limits.maxResultBytes)
      }
      return `{"type":"rpc-result","id":${request.id},"ok":true,"result":${text}}`
    } catch (error) {
      return toLine({ type: 'rpc-result', id: request.id, ok: false, error: describeThrown(error) })
    }
  }

  #admit(request: CodeModeRpcRequest): void {
    if (!this.#allowed.has(request.tool)) throw new NotAllowedError(request.tool)
    if (this.#pending.size > this.#limits.maxPendingCalls) throw new TooManyCallsError(this.#limits.maxPendingCalls)
    if (this.#pendingBytes > this.#limits.maxResultBytes) {
      throw new ValueTooLargeError('What the arguments of all unanswered calls hold', this.#limits.maxResultBytes)
    }
  }

  async #dispatch({ tool, args }: CodeModeRpcRequest): Promise<unknown> {
    // A call that only now gets its turn, after the program has ended, must not run.
    if (this.#isClosed) return undefined
    const { dispatch, onExternalCall, onExternalResult } = this.#options
    const startedAt = performance.now()
    onExternalCall?.(tool, args)
    try {
      const result = await dispatch(tool, args)
      onExternalResult?.(tool, performance.now() - startedAt)
      return result
    } catch (error) {
      onExternalResult?.(tool, performance.now() - startedAt, error)
      throw error
    }
  }
}

function toLine(answer: CodeModeRpcResponse): string {
  return JSON.stringify(answer)
}

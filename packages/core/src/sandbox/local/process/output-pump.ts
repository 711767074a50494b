import type { Readable } from 'node:stream'
import { letGo } from './let-go.js'
import type { QuietSource } from './linger.js'

/** Where one stream of a process goes. A returned promise asks to wait. */
export type ChunkSink = (chunk: Uint8Array) => void | Promise<void>

/**
 * Carries one output stream of a process to a sink, chunk by chunk and in order, and stops reading while the sink wants to
 * wait.
 */
export class OutputPump implements QuietSource {
  readonly #stream: Readable
  readonly #sink: ChunkSink
  readonly #onEnd: () => void
  /** Chunks that came although reading was stopped: Node resumes the streams of a child when it exits. */
  readonly #backlog: Uint8Array[] = []
  #chunkCount = 0
  #isWaiting = false
  #isClosed = false
  #isEnded = false
  #isDiscarding = false

  constructor(stream: Readable, sink: ChunkSink, onEnd: () => void) {
    this.#stream = stream
    this.#sink = sink
    this.#onEnd = onEnd
    const close = (): void => this.#close()
    stream.on('data', (chunk: Uint8Array) => this.#take(chunk))
    stream.once('end', close)
    // A failed read is followed by `close`, and means the same: nothing more will come.
    stream.on('error', close)
    stream.once('close', close)
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  get chunkCount(): number {
    return this.#chunkCount
  }

  /**
   * Goes on reading but gives nothing to the sink any more, and no longer keeps the host process alive: whoever still
   * holds the other end neither blocks nor fails when it writes.
   */
  discard(): void {
    this.#isDiscarding = true
    this.#backlog.length = 0
    this.#stream.resume()
    letGo(this.#stream)
  }

  #take(chunk: Uint8Array): void {
    this.#chunkCount += 1
    if (this.#isDiscarding) return
    if (this.#isWaiting) {
      this.#backlog.push(chunk)
      this.#stream.pause()
      return
    }
    this.#deliver(chunk)
  }

  #deliver(chunk: Uint8Array): void {
    const wait = this.#sink(chunk)
    if (!wait) return
    this.#isWaiting = true
    this.#stream.pause()
    const goOn = (): void => this.#continue()
    // A sink that fails to answer has answered: holding the process back for ever would be worse.
    wait.then(goOn, goOn)
  }

  #continue(): void {
    this.#isWaiting = false
    for (let chunk = this.#backlog.shift(); chunk; chunk = this.#backlog.shift()) {
      this.#deliver(chunk)
      if (this.#isWaiting) return
    }
    if (this.#isClosed) this.#end()
    else this.#stream.resume()
  }

  #close(): void {
    this.#isClosed = true
    if (!this.#isWaiting) this.#end()
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnd()
  }
}

import { StringDecoder } from 'node:string_decoder'
import type { Logger } from '../contract/logger.js'
import type { OutputChunk, OutputListener } from '../contract/process.js'
import type { OutputSink } from '../driver/sandbox-driver.js'
import { OutputQueue } from './output-queue.js'
import { RetainedOutput } from './retained-output.js'

type StreamName = OutputChunk['stream']

/** Listeners of one stream, and the decoder they share. */
interface StreamState {
  readonly retained: RetainedOutput
  readonly listeners: Set<OutputListener>
  decoder: StringDecoder | undefined
  lastChunk: Uint8Array | undefined
}

/**
 * Takes a process's output and hands it to everyone who wants it: the retained tails, listeners, streams and iterators.
 *
 * It starts with its gate closed: what arrives is retained at once but shown to nobody until `open()`, so that no listener
 * runs before the caller of `spawn` holds the handle.
 */
export class OutputHub implements OutputSink {
  readonly #streams: Record<StreamName, StreamState>
  readonly #queues = new Set<OutputQueue>()
  readonly #logger: Logger
  #early: OutputChunk[] | undefined = []
  #isEnded = false
  #limitBytes = 0
  #letThrough: () => void = () => undefined
  /** Resolves when `open` was called. */
  readonly opened: Promise<void> = new Promise((resolve) => {
    this.#letThrough = resolve
  })

  constructor(maxRetainedBytes: number, logger: Logger) {
    this.#logger = logger
    this.#streams = { stdout: newStream(maxRetainedBytes), stderr: newStream(maxRetainedBytes) }
  }

  stdout(chunk: Uint8Array): void | Promise<void> {
    return this.#take('stdout', chunk)
  }

  stderr(chunk: Uint8Array): void | Promise<void> {
    return this.#take('stderr', chunk)
  }

  retained(stream: StreamName): RetainedOutput {
    return this.#streams[stream].retained
  }

  /** Adds a listener; the returned function removes it. */
  listen(stream: StreamName, listener: OutputListener): () => void {
    const state = this.#streams[stream]
    state.decoder ??= joinDecoder(state)
    // A wrapper of its own, so that one function given twice is called twice.
    const entry: OutputListener = (data) => listener(data)
    state.listeners.add(entry)
    return () => {
      state.listeners.delete(entry)
      // A decoder that is not fed would begin the next listener in the middle of an old character.
      if (state.listeners.size === 0) state.decoder = undefined
    }
  }

  /** Everything retained so far, then everything that follows. */
  subscribe(streams: readonly StreamName[]): OutputQueue {
    const queue = new OutputQueue(streams, () => this.#queues.delete(queue))
    if (this.#early && this.#nothingDropped()) {
      for (const chunk of this.#early) void queue.push(chunk)
    } else {
      for (const stream of streams) {
        const data = this.#streams[stream].retained.bytes()
        if (data.length > 0) void queue.push({ stream, data })
      }
    }
    queue.relax(this.#limitBytes)
    if (this.#isEnded) queue.end()
    else this.#queues.add(queue)
    return queue
  }

  /** Lets output through to the listeners, beginning with what came early. */
  open(): void {
    const early = this.#early
    this.#early = undefined
    this.#letThrough()
    for (const { stream, data } of early ?? []) this.#tell(stream, data)
  }

  /**
   * Lets readers be this far behind before the driver is asked to wait. A process that is being ended must not be held up by
   * a reader that has stalled.
   */
  relax(limitBytes: number): void {
    this.#limitBytes = limitBytes
    for (const queue of this.#queues) queue.relax(limitBytes)
  }

  /** No more output: decoders are flushed and readers see the end. */
  end(): void {
    if (this.#isEnded) return
    this.open()
    this.#isEnded = true
    for (const state of Object.values(this.#streams)) {
      const rest = state.decoder?.end()
      if (rest) this.#callListeners(state, rest)
      state.listeners.clear()
    }
    for (const queue of this.#queues) queue.end()
    this.#queues.clear()
  }

  #take(stream: StreamName, chunk: Uint8Array): void | Promise<void> {
    if (this.#isEnded || chunk.length === 0) return undefined
    this.#streams[stream].retained.append(chunk)
    if (this.#early) this.#early.push({ stream, data: chunk })
    else this.#tell(stream, chunk)
    if (this.#queues.size === 0) return undefined
    const waits = [...this.#queues]
      .map((queue) => queue.push({ stream, data: chunk }))
      .filter((wait) => wait !== undefined)
    return waits.length > 0 ? Promise.all(waits).then(() => undefined) : undefined
  }

  #tell(stream: StreamName, chunk: Uint8Array): void {
    const state = this.#streams[stream]
    state.lastChunk = chunk
    if (!state.decoder || state.listeners.size === 0) return
    const text = state.decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (text.length > 0) this.#callListeners(state, text)
  }

  #callListeners(state: StreamState, text: string): void {
    for (const listener of state.listeners) {
      try {
        const returned: unknown = listener(text)
        if (returned instanceof Promise) returned.catch((error: unknown) => this.#report(error))
      } catch (error) {
        this.#report(error)
      }
    }
  }

  #report(error: unknown): void {
    this.#logger.error('An output listener threw; the process goes on', error)
  }

  #nothingDropped(): boolean {
    return Object.values(this.#streams).every((state) => state.retained.droppedBytes === 0)
  }
}

function newStream(maxRetainedBytes: number): StreamState {
  return {
    retained: new RetainedOutput(maxRetainedBytes),
    listeners: new Set(),
    decoder: undefined,
    lastChunk: undefined,
  }
}

/** A decoder that knows the beginning of a character whose rest is still to come. */
function joinDecoder(state: StreamState): StringDecoder {
  const decoder = new StringDecoder('utf8')
  if (state.lastChunk) decoder.write(Buffer.from(state.lastChunk.subarray(-3)))
  return decoder
}

import type { Duplex } from 'node:stream'
import type { ProcessChannel } from '../../../contract/process.js'
import { SandboxStateError } from '../../../errors/sandbox-errors.js'
import { letGo } from './let-go.js'
import type { QuietSource } from './linger.js'
import { writeToStream } from './write-to-stream.js'

/** How much is kept for a listener that has not come yet; after that the process has to wait. */
const maxEarlyBytes = 1024 * 1024

/** The host's end of a socket pair whose other end is descriptor 3 of a process. */
export class SocketChannel implements ProcessChannel, QuietSource {
  readonly #socket: Duplex
  readonly #onEnd: () => void
  #early: Uint8Array[] = []
  #earlyBytes = 0
  #listener: ((data: Uint8Array) => void) | undefined
  #chunkCount = 0
  #isEnded = false

  constructor(socket: Duplex, onEnd: () => void) {
    this.#socket = socket
    this.#onEnd = onEnd
    socket.on('data', (chunk: Uint8Array) => this.#take(chunk))
    // The end of the process shows in `send` and in its exit; as an event of its own it would end the host.
    socket.on('error', () => socket.destroy())
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** A channel never holds back the end of its process: what was not fetched is kept. */
  get isWaiting(): boolean {
    return false
  }

  get chunkCount(): number {
    return this.#chunkCount
  }

  async send(data: string | Uint8Array): Promise<void> {
    return writeToStream(this.#socket, data, (cause) => {
      return new SandboxStateError('The channel to the process is closed', undefined, { operation: 'send', cause })
    })
  }

  onData(listener: (data: Uint8Array) => void): void {
    this.#listener = listener
    const early = this.#early
    this.#early = []
    this.#earlyBytes = 0
    for (const chunk of early) listener(chunk)
    this.#socket.resume()
  }

  close(): void {
    this.#socket.end()
  }

  /** Lets go of the socket: a process that still holds the other end no longer keeps the host process alive. */
  discard(): void {
    letGo(this.#socket)
  }

  #take(chunk: Uint8Array): void {
    this.#chunkCount += 1
    if (this.#listener) {
      this.#listener(chunk)
      return
    }
    this.#early.push(chunk)
    this.#earlyBytes += chunk.length
    if (this.#earlyBytes >= maxEarlyBytes) this.#socket.pause()
  }

  #end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnd()
  }
}

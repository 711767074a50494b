import type { OutputSink } from '@caisson/core/driver'
import { MarkedStream } from './marked-stream.js'
import type { RelayNeeds } from './relayable-driver.js'

/** Why nothing more is wanted of the vendor's stream: both streams have ended, or reading must go on in the files. */
export type LiveOutcome = 'ended' | 'switch'

/** The command's output as the vendor's stream brings it, and where it stands when reading goes on elsewhere. */
export class LiveOutput implements OutputSink {
  readonly streams: { readonly stdout: MarkedStream; readonly stderr: MarkedStream }
  readonly #sink: OutputSink
  readonly #maxBytes: number
  #receivedBytes = 0
  #outcome: LiveOutcome | undefined
  #settle: (outcome: LiveOutcome) => void = () => undefined
  /** Never settles when the stream is cut. */
  readonly over: Promise<LiveOutcome> = new Promise((resolve) => {
    this.#settle = resolve
  })

  constructor(id: string, sink: OutputSink, needs: RelayNeeds) {
    this.streams = {
      stdout: new MarkedStream(id, needs.decodesOutput),
      stderr: new MarkedStream(id, needs.decodesOutput),
    }
    this.#sink = sink
    this.#maxBytes = needs.maxStreamBytes
  }

  get outcome(): LiveOutcome | undefined {
    return this.#outcome
  }

  stdout(chunk: Uint8Array): void | Promise<void> {
    return this.#take('stdout', chunk)
  }

  stderr(chunk: Uint8Array): void | Promise<void> {
    return this.#take('stderr', chunk)
  }

  /** Says whose output it is, when that was not known before it was found. */
  identify(id: string): void {
    for (const stream of Object.values(this.streams)) stream.identify(id)
  }

  /** From now on the vendor's stream is not listened to. */
  leave(): void {
    this.#outcome ??= 'switch'
  }

  #take(name: 'stdout' | 'stderr', chunk: Uint8Array): void | Promise<void> {
    if (this.#outcome) return undefined
    const piece = this.streams[name].push(chunk)
    this.#receivedBytes += chunk.length
    const wait = piece.data.length > 0 ? this.#sink[name](piece.data) : undefined
    const hasEnded = this.streams.stdout.end !== undefined && this.streams.stderr.end !== undefined
    if (hasEnded) this.#finish('ended')
    else if (piece.isLossy || this.#receivedBytes > this.#maxBytes) this.#finish('switch')
    return wait
  }

  #finish(outcome: LiveOutcome): void {
    this.#outcome = outcome
    this.#settle(outcome)
  }
}

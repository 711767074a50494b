import { randomUUID } from 'node:crypto'
import { sh, type OutputSink } from '@caisson/core/driver'

/**
 * What a server is given to run where it has to join a command. One that does not know the command any more runs this instead,
 * which does nothing but print what nothing else prints, so that it is noticed and never taken for the command.
 */
export class Placeholder {
  readonly command: string
  readonly #nonce: Uint8Array
  readonly #output: OutputSink
  /** Output that may be the beginning of what the placeholder prints; `undefined` as soon as it is known to be the command's. */
  #held: Uint8Array | undefined = new Uint8Array()

  constructor(output: OutputSink) {
    const nonce = `caisson-${randomUUID()}`
    this.command = sh`printf %s ${nonce}; exit 1`.text
    this.#nonce = Buffer.from(nonce)
    this.#output = output
  }

  /** Passes output on, or tells that it is the placeholder's. */
  isPrintedBy(bytes: Uint8Array): boolean {
    if (!this.#held) {
      void this.#output.stdout(bytes)
      return false
    }
    this.#held = Buffer.concat([this.#held, bytes])
    const { length } = this.#held
    if (Buffer.compare(this.#held, this.#nonce) === 0) return true
    const mayBecome = length < this.#nonce.length && Buffer.compare(this.#held, this.#nonce.subarray(0, length)) === 0
    if (!mayBecome) this.flush()
    return false
  }

  /** Nothing more comes. */
  flush(): void {
    const held = this.#held
    this.#held = undefined
    if (held && held.length > 0) void this.#output.stdout(held)
  }
}

import { rm } from 'node:fs/promises'
import { LogFile } from './log-file.js'
import { readLog } from './read-log.js'

/** What is kept in memory; most outputs are smaller. */
const mostHeldBytes = 256 * 1024

/** An output that is read when it is complete. A large one is kept in a file, so that memory does not grow with it. */
export class OutputSpool {
  readonly #newFile: () => Promise<string>
  #held: Buffer[] = []
  #heldBytes = 0
  #file: LogFile | undefined

  /** `newFile` gives the path of a file that is not there. */
  constructor(newFile: () => Promise<string>) {
    this.#newFile = newFile
  }

  /** Adds bytes; one call waits for the one before. */
  async append(bytes: Buffer): Promise<void> {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes <= mostHeldBytes) return
    this.#file ??= new LogFile(await this.#newFile())
    await this.#file.append(Buffer.concat(this.#takeHeld()))
  }

  /** All of the output, piece by piece; only when nothing is added any more. */
  async *pieces(): AsyncGenerator<Buffer> {
    if (this.#file !== undefined) yield* readLog(this.#file)
    yield* this.#held
  }

  async discard(): Promise<void> {
    this.#takeHeld()
    await this.#file?.end()
    if (this.#file !== undefined) await rm(this.#file.path, { force: true })
  }

  #takeHeld(): Buffer[] {
    const held = this.#held
    this.#held = []
    this.#heldBytes = 0
    return held
  }
}

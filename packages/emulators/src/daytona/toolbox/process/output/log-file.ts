import { closeSync, openSync, write } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const writeBytes = promisify(write)

/** Output that is kept in a file, so that the daemon's memory does not grow with it. It is read while it grows. */
export class LogFile {
  readonly path: string
  readonly #waiting = new Set<() => void>()
  #descriptor: number | undefined
  #sizeBytes = 0
  #tail: Promise<void> = Promise.resolve()
  #isEnded = false

  /** Makes the file at once: what another thread made while a program is being started would not be the user's. */
  constructor(path: string) {
    this.path = path
    this.#descriptor = openSync(path, 'wx', 0o600)
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Nothing is added any more. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Adds bytes; settles when they are in the file. After the end they are dropped. */
  append(bytes: Uint8Array): Promise<void> {
    const written = this.#tail.then(() => this.#write(bytes))
    this.#tail = written.catch(() => undefined)
    return written
  }

  /** Settles when all is written. */
  async end(): Promise<void> {
    await this.#tail
    if (this.#descriptor === undefined) return
    closeSync(this.#descriptor)
    this.#descriptor = undefined
    this.#isEnded = true
    this.#wake()
  }

  openReader(): Promise<FileHandle> {
    return open(this.path, 'r')
  }

  /** Settles when there is more than `positionBytes`, when there will not be, or with the signal. */
  async grown(positionBytes: number, signal: AbortSignal): Promise<void> {
    while (this.#sizeBytes <= positionBytes && !this.#isEnded && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#waiting.add(wake)
        signal.addEventListener('abort', wake)
      })
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    let written = 0
    while (written < bytes.length && this.#descriptor !== undefined) {
      const { bytesWritten } = await writeBytes(this.#descriptor, bytes, written, bytes.length - written)
      written += bytesWritten
    }
    this.#sizeBytes += written
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { SessionStream } from './lines-session.js'

/** How a script with a stream of its own is started. */
export interface PipeStart {
  readonly words: readonly string[]
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly delayMs: number
}

/** The lines of a script that is a process of its own, and takes input. */
export class PipeStream extends SessionStream {
  readonly #child: ChildProcess
  #isCut = false

  constructor({ words, directory, environment, delayMs }: PipeStart, onLine: (line: string) => void) {
    super(onLine, delayMs)
    const [program = '', ...rest] = words
    this.#child = spawn(program, rest, {
      cwd: directory,
      env: { ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    this.#child.stdin?.on('error', () => undefined)
    const { stdout } = this.#child
    if (stdout) createInterface({ input: stdout, crlfDelay: 0 }).on('line', (line) => this.give(line))
    this.#child.once('close', () => this.finish())
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** What is written after a cut is lost without a word. */
  async write(data: Uint8Array): Promise<void> {
    if (!this.#isCut) this.#child.stdin?.write(data)
  }

  override cut(kind: 'error' | 'silently' = 'error'): void {
    this.#isCut = true
    super.cut(kind)
  }

  override close(): void {
    super.close()
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.pid > 0) {
      this.#child.kill('SIGKILL')
    }
  }
}

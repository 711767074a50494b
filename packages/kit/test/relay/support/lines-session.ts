import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LineStream } from '../../../src/relay.js'
import { CutStream } from './raw-process.js'

/** What is set in a shell, apart from what each of its steps changes. */
const stateCommand = `{ set; set -o; trap; pwd; umask; } | grep -Ev '^(_|BASH_LINENO|BASH_ARGV|BASH_SOURCE|BASH_CMDS|LINENO|PIPESTATUS|RANDOM|SRANDOM|SECONDS|EPOCH[A-Z]*|BASHPID|OPTIND|FUNCNAME|COLUMNS|LINES|COMP_WORDBREAKS|OLDPWD|PPID)='`

/** One long-lived shell of the vendor's, which scripts are read into, one after the other; its output is lines of text. */
export class LinesSession {
  readonly pid: number
  isFree = true
  readonly #shell: ChildProcess
  readonly #directory: string
  readonly #exited: Promise<unknown>
  #take: (line: string) => void = () => undefined
  #count = 0

  constructor(shell: readonly string[], directory: string, environment: Readonly<Record<string, string>>) {
    this.#directory = directory
    const [program = '', ...rest] = shell
    this.#shell = spawn(program, rest, {
      cwd: directory,
      env: { ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    this.pid = this.#shell.pid ?? 0
    this.#exited = once(this.#shell, 'exit')
    this.#shell.stdin?.on('error', () => undefined)
    const { stdout } = this.#shell
    if (stdout) createInterface({ input: stdout, crlfDelay: 0 }).on('line', (line) => this.#take(line))
  }

  /** Reads a script into the shell. `onLine` gets what it prints until it has ended, or the stream was cut. */
  async read(script: string, onLine: (line: string) => void, delayMs: number): Promise<SessionStream> {
    this.isFree = false
    const name = path.join(this.#directory, `.session-${this.pid}-${(this.#count += 1)}`)
    await writeFile(name, script)
    const end = `end-of-script-${this.#count}`
    const stream = new SessionStream(onLine, delayMs)
    this.#take = (line) => {
      if (line !== end) return stream.give(line)
      this.isFree = true
      stream.finish()
    }
    void this.#exited.then(() => stream.finish())
    this.#shell.stdin?.write(`. ${name}\necho ${end}\n`)
    return stream
  }

  /** What a script may not change. */
  async state(): Promise<string> {
    const lines: string[] = []
    const { ended } = await this.read(stateCommand, (line) => lines.push(line), 0)
    await ended
    return lines.join('\n')
  }

  kill(): void {
    this.#shell.kill('SIGKILL')
  }
}

/** The lines of one script, as the vendor's client gives them. */
export class SessionStream implements LineStream {
  readonly ended: Promise<void>
  readonly #onLine: (line: string) => void
  readonly #delayMs: number
  #isRead = true
  #end: () => void = () => undefined
  #fail: (error: Error) => void = () => undefined

  constructor(onLine: (line: string) => void, delayMs: number) {
    this.#onLine = onLine
    this.#delayMs = delayMs
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
    this.ended.catch(() => undefined)
  }

  give(line: string): void {
    this.#later(() => {
      if (this.#isRead) this.#onLine(line)
    })
  }

  finish(): void {
    this.#later(() => this.#end())
  }

  close(): void {
    this.#isRead = false
    this.#end()
  }

  /** Breaks the connection: with an error, or, as some clients have it, as if all had been said. */
  cut(kind: 'error' | 'silently' = 'error'): void {
    this.#isRead = false
    if (kind === 'error') this.#fail(new CutStream('the stream was cut'))
    else this.#end()
  }

  #later(step: () => void): void {
    if (this.#delayMs === 0) step()
    else setTimeout(step, this.#delayMs)
  }
}

import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { AttributeProgram } from './attribute-programs.js'
import { findAttributeProgram } from './attribute-programs.js'

/** How long the program stays after its last answer. */
const idleMs = 10_000

type Settle = (answer: string | undefined) => void

function toHex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex')
}

/** The program while it runs. Answers come in the order of the requests. */
class RunningHelper {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting: Settle[] = []
  #idle: NodeJS.Timeout | undefined

  constructor({ file, args }: AttributeProgram, onEnd: () => void) {
    this.#child = spawn(file, args, { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    const end = (): void => {
      clearTimeout(this.#idle)
      onEnd()
      for (const settle of this.#waiting.splice(0)) settle(undefined)
    }
    this.#child.on('error', end)
    this.#child.on('close', end)
    // The end of the child says it too.
    this.#child.stdin.on('error', () => undefined)
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#waiting.shift()?.(line)
      if (this.#waiting.length === 0) this.#idle = setTimeout(() => this.end(), idleMs).unref()
    })
    this.#child.unref()
  }

  ask(line: string): Promise<string | undefined> {
    clearTimeout(this.#idle)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#child.stdin.write(`${line}\n`)
    })
  }

  end(): void {
    this.#child.stdin.end()
  }
}

/** Asks a program of the machine for extended attributes. It is started when it is first needed. */
export class AttributeHelper {
  #program: AttributeProgram | undefined | 'not looked for' = 'not looked for'
  #running: RunningHelper | undefined

  /** `undefined` where no program can do it. */
  async ask(verb: 'get' | 'set', words: readonly string[]): Promise<string | undefined> {
    if (this.#program === 'not looked for') this.#program = findAttributeProgram()
    if (this.#program === undefined) return undefined
    const line = [verb, ...words.map((word) => toHex(word))].join(' ')
    // A command in the sandbox may have ended the program, so a lost answer is asked for again.
    return (await this.#start(this.#program).ask(line)) ?? (await this.#start(this.#program).ask(line))
  }

  close(): void {
    this.#running?.end()
    this.#running = undefined
  }

  #start(program: AttributeProgram): RunningHelper {
    if (this.#running !== undefined) return this.#running
    const started: RunningHelper = new RunningHelper(program, () => {
      if (this.#running === started) this.#running = undefined
    })
    this.#running = started
    return started
  }
}

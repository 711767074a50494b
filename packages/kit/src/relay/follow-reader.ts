import type { OutputSink } from '@caisson/core/driver'
import type { LineReader } from './line-reader.js'
import type { LiveOutput } from './live-output.js'
import { outputLostError, processLostError } from './relay-error.js'

/** How a look at a command's output ended. */
export type FollowEnd =
  | { readonly kind: 'exit'; readonly status: number; readonly signal: number }
  /** Nothing more will be known. */
  | { readonly kind: 'gone' }
  /** Not all of the output is to be had. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** There is more to read. */
  | { readonly kind: 'more' }
  /** There is nothing more to read for now. */
  | { readonly kind: 'caught-up' }
  | { readonly kind: 'cut'; readonly error: unknown }

/** A command that was found. */
export interface Follow {
  readonly id: string
  readonly pid: string
  /** Its text, when the look was told to find the command. */
  readonly command: string
  /** Settles after the last output went to the sink; never rejects. */
  readonly end: Promise<FollowEnd>
  /** Resolves when the sink has taken what it was given. */
  taken(): Promise<void>
}

/** What the first words of a script say: the command was found, there is none, or it was not started. */
type Finding = 'found' | 'nothing' | { readonly refused: string }

/** Takes the lines apart that the script prints. */
export class FollowReader implements LineReader {
  readonly #beginning: string
  readonly #live: LiveOutput
  readonly #output: OutputSink
  #hasBegun = false
  #found: { readonly pid: string; readonly id: string } | undefined
  #command = ''
  #isDamaged = false
  readonly #untaken = new Set<Promise<void>>()
  #settleFinding: (finding: Finding) => void = () => undefined
  #isOver = false
  #settleEnd: (end: FollowEnd) => void = () => undefined
  readonly #finding = new Promise<Finding>((resolve) => {
    this.#settleFinding = resolve
  })
  readonly #end = new Promise<FollowEnd>((resolve) => {
    this.#settleEnd = (end) => {
      this.#isOver = true
      resolve(end)
    }
  })

  constructor(mark: string, live: LiveOutput, output: OutputSink) {
    this.#beginning = `\u001F${mark} begin`
    this.#live = live
    this.#output = output
  }

  /** Waits for the first words. `ended` settles when there are no more lines, and rejects when they were cut. */
  async follow(ended: Promise<unknown>): Promise<Follow | { readonly refused: string } | undefined> {
    const cut = (error: unknown): void => this.#settleEnd({ kind: 'cut', error })
    ended.then(() => cut(undefined), cut)
    const first = await Promise.race([this.#finding, this.#end])
    if (first === 'nothing') return undefined
    if (typeof first === 'object' && 'refused' in first) return first
    if (!this.#found) {
      const error = typeof first === 'object' && first.kind === 'cut' ? first.error : undefined
      throw error ?? processLostError('The look at a command ended without an answer', {})
    }
    return { ...this.#found, command: this.#command, end: this.#end, taken: () => this.#taken() }
  }

  /** A stream that was given up may still bring lines, which the next look has brought as well: nobody wants those. */
  line(text: string): void | Promise<void> {
    if (this.#isOver) return undefined
    if (!this.#hasBegun) {
      this.#hasBegun = text.endsWith(this.#beginning)
      return undefined
    }
    const rest = text.slice(1)
    switch (text[0]) {
      case 'o':
        return this.#deliver('stdout', this.#live.streams.stdout.push(Buffer.from(rest, 'base64')).data)
      case 'e':
        return this.#deliver('stderr', this.#live.streams.stderr.push(Buffer.from(rest, 'base64')).data)
      default:
        this.#control(text[0], rest)
        return undefined
    }
  }

  async #taken(): Promise<void> {
    await Promise.all(this.#untaken)
  }

  #deliver(name: 'stdout' | 'stderr', data: Uint8Array): Promise<void> | undefined {
    const wait = data.length > 0 ? this.#output[name](data) : undefined
    if (!wait) return undefined
    const done = (): void => void this.#untaken.delete(taken)
    const taken: Promise<void> = wait.then(done, done)
    this.#untaken.add(taken)
    return wait
  }

  #control(kind: string | undefined, text: string): void {
    const [first = '', second = ''] = text.split(' ')
    if (kind === 'c') this.#command += Buffer.from(text, 'base64').toString('latin1')
    if (kind === 'p') {
      this.#command = Buffer.from(this.#command, 'latin1').toString()
      this.#found = { pid: first, id: second }
      this.#live.identify(second)
      this.#settleFinding('found')
    }
    if (kind === 'n') this.#settleFinding('nothing')
    if (kind === 'f') this.#settleFinding({ refused: first })
    if (kind === 'd') this.#isDamaged = true
    if (kind === 'x') this.#exit(Number(first), Number(second))
    if (kind === 'l') this.#settleEnd({ kind: 'gone' })
    if (kind === 'm') this.#settleEnd({ kind: 'more' })
    if (kind === 'u') this.#settleEnd({ kind: 'caught-up' })
  }

  #exit(status: number, signal: number): void {
    for (const name of ['stdout', 'stderr'] as const) void this.#deliver(name, this.#live.streams[name].flush())
    this.#settleEnd(
      this.#isDamaged ? { kind: 'failed', error: outputLostError(this.#found?.pid) } : { kind: 'exit', status, signal },
    )
  }
}

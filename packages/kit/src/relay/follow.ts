import type { OutputSink } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { LiveOutput } from './live-output.js'
import { processLostError } from './relay-error.js'
import type { RelayMachine } from './relay-machine.js'
import type { RawProcess } from './relayable-driver.js'
import { followScript, type CommandTarget } from './scripts/follow-script.js'

/** How a look at a command's output ended. */
export type FollowEnd =
  | { readonly kind: 'exit'; readonly status: number; readonly signal: number }
  /** Nothing more will be known. */
  | { readonly kind: 'gone' }
  /** There is more to read. */
  | { readonly kind: 'more' }
  | { readonly kind: 'cut'; readonly error: unknown }

/** A command that was found. */
export interface Follow {
  readonly id: string
  readonly pid: string
  /** Its text. */
  readonly command: string
  /** Settles after the last output went to the sink; never rejects. */
  readonly end: Promise<FollowEnd>
}

/** Which command, what of it is known already, and where the rest goes. */
export interface FollowOptions {
  readonly target: CommandTarget
  readonly live: LiveOutput
  readonly output: OutputSink
}

/** What is kept in base64 by the vendor's handle is a third longer, and the last piece may go over. */
const shareOfLimit = 0.7
const leastBudgetBytes = 65_536
const lineFeed = 0x0a

/**
 * Reads a command's output from the files of its supervisor. `undefined` when there is no such command. Rejects when it
 * could not be looked for.
 */
export async function startFollow<Handle>(
  machine: RelayMachine<Handle>,
  options: FollowOptions,
): Promise<Follow | undefined> {
  if (machine.isEnding) throw processLostError('The machine is being removed', {})
  const mark = randomId()
  const { target, live, output } = options
  const mayAppear = !live.streams.stdout.hasBegun
  for (const stream of Object.values(live.streams)) stream.readFile()
  const reader = new FollowReader(mark, live, output)
  const budgetBytes = Math.max(leastBudgetBytes, Math.floor(machine.needs.maxStreamBytes * shareOfLimit))
  const offsets = { stdout: live.streams.stdout.deliveredBytes, stderr: live.streams.stderr.deliveredBytes }
  const ignored = machine.forgotten.recent
  const raw = await machine.forgotten.with((forgotten) =>
    machine.start(followScript({ target, mark, mayAppear, offsets, budgetBytes, forgotten, ignored }).text, reader),
  )
  return reader.follow(raw)
}

/** Takes the lines apart that the script prints. */
class FollowReader implements OutputSink {
  readonly #beginning: string
  readonly #live: LiveOutput
  readonly #output: OutputSink
  #parts: Uint8Array[] = []
  #hasBegun = false
  #found: { readonly pid: string; readonly id: string } | undefined
  #settleFound: (isFound: boolean) => void = () => undefined
  #settleEnd: (end: FollowEnd) => void = () => undefined
  #command = ''
  readonly #isFound = new Promise<boolean>((resolve) => {
    this.#settleFound = resolve
  })
  readonly #end = new Promise<FollowEnd>((resolve) => {
    this.#settleEnd = resolve
  })

  constructor(mark: string, live: LiveOutput, output: OutputSink) {
    this.#beginning = `\u001F${mark} begin`
    this.#live = live
    this.#output = output
  }

  async follow(raw: RawProcess): Promise<Follow | undefined> {
    const cut = (error: unknown): void => this.#settleEnd({ kind: 'cut', error })
    raw.wait().then(() => cut(undefined), cut)
    const first = await Promise.race([this.#isFound, this.#end])
    if (first === false) return undefined
    if (!this.#found) {
      const error = first !== true && first.kind === 'cut' ? first.error : undefined
      throw error ?? processLostError('The look at a command ended without an answer', {})
    }
    return { ...this.#found, command: this.#command, end: this.#end }
  }

  stdout(chunk: Uint8Array): void | Promise<void> {
    const waits: Promise<void>[] = []
    let rest = chunk
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, at)]).toString('latin1')
      this.#parts = []
      rest = rest.subarray(at + 1)
      const wait = this.#take(line)
      if (wait) waits.push(wait)
    }
    if (rest.length > 0) this.#parts.push(rest)
    return waits.length > 0 ? Promise.all(waits).then(() => undefined) : undefined
  }

  stderr(_chunk: Uint8Array): void {
    // What the login profile prints there; the script itself prints nothing.
  }

  #take(line: string): Promise<void> | undefined {
    if (!this.#hasBegun) {
      this.#hasBegun = line.endsWith(this.#beginning)
      return undefined
    }
    const text = line.slice(1)
    switch (line[0]) {
      case 'o':
        return this.#deliver('stdout', this.#live.streams.stdout.push(Buffer.from(text, 'base64')).data)
      case 'e':
        return this.#deliver('stderr', this.#live.streams.stderr.push(Buffer.from(text, 'base64')).data)
      default:
        this.#control(line[0], text)
        return undefined
    }
  }

  #deliver(name: 'stdout' | 'stderr', data: Uint8Array): Promise<void> | undefined {
    return data.length > 0 ? (this.#output[name](data) ?? undefined) : undefined
  }

  #control(kind: string | undefined, text: string): void {
    const [first = '', second = ''] = text.split(' ')
    if (kind === 'p') {
      this.#found = { pid: first, id: second }
      this.#live.identify(second)
    }
    if (kind === 'c') {
      this.#command = Buffer.from(text, 'base64').toString()
      this.#settleFound(true)
    }
    if (kind === 'n') this.#settleFound(false)
    if (kind === 'x') {
      for (const name of ['stdout', 'stderr'] as const) void this.#deliver(name, this.#live.streams[name].flush())
      this.#settleEnd({ kind: 'exit', status: Number(first), signal: Number(second) })
    }
    if (kind === 'l') this.#settleEnd({ kind: 'gone' })
    if (kind === 'm') this.#settleEnd({ kind: 'more' })
  }
}

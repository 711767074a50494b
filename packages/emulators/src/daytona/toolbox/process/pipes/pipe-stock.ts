import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { ToolboxState } from '../../toolbox-state.js'
import { makeFifos } from './make-fifos.js'

/** Both ends of a pipe, as descriptors; whoever takes them closes them. */
export interface Pipe {
  readonly readEnd: number
  readonly writeEnd: number
}

const batchSize = 8
const lowStock = 4

/** Opens a named pipe and takes its name away. Neither end may be non-blocking, as programs get them. */
function openPipe(file: string): Pipe {
  // With both directions open neither of the others waits.
  const both = openSync(file, constants.O_RDWR)
  try {
    return { readEnd: openSync(file, 'r'), writeEnd: openSync(file, 'w') }
  } finally {
    closeSync(both)
    unlinkSync(file)
  }
}

function closePipe({ readEnd, writeEnd }: Pipe): void {
  closeSync(readEnd)
  closeSync(writeEnd)
}

/**
 * Pipes for programs. Node would give them sockets, which cannot be opened by name: `echo > /dev/stderr` would fail.
 * These are the sandbox user's, who can therefore open them.
 */
export class PipeStock {
  readonly #state: ToolboxState
  readonly #directory: string
  readonly #stock: Pipe[] = []
  #refill: Promise<void> | undefined
  #isClosed = false

  /** `directory` is one of the user's, where names may appear for a moment. */
  constructor(state: ToolboxState, directory: string) {
    this.#state = state
    this.#directory = directory
  }

  async take(): Promise<Pipe> {
    for (;;) {
      const pipe = this.#stock.pop()
      if (pipe === undefined) {
        await this.#fill()
        continue
      }
      // Some for later; who needs them next is told when it fails.
      if (this.#stock.length < lowStock && !this.#isClosed) void this.#fill().catch(() => undefined)
      return pipe
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#refill?.catch(() => undefined)
    for (const pipe of this.#stock.splice(0)) closePipe(pipe)
  }

  async #fill(): Promise<void> {
    this.#refill ??= this.#make().finally(() => {
      this.#refill = undefined
    })
    await this.#refill
  }

  async #make(): Promise<void> {
    const files = Array.from({ length: batchSize }, () => path.join(this.#directory, `pipe-${randomUUID()}`))
    await makeFifos(this.#state, files)
    this.#stock.push(...files.map(openPipe))
  }
}

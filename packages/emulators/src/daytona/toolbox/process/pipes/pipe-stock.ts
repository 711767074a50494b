import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { type Pipe, PipeSupply } from '../../../../daemon/pipes/pipe-supply.js'
import type { ToolboxState } from '../../toolbox-state.js'
import type { ProcessDirectories } from '../process-directories.js'
import { makeFifos } from './make-fifos.js'

/** Opens a named pipe and takes its name away. Neither end may be non-blocking, as programs get them. */
function openNamed(file: string): Pipe {
  // With both directions open neither of the others waits.
  const both = openSync(file, constants.O_RDWR)
  try {
    return { readEnd: openSync(file, 'r'), writeEnd: openSync(file, 'w') }
  } finally {
    closeSync(both)
    unlinkSync(file)
  }
}

/** Pipes for programs of the sandbox's user, who can open them by name, as in `echo > /dev/stderr`. */
export class PipeStock {
  readonly #state: ToolboxState
  readonly #directories: ProcessDirectories
  readonly #supply: PipeSupply

  constructor(state: ToolboxState, directories: ProcessDirectories) {
    this.#state = state
    this.#directories = directories
    this.#supply = new PipeSupply((file, args, options) =>
      state.startAsUser((identity) => spawn(file, [...args], { ...options, ...identity })),
    )
  }

  /** A pipe; whoever takes it closes both ends. */
  async take(): Promise<Pipe> {
    const [pipe] = await this.#supply.take(1)
    if (pipe !== undefined) return pipe
    // Named ones are almost the same: who opens the reading end again waits for a writer.
    const file = path.join(await this.#directories.get('requests'), randomUUID())
    await makeFifos(this.#state, [file])
    return openNamed(file)
  }

  close(): Promise<void> {
    return this.#supply.close()
  }
}

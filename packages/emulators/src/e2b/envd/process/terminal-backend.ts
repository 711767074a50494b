import { chown, stat } from 'node:fs/promises'
import type { ByteTerminal } from '../../../daemon/terminals/terminal-library.js'
import { deviceOf, loadTerminals, noTerminals } from '../../../daemon/terminals/terminal-library.js'
import { EnvdError } from '../envd-error.js'
import { systemCode, unless } from '../../../daemon/system-error.js'
import type { Account } from '../../../daemon/users/account.js'
import { canBecomeOthers } from '../../../daemon/users/as-owner.js'
import type { LaunchPlan } from './launch-plan.js'
import type { BackendListener, ProcessBackend, ProcessSpec } from './process-backend.js'
import { inPieces } from './process-backend.js'
import { signalName } from './signal-texts.js'

const largestPieceBytes = 16 * 1024
const largestSide = 65_535

/** Columns and rows. */
export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

function requireSize({ cols, rows }: TerminalSize): void {
  const isSide = (side: number): boolean => Number.isInteger(side) && side > 0 && side <= largestSide
  if (!isSide(cols) || !isSide(rows)) {
    throw new EnvdError('invalidArgument', `a terminal of ${cols} columns and ${rows} rows is not possible`)
  }
}

/** Programs open the device by name, so it must belong to the user. */
async function giveDevice(terminal: ByteTerminal, { uid }: Account): Promise<void> {
  const name = deviceOf(terminal)
  if (name === undefined || !canBecomeOthers()) return
  await unless(['ENOENT', 'EPERM'], undefined, async () => chown(name, uid, (await stat(name)).gid))
}

/** A process on a terminal of its own. */
export class TerminalBackend implements ProcessBackend {
  readonly kind = 'terminal'
  readonly pid: number
  readonly #terminal: ByteTerminal

  private constructor(terminal: ByteTerminal, listener: BackendListener) {
    this.#terminal = terminal
    this.pid = terminal.pid
    terminal.onData((data) => inPieces(Buffer.from(data), largestPieceBytes, (piece) => listener.onData('pty', piece)))
    terminal.onExit(({ exitCode, signal }) =>
      listener.onEnd(signal === undefined || signal === 0 ? { exitCode } : { signal: signalName(signal) }),
    )
  }

  static async start(
    spec: ProcessSpec,
    plan: LaunchPlan,
    options: { readonly size: TerminalSize; readonly account: Account; readonly listener: BackendListener },
  ): Promise<TerminalBackend> {
    requireSize(options.size)
    const { spawn } = await loadTerminals().catch((cause: unknown) => {
      throw new EnvdError('unimplemented', noTerminals, { cause })
    })
    const { file, args, ...identity } = plan
    const terminal: ByteTerminal = spawn(file, [...args], {
      ...identity,
      ...options.size,
      cwd: spec.directory,
      env: { ...spec.environment },
      encoding: null,
    })
    const backend = new TerminalBackend(terminal, options.listener)
    await giveDevice(terminal, options.account)
    return backend
  }

  write(data: Uint8Array): Promise<void> {
    this.#terminal.write(Buffer.from(data))
    return Promise.resolve()
  }

  closeInput(): void {
    throw new EnvdError('unknown', 'cannot close the input of a terminal: send the end-of-transmission character')
  }

  resize(cols: number, rows: number): void {
    requireSize({ cols, rows })
    this.#terminal.resize(cols, rows)
  }

  signal(signal: 'SIGKILL' | 'SIGTERM'): void {
    process.kill(this.pid, signal)
  }

  endOnExit(): void {
    // The end of a process on a terminal is its exit in any case.
  }

  hold(isHeld: boolean): void {
    if (isHeld) this.#terminal.pause()
    else this.#terminal.resume()
  }

  destroy(): void {
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      if (systemCode(error) !== 'ESRCH') throw error
    }
  }
}

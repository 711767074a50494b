import type { CommandHandle } from 'e2b'
import { SandboxStateError } from '@caisson/core/workspace'
import type { OutputSink, ProcessExit } from '@caisson/core/driver'
import type { RawProcess } from '@caisson/kit/relay'
import { rpcStatus, statusOf } from './error-status.js'
import { limited } from './limited.js'
import { exitOf } from './process-exit.js'
import type { E2BSdk } from './sdk.js'

/** Most bytes of input in one request. */
const inputPieceBytes = 1024 * 1024

/** A process as E2B's daemon gives it: its output is decoded text, and `kill` reaches nothing but its own pid. */
export class E2BProcess implements RawProcess {
  readonly pid: string
  readonly #sdk: E2BSdk
  readonly #handle: CommandHandle
  readonly #exit: Promise<ProcessExit>

  constructor(sdk: E2BSdk, handle: CommandHandle) {
    this.pid = String(handle.pid)
    this.#sdk = sdk
    this.#handle = handle
    this.#exit = readExit(sdk, handle)
    // Whoever does not wait must not be told by an unhandled rejection.
    this.#exit.catch(() => undefined)
  }

  async wait(): Promise<ProcessExit> {
    return this.#exit
  }

  async kill(): Promise<boolean> {
    return limited(this.#handle.kill())
  }

  async writeStdin(data: Uint8Array): Promise<void> {
    try {
      for (let offset = 0; offset < data.length; offset += inputPieceBytes) {
        await limited(this.#handle.sendStdin(data.subarray(offset, offset + inputPieceBytes)))
      }
    } catch (error) {
      throw isRefusedInput(this.#sdk, error) ? closedInput(this.pid, error) : error
    }
  }

  async closeStdin(): Promise<void> {
    try {
      await limited(this.#handle.closeStdin())
    } catch (error) {
      // A process that has just ended has no input that could be open.
      if (!hasEnded(this.#sdk, error)) throw error
    }
  }

  detach(): void {
    void this.#handle.disconnect()
  }
}

/** The daemon knows no such process any more. */
function hasEnded(sdk: E2BSdk, error: unknown): boolean {
  return error instanceof sdk.NotFoundError && !(error instanceof sdk.SandboxNotFoundError)
}

/** Callbacks of the SDK that hand decoded text on as bytes, and hold the stream back while the sink is busy. */
export function sinkCallbacks(output: OutputSink): {
  onStdout: (text: string) => void | Promise<void>
  onStderr: (text: string) => void | Promise<void>
} {
  return {
    onStdout: (text) => output.stdout(Buffer.from(text)),
    onStderr: (text) => output.stderr(Buffer.from(text)),
  }
}

async function readExit(sdk: E2BSdk, handle: CommandHandle): Promise<ProcessExit> {
  try {
    return { exitCode: (await handle.wait()).exitCode }
  } catch (error) {
    if (error instanceof sdk.CommandExitError) return exitOf(error)
    throw error
  }
}

/** The process has ended, or the daemon could not write to it: it has closed its input. */
function isRefusedInput(sdk: E2BSdk, error: unknown): boolean {
  return hasEnded(sdk, error) || (error instanceof sdk.SandboxError && statusOf(error) === rpcStatus.internal)
}

function closedInput(pid: string, cause: unknown): Error {
  return new SandboxStateError(`Process ${pid} has ended or closed its stdin`, { pid }, { provider: 'e2b', cause })
}

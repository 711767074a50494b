import type { DriverRunOptions, DriverRunResult } from '../../../driver/run-options.js'
import type { ShellCommand } from '../../../driver/shell-command.js'
import {
  SandboxAbortError,
  SandboxExecutionError,
  SandboxStateError,
  SandboxTimeoutError,
} from '../../../errors/sandbox-errors.js'
import { raceSignal } from '../../../util/race-signal.js'
import { startTimer } from '../../../util/timer.js'
import { hostToolEnvironment } from '../host-environment.js'
import { noIsolation } from '../isolation/no-isolation.js'
import type { LocalMachine } from '../local-machine.js'
import type { LocalProcess } from '../process/local-process.js'
import { ProcessTag } from '../process/process-tag.js'
import { startProcess } from '../start-process.js'

/** Longest output of a script that is kept, in bytes. */
const maxOutputBytes = 2 ** 20

/** Never in an environment: programs that a script leaves behind, such as those that serve a mount, are not to be ended with it. */
const tags = new ProcessTag()

/**
 * Runs a script of ours on this host, outside of all isolation, as the user of the host process and without the
 * environment of any sandbox. When the signal is aborted it is left alone, and cleans up after itself; when the time is up
 * it is killed.
 */
export async function runOnHost(
  machine: LocalMachine,
  command: ShellCommand,
  { cwd = '/', env, stdin, timeoutMs = Infinity, signal }: DriverRunOptions = {},
): Promise<DriverRunResult> {
  if (signal?.aborted) throw new SandboxAbortError('mount', signal.reason, { retry: 'safe' })
  const [stdout, stderr] = [new Output(), new Output()]
  const process = await startProcess({
    command: command.text,
    invocation: noIsolation.invoke(machine, command.text, { cwd, hasInput: stdin !== undefined }),
    cwd,
    environment: { ...hostToolEnvironment(), ...env },
    tag: tags.next(),
    stdin: stdin === undefined ? 'ignore' : 'pipe',
    channel: false,
    output: { stdout: (chunk) => stdout.add(chunk), stderr: (chunk) => stderr.add(chunk) },
    onEnd: () => undefined,
  })
  let isTimedOut = false
  const timer = startTimer(timeoutMs, () => {
    isTimedOut = true
    void process.kill('SIGKILL')
  })
  const exited = giveInput(process, stdin).then(() => process.wait())
  const exit = await raceSignal(
    exited.finally(() => timer.cancel()),
    signal,
  )
  if (isTimedOut) throw new SandboxTimeoutError(timeoutMs, 'mount')
  if (exit.exitCode !== undefined) return { exitCode: exit.exitCode, stdout: stdout.bytes, stderr: stderr.bytes }
  const text = new TextDecoder().decode(stderr.bytes)
  throw new SandboxExecutionError(`A script was ended by ${exit.signal ?? 'an unknown cause'}`, 137, '', text)
}

async function giveInput(process: LocalProcess, stdin: string | Uint8Array | undefined): Promise<void> {
  if (stdin === undefined) return
  try {
    await process.writeStdin(Buffer.from(stdin))
  } catch (error) {
    // It ended without reading: its exit and its output say why.
    if (!(error instanceof SandboxStateError)) throw error
  }
  await process.closeStdin()
}

class Output {
  readonly #chunks: Uint8Array[] = []
  #length = 0

  add(chunk: Uint8Array): void {
    if (this.#length >= maxOutputBytes) return
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }
}

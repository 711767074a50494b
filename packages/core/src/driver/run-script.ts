import type { DriverRunOptions, DriverRunResult } from './run-options.js'
import type { SandboxDriver } from './sandbox-driver.js'
import type { ShellCommand } from './shell-command.js'
import { SandboxExecutionError } from '../errors/sandbox-errors.js'

/** Runs a script of ours: by the driver's `run` where it has one, else by `spawn`. Collects all output. */
export async function runScript<Handle>(
  driver: SandboxDriver<Handle>,
  handle: Handle,
  command: ShellCommand,
  options: DriverRunOptions = {},
): Promise<DriverRunResult> {
  if (driver.run) return driver.run(handle, command, options)
  const stdout: Uint8Array[] = []
  const stderr: Uint8Array[] = []
  const process = await driver.spawn(
    handle,
    command.text,
    {
      cwd: options.cwd,
      env: options.env ?? {},
      stdin: options.stdin === undefined ? 'ignore' : 'pipe',
      channel: false,
      timeoutMs: options.timeoutMs,
      signal: options.signal,
    },
    { stdout: (chunk) => void stdout.push(chunk), stderr: (chunk) => void stderr.push(chunk) },
  )
  if (options.stdin !== undefined) {
    await process.writeStdin?.(typeof options.stdin === 'string' ? Buffer.from(options.stdin) : options.stdin)
    await process.closeStdin?.()
  }
  const exit = await process.wait()
  if (exit.exitCode === undefined) {
    const text = Buffer.concat(stderr).toString()
    throw new SandboxExecutionError(`A script was ended by ${exit.signal ?? 'an unknown cause'}`, 137, '', text)
  }
  return { exitCode: exit.exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) }
}

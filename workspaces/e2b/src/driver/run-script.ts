import type { CommandHandle, CommandResult, Sandbox } from 'e2b'
import type { DriverRunResult, ShellCommand } from '@caisson/core/driver'
import type { E2BRunOptions } from '../filesystem/index.js'
import type { E2BSdk } from './sdk.js'

/** Runs a script of ours with one request, three where it has input. Output is text that may be lossy. */
export async function runE2BScript(
  sdk: E2BSdk,
  sandbox: Sandbox,
  command: ShellCommand,
  { cwd, env, stdin, timeoutMs, signal, user }: E2BRunOptions,
): Promise<DriverRunResult> {
  const handle = await sandbox.commands.run(command.text, {
    background: true,
    stdin: stdin !== undefined,
    timeoutMs: timeoutMs ?? 0,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { envs: { ...env } }),
    ...(signal === undefined ? {} : { signal }),
    ...(user === undefined ? {} : { user }),
  })
  if (stdin !== undefined) await giveInput(sdk, handle, stdin)
  try {
    return resultOf(await handle.wait())
  } catch (error) {
    if (error instanceof sdk.CommandExitError && error.exitCode >= 0) return resultOf(error)
    throw error
  }
}

/** A script that has ended already needs no more input; its end tells what came of it. */
async function giveInput(sdk: E2BSdk, handle: CommandHandle, stdin: Uint8Array | string): Promise<void> {
  try {
    await handle.sendStdin(stdin)
    await handle.closeStdin()
  } catch (error) {
    if (!(error instanceof sdk.NotFoundError) || error instanceof sdk.SandboxNotFoundError) throw error
  }
}

function resultOf({ exitCode, stdout, stderr }: Omit<CommandResult, 'error'>): DriverRunResult {
  return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }
}

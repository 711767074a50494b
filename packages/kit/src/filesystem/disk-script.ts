import type { ShellCommand } from '@caisson/core/driver'
import { StaleFileError, type FilesystemError } from '@caisson/core/workspace'
import { diskError, diskErrorCodes, type DiskTarget } from './disk-error.js'
import type { MachineFiles } from './machine-files.js'
import { firstPath, outputMarker, secondPath } from './scripts/common.js'

/** The paths that a script is about, in its order. */
export interface ScriptTargets {
  readonly first: DiskTarget
  readonly second?: DiskTarget | undefined
  /** Of a script about many: it says the number of the one that was refused. */
  readonly members?: readonly DiskTarget[] | undefined
  /** The time that the file was expected to have. */
  readonly expectedMtime?: Date | undefined
}

/**
 * Runs a script about files, with its input where it has one, and returns what it said.
 *
 * @throws the FilesystemError that the script's exit code stands for; errors of the machine as they are
 */
export async function runDiskScript(
  { run }: MachineFiles,
  command: ShellCommand,
  targets: ScriptTargets,
  stdin?: Uint8Array,
): Promise<Buffer> {
  const { signal } = targets.first
  const { exitCode, stdout, stderr } = await run(command, {
    ...(signal ? { signal } : {}),
    ...(stdin ? { stdin } : {}),
  })
  const said = afterMarker(Buffer.from(stdout))
  if (exitCode === 0) return said
  throw scriptError(exitCode, targets, said, Buffer.from(stderr).toString().trim())
}

/** Our error for how a script ended. */
function scriptError(exitCode: number, targets: ScriptTargets, said: Buffer, text: string): FilesystemError {
  const { second = targets.first, members, expectedMtime } = targets
  const first = members?.[Number(said.toString())] ?? targets.first
  const cause = text === '' ? undefined : text
  const ofFirst = diskErrorCodes[exitCode - firstPath]
  const code = ofFirst ?? diskErrorCodes[exitCode - secondPath] ?? 'EIO'
  const target = ofFirst === undefined ? second : first
  if (code !== 'ESTALE' || !expectedMtime) return diskError(code, target, cause)
  return new StaleFileError(target.path, expectedMtime, new Date(Number(said.toString())))
}

function afterMarker(output: Buffer): Buffer {
  const start = output.indexOf(outputMarker)
  return start === -1 ? Buffer.alloc(0) : output.subarray(start + outputMarker.length)
}

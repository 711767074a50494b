import type { SandboxFileInput } from '@caisson/core/workspace'
import { writeMachineFiles } from '@caisson/kit/filesystem'
import { daytonaMachineFiles } from './daytona-machine-files.js'
import type { DaytonaFileAccess } from './disk-options.js'

/** Writes all files, each in one step, by one script that small files go with; see `writeMachineFiles`. */
export async function writeDaytonaFiles(
  access: DaytonaFileAccess,
  files: readonly SandboxFileInput[],
  signal?: AbortSignal,
): Promise<void> {
  await writeMachineFiles(daytonaMachineFiles(access), files, signal)
}

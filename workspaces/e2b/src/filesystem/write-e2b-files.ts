import type { SandboxFileInput } from '@caisson/core/workspace'
import { writeMachineFiles } from '@caisson/kit/filesystem'
import type { E2BFileAccess } from './disk-options.js'
import { e2bMachineFiles } from './e2b-machine-files.js'

/** Writes all files, with one upload in place where no file has a mode; see `writeMachineFiles`. */
export async function writeE2BFiles(
  access: E2BFileAccess,
  files: readonly SandboxFileInput[],
  signal?: AbortSignal,
): Promise<void> {
  await writeMachineFiles(e2bMachineFiles(access), files, signal)
}

import type { SandboxFileInput } from '@caisson/core/workspace'
import { writeMachineFiles } from '@caisson/kit/filesystem'
import { platformMachineFiles, type PlatformFileAccess } from './platform-machine-files.js'

/** Writes all files, each in one step, by as few scripts as their size allows; see `writeMachineFiles`. */
export async function writePlatformFiles(
  access: PlatformFileAccess,
  files: readonly SandboxFileInput[],
  signal?: AbortSignal,
): Promise<void> {
  await writeMachineFiles(platformMachineFiles(access), files, signal)
}

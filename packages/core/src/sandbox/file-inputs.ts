import type { SandboxFileInput } from '../contract/sandbox.js'
import type { SandboxDriver } from '../driver/sandbox-driver.js'
import { invalidArgument } from '../errors/argument-error.js'
import { SandboxAbortError, SandboxUnsupportedFeatureError } from '../errors/sandbox-errors.js'

/** Least value of a file mode. */
export const MIN_SANDBOX_FILE_MODE: number = 0o001
/** Greatest value of a file mode. */
export const MAX_SANDBOX_FILE_MODE: number = 0o777

/** Throws INVALID_ARGUMENT unless the mode is an integer from `0o001` to `0o777`. */
export function validateSandboxFileMode(mode: unknown): void {
  if (Number.isInteger(mode) && Number(mode) >= MIN_SANDBOX_FILE_MODE && Number(mode) <= MAX_SANDBOX_FILE_MODE) return
  throw invalidArgument({ name: 'mode', expected: 'an integer from 0o001 to 0o777', given: mode })
}

/** Throws `SandboxUnsupportedFeatureError` when a file carries a mode. */
export function assertModesUnsupported(files: readonly SandboxFileInput[], provider: string): void {
  if (!files.some((file) => file.mode !== undefined)) return
  throw new SandboxUnsupportedFeatureError(`Sandbox provider '${provider}' does not support file modes`, {
    provider,
    feature: 'mode',
  })
}

/** Checks all files before the first one is written. */
export function checkFiles(files: readonly SandboxFileInput[], hasModes: boolean, provider: string): void {
  if (!Array.isArray(files)) throw invalidArgument({ name: 'files', expected: 'an array', given: files })
  for (const [index, file] of files.entries()) {
    if (typeof file !== 'object' || file === null)
      throw invalidArgument({ name: `files[${index}]`, expected: 'an object', given: file })
    const { path, content, mode } = file
    if (typeof path !== 'string' || path === '' || path.includes('\0')) {
      throw invalidArgument({ name: `files[${index}].path`, expected: 'a path without NUL bytes', given: path })
    }
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      throw invalidArgument({ name: `files[${index}].content`, expected: 'a string or a Uint8Array', given: content })
    }
    if (mode !== undefined) validateSandboxFileMode(mode)
  }
  if (!hasModes) assertModesUnsupported(files, provider)
}

/** Writes through the machine's disk, for drivers without an upload of many. */
export async function writeFilesOneByOne<Handle>(
  driver: SandboxDriver<Handle>,
  handle: Handle,
  files: readonly SandboxFileInput[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const disk = driver.filesystem?.(handle)
  if (!disk) throw new SandboxUnsupportedFeatureError(`Sandbox provider '${driver.provider}' cannot write files`)
  for (const { path, content, mode } of files) {
    if (signal?.aborted) throw new SandboxAbortError('writeFiles', signal.reason)
    await disk.writeFile(path, content, { abortSignal: signal, mode })
  }
}

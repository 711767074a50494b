import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { SandboxError } from '../errors/base-error.js'
import { SandboxFeatureNotSupportedError } from '../errors/workspace-errors.js'
import { bestEffort, silentLogger } from '../util/logging.js'

/** Readable by nobody else: programs hold what their users typed into them. */
const privateMode = 0o600

/** Writes a file through whatever way the sandbox offers; FEATURE_NOT_SUPPORTED when it offers none. */
export async function writeCodeFile(
  sandbox: WorkspaceSandbox,
  path: string,
  content: string,
  abortSignal: AbortSignal | undefined,
): Promise<void> {
  if (sandbox.writeFiles !== undefined) {
    const options = { abortSignal }
    try {
      await sandbox.writeFiles([{ path, content, mode: privateMode }], options)
    } catch (error) {
      // Refused before anything was written: this provider has no permission bits.
      if (!SandboxError.isInstance(error) || error.code !== 'UNSUPPORTED_FEATURE') throw error
      await sandbox.writeFiles([{ path, content }], options)
    }
    return
  }
  const { filesystem } = sandbox
  if (filesystem === undefined) throw new SandboxFeatureNotSupportedError('writeFiles')
  await filesystem.writeFile(path, content, { mode: privateMode, overwrite: false, abortSignal })
}

/** Removes a file that its command may not have removed. A failure changes nothing for the caller. */
export async function removeCodeFile(sandbox: WorkspaceSandbox, path: string): Promise<void> {
  await bestEffort(`Removing ${path}`, silentLogger, async () => {
    if (sandbox.filesystem !== undefined) await sandbox.filesystem.deleteFile(path, { force: true })
    else await sandbox.executeCommand?.('rm', ['-f', '--', path])
  })
}

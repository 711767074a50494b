import type { WorkspaceSandbox } from '@caisson/core'

/** Ways to start a sandbox, best first; sandboxes have one or more of them. */
interface Startable {
  ensureRunning?(options?: { abortSignal?: AbortSignal | undefined }): Promise<unknown>
  _start?(options?: { abortSignal?: AbortSignal | undefined }): Promise<unknown>
}

/** Starts a sandbox that does not run. One that cannot be asked to is left to its `spawn`. */
export async function startSandbox(sandbox: WorkspaceSandbox & Startable, abortSignal: AbortSignal): Promise<void> {
  if (sandbox.status === 'running') return
  if (sandbox.ensureRunning) await sandbox.ensureRunning({ abortSignal })
  else if (sandbox._start) await sandbox._start({ abortSignal })
  else await sandbox.start?.({ abortSignal })
}

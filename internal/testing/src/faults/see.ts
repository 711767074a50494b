import { FilesystemError, SandboxError } from '@caisson/core'

/** What the user sees of a call: `done`, or an error's class, code and what may be done next. */
export async function see(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (SandboxError.isInstance(error)) return `${error.name} ${error.code} ${error.retry}`
    if (FilesystemError.isInstance(error)) return `${error.name} ${error.code}`
    return `not ours: ${String(error)}`
  }
}

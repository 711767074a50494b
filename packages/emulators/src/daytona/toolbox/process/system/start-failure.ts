import { stat } from 'node:fs/promises'
import { systemCode } from '../../../../daemon/system-error.js'

/** How the vendor's system library words why a program was not started. */
const wordings: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  E2BIG: 'argument list too long',
  EAGAIN: 'resource temporarily unavailable',
  ENOMEM: 'cannot allocate memory',
}

/** `undefined` for what is no failure of the system. */
function wordingOf(error: unknown): string | undefined {
  return wordings[systemCode(error) ?? '']
}

/** Why a program did not start. Throws again what is none of the system's failures. */
export function startFailure(file: string, error: unknown): string {
  const wording = wordingOf(error)
  if (wording === undefined) throw error
  return `fork/exec ${file}: ${wording}`
}

/** Why no program can start in a directory, which is `shown` to the client; `undefined` where it can. */
export async function directoryFailure(shown: string, actual: string): Promise<string | undefined> {
  try {
    const stats = await stat(actual)
    return stats.isDirectory() ? undefined : `chdir ${shown}: not a directory`
  } catch (error) {
    const wording = wordingOf(error)
    if (wording === undefined) throw error
    return `chdir ${shown}: ${wording}`
  }
}

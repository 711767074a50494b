import { readlink } from 'node:fs/promises'
import { isErrno } from '../files/is-errno.js'
import { listIfPresent, readIfPresent } from '../files/read-if-present.js'

async function select(matches: (pid: number) => Promise<boolean>): Promise<number[]> {
  const pids = (await listIfPresent('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(pids.map(async (pid) => ((await matches(pid)) ? [pid] : [])))
  return found.flat()
}

async function readLinkIfPresent(link: string): Promise<string | undefined> {
  try {
    return await readlink(link)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'ESRCH')) return undefined
    throw error
  }
}

/** Processes whose pid namespace is the one of this process; all of a private machine, given its init. */
export async function listNamespaceProcesses(initPid: number): Promise<number[]> {
  const namespace = await readLinkIfPresent(`/proc/${initPid}/ns/pid`)
  const own = await readLinkIfPresent('/proc/self/ns/pid')
  if (namespace === undefined || namespace === own) return []
  return select(async (pid) => (await readLinkIfPresent(`/proc/${pid}/ns/pid`)) === namespace)
}

/** Processes that were started with these variables in their environment, or by one that was. */
export async function listMarkedProcesses(...variables: readonly string[]): Promise<number[]> {
  return select(async (pid) => {
    const environment = ((await readIfPresent(`/proc/${pid}/environ`)) ?? '').split('\0')
    return variables.every((variable) => environment.includes(variable))
  })
}

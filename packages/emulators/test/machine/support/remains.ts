import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { findCgroupTrees } from '../../../src/machine/cgroup/cgroup-tree.js'
import { isErrno } from '../../../src/machine/files/is-errno.js'

async function readOr(file: string, otherwise: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES')) return otherwise
    throw error
  }
}

async function processesOf(root: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = pids.map(async (pid) => {
    const environment = await readOr(`/proc/${pid}/environ`, '')
    const isOurs = environment.split('\0').some((row) => row.startsWith(`CAISSON_MACHINE_HOST=${root}/`))
    return isOurs ? [`process ${pid} ${await readOr(`/proc/${pid}/cmdline`, '')}`] : []
  })
  return (await Promise.all(found)).flat()
}

/** Names of the hosts below a root; their control groups have the same. */
export async function hostNames(root: string): Promise<string[]> {
  return (await readdir(root)).filter((name) => name.startsWith('caisson-test-'))
}

/** Everything that hosts of machines below `root` have on this computer now. `hosts`: names of hosts whose directories may be gone already. */
export async function remainsOf(root: string, hosts: readonly string[]): Promise<string[]> {
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').filter((line) => line.includes(root))
  const trees = await findCgroupTrees()
  const groups = trees.map(async ({ mountPoint, ownPath }) => {
    const directory = path.join(mountPoint, ownPath)
    const names = await readdir(directory)
    return names.filter((name) => hosts.includes(name)).map((name) => `group ${path.join(directory, name)}`)
  })
  const directories = (await hostNames(root)).map((name) => `directory ${name}`)
  return [...directories, ...mounts, ...(await Promise.all(groups)).flat(), ...(await processesOf(root))]
}

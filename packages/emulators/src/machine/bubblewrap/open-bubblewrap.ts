import { accessSync, constants } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { OpenedBacking } from '../backing.js'
import { signalControl } from '../cgroup/signal-control.js'
import { fillDisk } from '../directory/copied-disk.js'
import { isErrno } from '../files/is-errno.js'
import { machineFiles, makeMachineFiles } from '../host/machine-files.js'
import { writeAccounts } from './account-binds.js'
import { BubblewrapBacking, spawnBubblewrap } from './bubblewrap-backing.js'

const places = ['/usr/bin', '/bin', '/usr/local/bin']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return false
    throw error
  }
}

/** Runs `true` in a machine; returns what was said when that failed. */
async function probe(program: string, hostDirectory: string): Promise<string | undefined> {
  const files = machineFiles(hostDirectory, 0)
  const options = { id: 'probe', user: { name: 'probe', uid: 1000, gid: 1000 }, daemon: { file: process.execPath } }
  try {
    await makeMachineFiles(files)
    await fillDisk(files, options)
    await writeAccounts(files, options)
    const start = { files, options, control: signalControl }
    const { exited, output } = spawnBubblewrap(program, start, ['/bin/true'], { PATH: '/usr/bin:/bin' })
    return (await exited) === 0 ? undefined : output.text().trim()
  } finally {
    await rm(files.directory, { recursive: true, force: true })
  }
}

/** Tells whether bubblewrap can make machines here, by making one. */
export async function openBubblewrap(hostDirectory: string): Promise<OpenedBacking> {
  if (process.platform !== 'linux') return { reason: 'this is not Linux' }
  const program = places.map((place) => path.join(place, 'bwrap')).find((file) => isExecutable(file))
  if (program === undefined) return { reason: `there is no bwrap in ${places.join(', ')}` }
  const failure = await probe(program, hostDirectory)
  return failure === undefined ? new BubblewrapBacking(program) : { reason: failure }
}

import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { listIfPresent, readIfPresent } from '../files/read-if-present.js'

interface OwnedDirectory {
  readonly path: string
  /** In octal. */
  readonly mode: string
  readonly uid: number
  readonly gid: number
}

/** Text files of the host that a machine's own are made from. */
export interface HostFacts {
  readonly passwd: string
  readonly group: string
  readonly resolver: string
  /** What a new home directory holds: names and contents. */
  readonly skeleton: readonly (readonly [name: string, content: string])[]
  /** Directories below `/var/log`, which programs of the system expect. */
  readonly logDirectories: readonly OwnedDirectory[]
}

async function readSkeleton(): Promise<HostFacts['skeleton']> {
  const names = await listIfPresent('/etc/skel')
  const files = names.map(async (name) => {
    const content = await readIfPresent(`/etc/skel/${name}`)
    return content === undefined ? [] : [[name, content] as const]
  })
  return (await Promise.all(files)).flat()
}

async function listLogDirectories(): Promise<OwnedDirectory[]> {
  const entries = await readdir('/var/log', { withFileTypes: true })
  const directories = entries.filter((entry) => entry.isDirectory())
  return Promise.all(
    directories.map(async ({ name }) => {
      const target = path.join('/var/log', name)
      const { mode, uid, gid } = await stat(target)
      return { path: target, mode: (mode & 0o7777).toString(8), uid, gid }
    }),
  )
}

export async function readHostFacts(): Promise<HostFacts> {
  const [passwd, group, resolver, skeleton, logDirectories] = await Promise.all([
    readIfPresent('/etc/passwd'),
    readIfPresent('/etc/group'),
    readIfPresent('/etc/resolv.conf'),
    readSkeleton(),
    listLogDirectories(),
  ])
  return { passwd: passwd ?? '', group: group ?? '', resolver: resolver ?? '', skeleton, logDirectories }
}

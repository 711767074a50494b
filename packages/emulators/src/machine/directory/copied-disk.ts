import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { MachineFiles } from '../host/machine-files.js'
import type { MachineOptions } from '../machine-types.js'

async function copyInto(layer: string, disk: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('cp', ['--archive', '--', `${layer}/.`, disk])
  else await cp(layer, disk, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
}

/** Fills a disk where nothing can be stacked: the layers are copied into it, the lowest first, and the usual directories are made. */
export async function fillDisk({ disk }: MachineFiles, options: MachineOptions): Promise<void> {
  for (const layer of options.layers ?? []) await copyInto(layer, disk)
  for (const name of ['home', `home/${options.user.name}`, 'root', 'tmp', 'var', 'var/tmp']) {
    await mkdir(path.join(disk, name), { recursive: true })
  }
  if (process.getuid?.() === 0)
    await chown(path.join(disk, 'home', options.user.name), options.user.uid, options.user.gid)
  // Given outright, since the process's umask takes bits away.
  for (const name of ['tmp', 'var/tmp']) await chmod(path.join(disk, name), 0o1777)
}

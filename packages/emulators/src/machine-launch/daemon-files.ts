import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DaemonProgram } from '../daemon/daemon-program.js'
import type { SharedPath } from '../machine/index.js'

/** A daemon's program, ready to be started in machines. */
export interface DaemonFiles {
  readonly launcher: string
  readonly shared: readonly SharedPath[]
}

/**
 * Puts a daemon's program, its parts and the program that starts it into one directory: they find each other there, where a machine sees
 * the host's files.
 */
export async function prepareDaemonFiles(
  directory: string,
  { files }: DaemonProgram,
  launcherSource: string,
): Promise<DaemonFiles> {
  await mkdir(directory, { recursive: true })
  const launcher = path.join(directory, 'launcher.cjs')
  await writeFile(launcher, launcherSource)
  const shared: SharedPath[] = []
  for (const [name, file] of Object.entries(files)) {
    const source = path.join(directory, name)
    await cp(file, source)
    shared.push({ source, target: `/run/caisson/${name}`, readOnly: true })
  }
  return { launcher, shared }
}

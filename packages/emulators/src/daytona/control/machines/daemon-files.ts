import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SharedPath } from '../../../machine/index.js'
import { toolboxProgram } from '../../toolbox/toolbox-program.js'
import { launcherSource } from './launcher-source.js'

/** The daemon's program, ready to be started in machines. */
export interface DaemonFiles {
  readonly launcher: string
  readonly shared: readonly SharedPath[]
}

/** Puts the program and its parts into one directory: they find each other there, where a machine sees the host's files. */
export async function prepareDaemonFiles(directory: string): Promise<DaemonFiles> {
  await mkdir(directory, { recursive: true })
  const launcher = path.join(directory, 'launcher.cjs')
  await writeFile(launcher, launcherSource)
  const shared: SharedPath[] = []
  const { files } = await toolboxProgram()
  for (const [name, file] of Object.entries(files)) {
    const source = path.join(directory, name)
    await cp(file, source)
    shared.push({ source, target: `/run/caisson/${name}`, readOnly: true })
  }
  return { launcher, shared }
}

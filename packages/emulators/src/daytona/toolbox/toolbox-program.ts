import { bundleDaemon } from '../../daemon/bundle-daemon.js'
import { type DaemonProgram, findDaemonProgram } from '../../daemon/daemon-program.js'

const source = { builtName: 'toolbox.cjs', folder: 'daytona/toolbox' } as const

let program: Promise<DaemonProgram> | undefined

/** The toolbox daemon's program: the built one, or one that is bundled from the sources. */
export function toolboxProgram(): Promise<DaemonProgram> {
  program ??= findDaemonProgram(source)
  return program
}

export function bundleToolbox(outfile: string): Promise<void> {
  return bundleDaemon(source.folder, outfile)
}

import { bundleDaemon } from '../../daemon/bundle-daemon.js'
import { type DaemonProgram, findDaemonProgram } from '../../daemon/daemon-program.js'

const source = { builtName: 'envd.cjs', folder: 'e2b/envd' } as const

let program: Promise<DaemonProgram> | undefined

/** The daemon's program: the built one, or one that is bundled from the sources. */
export function envdProgram(): Promise<DaemonProgram> {
  program ??= findDaemonProgram(source)
  return program
}

export function bundleEnvd(outfile: string): Promise<void> {
  return bundleDaemon(source.folder, outfile)
}

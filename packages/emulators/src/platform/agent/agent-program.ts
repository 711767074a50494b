import { bundleDaemon } from '../../daemon/bundle-daemon.js'
import { type DaemonProgram, findDaemonProgram } from '../../daemon/daemon-program.js'

const source = { builtName: 'agent.cjs', folder: 'platform/agent' } as const

let program: Promise<DaemonProgram> | undefined

/** The agent's program: the built one, or one that is bundled from the sources. */
export function agentProgram(): Promise<DaemonProgram> {
  program ??= findDaemonProgram(source)
  return program
}

export function bundleAgent(outfile: string): Promise<void> {
  return bundleDaemon(source.folder, outfile)
}

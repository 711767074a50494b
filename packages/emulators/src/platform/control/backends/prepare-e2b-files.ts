import { envdProgram } from '../../../e2b/envd/index.js'
import { type DaemonFiles, prepareDaemonFiles } from '../../../machine-launch/daemon-files.js'
import { agentProgram } from '../../agent/index.js'
import { e2bLauncherSource } from './e2b-launcher-source.js'

/** Puts both daemons of a machine that is kept at E2B into one directory. */
export async function prepareE2BFiles(directory: string): Promise<DaemonFiles> {
  const [agent, envd] = await Promise.all([agentProgram(), envdProgram()])
  const program = { file: agent.file, files: { ...agent.files, ...envd.files } }
  return prepareDaemonFiles(directory, program, e2bLauncherSource)
}

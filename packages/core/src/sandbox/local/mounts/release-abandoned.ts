import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hostVariable } from '../host-environment.js'
import type { MachineProcesses } from '../process/machine-processes.js'
import { abandonedPlaces } from './abandoned-places.js'
import { releaseFramesScript } from './release-script.js'

/** How long it may take, in milliseconds. */
const timeoutMs = 10_000

/** Unmounts the buckets that a host process left in a working directory when it ended without doing so. */
export async function releaseAbandoned(workingDirectory: string, processes: MachineProcesses): Promise<void> {
  const frames = (await abandonedPlaces({ workingDirectory, processes }, processes.frames)).map(({ frame }) => frame)
  if (frames.length === 0) return
  await promisify(execFile)('/bin/sh', ['-c', releaseFramesScript, 'caisson-release', ...frames], {
    cwd: '/',
    env: { PATH: hostVariable('PATH') ?? '/usr/bin:/bin' },
    timeout: timeoutMs,
  })
}

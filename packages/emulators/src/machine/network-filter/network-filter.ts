import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { makeGroup, removeGroup } from '../cgroup/cgroup-directories.js'
import type { HostGroups } from '../cgroup/host-groups.js'
import { MachineError } from '../machine-error.js'
import { findPerl } from '../namespaces/find-perl.js'
import { attachSource } from './attach-source.js'
import { makeGroupProgram } from './group-program.js'

/** The number of the system call, by processor; the program is for those that are little-endian. */
const systemCalls: Readonly<Record<string, number>> = { x64: 321, arm64: 280 }

/** Resolves with why the kernel refused, or with nothing. */
async function run(group: string, ...program: string[]): Promise<string | undefined> {
  const perl = findPerl()
  const call = systemCalls[process.arch]
  if (perl === undefined || call === undefined) return 'there is no Perl, or the processor is not known'
  const child = spawn(perl, ['-', String(call), group, ...program], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {},
  })
  // One that ends before it has read all has said why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(attachSource)
  const [reason, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return code === 0 ? undefined : reason.trim() || `it ended with ${String(code)}`
}

/**
 * Lets a program look at all packets that the processes of a control group send, instead of the one before. It holds as long as the group exists.
 *
 * @throws MachineError UNSUPPORTED where the kernel refuses.
 */
export async function attachNetworkFilter(group: string, program: Buffer): Promise<void> {
  const reason = await run(group, program.toString('hex'))
  if (reason !== undefined) throw new MachineError('UNSUPPORTED', `network: the kernel takes no filter: ${reason}`)
}

export async function detachNetworkFilter(group: string): Promise<void> {
  const reason = await run(group)
  if (reason !== undefined) throw new MachineError('UNSUPPORTED', `network: the filter stays: ${reason}`)
}

/** Tells whether networks can be cut here, by trying it on a group of its own. */
export async function canFilterNetworks({ freezer }: HostGroups): Promise<boolean> {
  if (freezer?.version !== 2 || process.getuid?.() !== 0) return false
  const probe = path.join(freezer.directory, 'probe')
  if (!(await makeGroup(freezer.directory)) || !(await makeGroup(probe))) return false
  try {
    // It needs all that the other one needs, and more.
    const program = makeGroupProgram({ host: 1n, group: 1n, machine: 1n })
    return (await run(probe, program.toString('hex'))) === undefined
  } finally {
    await removeGroup(probe)
  }
}

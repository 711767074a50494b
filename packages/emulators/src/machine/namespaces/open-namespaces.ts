import { rm, writeFile } from 'node:fs/promises'
import type { MachineFeatures, OpenedBacking } from '../backing.js'
import { signalControl } from '../cgroup/signal-control.js'
import { machineFiles, makeMachineFiles, renewMachineFiles } from '../host/machine-files.js'
import { MachineError } from '../machine-error.js'
import type { MachineOptions } from '../machine-types.js'
import { findPerl, perlPrograms } from './find-perl.js'
import { readHostFacts } from './host-facts.js'
import { initSource } from './init-source.js'
import { planMachine } from './machine-plan.js'
import { planMasks } from './masks.js'
import { NamespaceBacking } from './namespace-backing.js'
import { encodePlan } from './plan.js'
import { initProgram, spawnInit } from './spawn-init.js'
import { systemCallTable } from './system-calls.js'

/** Runs inside a machine of the probe, in place of a daemon, and names what works there. */
const probeScript = [
  '(: <>/dev/fuse) 2>/dev/null && echo fuse',
  'grep -q "^NoNewPrivs:.*0$" /proc/self/status && command -v sudo >/dev/null && echo sudo',
  'test -w /etc/passwd && echo works',
  'exit 0',
].join('\n')

function probeOptions(network: 'host' | 'private'): MachineOptions {
  return {
    id: 'probe',
    user: { name: 'probe', uid: 1000, gid: 1000 },
    daemon: { file: process.execPath },
    network,
  }
}

interface Prober {
  readonly perl: string
  readonly systemCalls: string
  readonly hostDirectory: string
}

/** Makes a whole machine once: nothing else tells whether each of its mounts is allowed here. Returns the words its script said. */
async function probe({ perl, systemCalls, hostDirectory }: Prober, network: 'host' | 'private'): Promise<string[]> {
  const files = machineFiles(hostDirectory, 0)
  try {
    await makeMachineFiles(files)
    await renewMachineFiles(files)
    const options = probeOptions(network)
    const host = { facts: await readHostFacts(), masks: planMasks() }
    const operations = planMachine({ files, options, control: signalControl }, host)
    const script = ['/bin/sh', '-c', probeScript].map((argument) => ['argument', argument] as const)
    const plan = [...operations.filter(([name]) => name !== 'argument'), ...script]
    const init = spawnInit(perl, hostDirectory, encodePlan(systemCalls, plan), options.id)
    await init.exited
    await init.report.ready
    return init.log().split('\n')
  } finally {
    await rm(files.directory, { recursive: true, force: true })
  }
}

async function probeFeatures(prober: Prober): Promise<MachineFeatures | { readonly reason: string }> {
  let reason = 'a machine could be made, but its files cannot be written'
  for (const network of ['private', 'host'] as const) {
    try {
      const words = await probe(prober, network)
      if (!words.includes('works')) continue
      return { fuse: words.includes('fuse'), sudo: words.includes('sudo'), privateNetwork: network === 'private' }
    } catch (error) {
      if (!(error instanceof MachineError)) throw error
      reason = error.message
    }
  }
  return { reason }
}

/** Tells whether private machines can be made here, by making one. */
export async function openNamespaces(hostDirectory: string): Promise<OpenedBacking> {
  if (process.platform !== 'linux') return { reason: 'this is not Linux' }
  if (process.getuid?.() !== 0) return { reason: 'this is not root' }
  const perl = findPerl()
  if (perl === undefined) return { reason: `there is no Perl (${perlPrograms.join(', ')})` }
  const systemCalls = systemCallTable()
  if (systemCalls === undefined) return { reason: `the system calls of ${process.arch} are not known` }
  await writeFile(initProgram(hostDirectory), initSource, { mode: 0o600 })
  const features = await probeFeatures({ perl, systemCalls, hostDirectory })
  return 'reason' in features ? features : new NamespaceBacking(perl, systemCalls, features)
}

import { requireTrust } from '../disks/require-trust.js'
import { FaultPlan } from '../http/fault-plan.js'
import { Front } from '../http/front.js'
import { RequestJournal } from '../http/journal.js'
import { type Listener, startListener } from '../http/listener.js'
import { requireLoopback } from '../http/loopback.js'
import type { HostDescription, MachineHost } from '../machine/index.js'
import { openMachineHost } from '../machine/open-machine-host.js'
import type { Cloud } from './control/cloud.js'
import { resolveControl } from './control/control-plane.js'
import { platformFailure } from './control/failure-body.js'
import { openCloud } from './control/open-cloud.js'
import { ExecGateway } from './gateway/exec-gateway.js'
import { findMissingPrograms } from './missing-programs.js'
import type { PlatformDescription, PlatformEmulator } from './platform-emulator.js'
import type { PlatformEmulatorOptions } from './platform-emulator-options.js'
import { makeFaults } from './platform-faults.js'
import { readSettings } from './platform-settings.js'

/** Any is let in, but clients insist on having them. */
const some = {
  accessToken: 'sk_0000000000000000000000000000000000000000',
  projectId: 'prj_00000000',
  environmentId: 'env_00000000',
} as const

interface Parts {
  readonly options: PlatformEmulatorOptions
  readonly machines: MachineHost
  readonly cloud: Cloud
  readonly journal: RequestJournal
  readonly faults: FaultPlan
}

function listen({ options, cloud, journal, faults }: Parts): Promise<Listener> {
  const { latencyMs } = cloud.settings
  const resolve = resolveControl.bind(undefined, cloud)
  const front = new Front({ journal, faults, latencyMs, form: platformFailure, resolve })
  const gateway = new ExecGateway({ cloud, journal, faults, latencyMs })
  return startListener({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (request, socket, head) => {
      void gateway.handle(request, socket, head).catch(() => socket.destroy())
    },
  })
}

function describeNetwork({ networkFilter }: HostDescription): string {
  if (!networkFilter) return 'all sandboxes reach each other: the isolation of networks is recorded and not enforced'
  return 'isolated sandboxes reach no other and are reached by none; private ones of an environment reach each other'
}

function describe({ machines }: Parts, url: string, missingPrograms: readonly string[]): PlatformDescription {
  const description = machines.describe()
  const network = describeNetwork(description)
  const missing = missingPrograms.length === 0 ? [] : [`sandboxes lack ${missingPrograms.join(', ')}`]
  const warning = 'no security boundary: what runs in a sandbox can reach this computer'
  const texts = [`Platform emulator at ${url}`, description.summary, network, ...missing, warning]
  return { summary: texts.join('; '), url, network, machines: description, missingPrograms }
}

function makeEmulator(
  parts: Parts,
  listener: Listener,
  { url, missingPrograms }: { readonly url: string; readonly missingPrograms: readonly string[] },
): PlatformEmulator {
  const { options, cloud, journal } = parts
  const faults = makeFaults(cloud, parts.faults)
  let closed: Promise<void> | undefined
  return {
    url,
    env: {
      MASTRA_ENVIRONMENT_ID: options.environmentId ?? some.environmentId,
      MASTRA_PLATFORM_ACCESS_TOKEN: options.accessTokens?.[0] ?? some.accessToken,
      MASTRA_PLATFORM_BUCKET_NAME: cloud.settings.buckets[0] ?? '',
      MASTRA_PROJECT_ID: options.projectId ?? some.projectId,
      MASTRA_WORKSPACE_PROXY_URL: url,
    },
    journal,
    faults,
    describe: () => describe(parts, url, missingPrograms),
    reset: async () => {
      faults.clear()
      await cloud.reset()
      journal.clear()
    },
    close: () => {
      closed ??= closeAll(parts, listener)
      return closed
    },
  }
}

async function closeAll({ cloud, machines }: Parts, listener: Listener): Promise<void> {
  await listener.close()
  try {
    await cloud.close()
  } finally {
    await machines.close()
  }
}

/**
 * Starts a local server that speaks the platform's protocols, with sandboxes that are real machines of this computer. Clients talk to it when
 * `env` is set.
 *
 * It listens on a loopback address only and is **no security boundary**.
 *
 * @throws EmulatorError INVALID_OPTION, NOT_LOOPBACK, LISTEN_FAILED.
 * @throws MachineError BACKING_UNAVAILABLE when the backing asked for does not work here.
 */
export async function startPlatformEmulator(options: PlatformEmulatorOptions = {}): Promise<PlatformEmulator> {
  const settings = readSettings(options)
  const { host = '127.0.0.1' } = options
  requireLoopback(host, options.allowRemote === true)
  const machines = await openMachineHost({ prefix: 'caisson-platform', root: options.root, backing: options.backing })
  try {
    requireTrust(machines, options.trustedCertificates)
    const [journal, faults] = [new RequestJournal(), new FaultPlan()]
    const [cloud, missingPrograms] = await Promise.all([
      openCloud(machines, settings, { journal, faults, latencyMs: settings.latencyMs }),
      findMissingPrograms(),
    ])
    const parts = { options, machines, cloud, journal, faults }
    const listener = await listen(parts)
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`
    settings.url = url
    return makeEmulator(parts, listener, { url, missingPrograms })
  } catch (error) {
    await machines.close()
    throw error
  }
}

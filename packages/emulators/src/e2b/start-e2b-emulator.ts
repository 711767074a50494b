import path from 'node:path'
import { requireTrust } from '../disks/require-trust.js'
import { EmulatorError } from '../http/emulator-error.js'
import { FaultPlan } from '../http/fault-plan.js'
import { Front } from '../http/front.js'
import { RequestJournal } from '../http/journal.js'
import { type Listener, startListener } from '../http/listener.js'
import { requireLoopback } from '../http/loopback.js'
import { openMachineHost } from '../machine/open-machine-host.js'
import type { MachineHost } from '../machine/index.js'
import { type Cloud, openCloud } from './control/cloud.js'
import { resolveControl } from './control/control-plane.js'
import { readTeams } from './control/teams/read-teams.js'
import type { E2BEmulator } from './e2b-emulator.js'
import type { E2BEmulatorOptions } from './e2b-emulator-options.js'
import { makeFaults } from './e2b-faults.js'
import { findTarget, resolveGateway } from './gateway/gateway.js'
import { handleUpgrade } from './gateway/upgrade.js'
import { makeTlsIdentity, type TlsIdentity, tlsVariables } from './tls-identity.js'

const defaultDomain = 'emu.test'

/** Any key is let in, but clients insist on having one. */
const someKey = 'e2b_0000000000000000000000000000000000000000'

function checkTime(name: string, ms = 0): void {
  if (ms >= 0 && ms < 2 ** 31) return
  throw new EmulatorError('INVALID_OPTION', `${name}: expected 0 or more, given ${ms}`)
}

function checkOptions({ port = 0, latencyMs, templateLagMs, domain = defaultDomain }: E2BEmulatorOptions): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EmulatorError('INVALID_OPTION', `port: expected 0 to 65535, given ${port}`)
  }
  checkTime('latencyMs', latencyMs)
  checkTime('templateLagMs', templateLagMs)
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    throw new EmulatorError('INVALID_OPTION', `domain: expected a name such as ${defaultDomain}, given ${domain}`)
  }
}

interface Parts {
  readonly options: E2BEmulatorOptions
  readonly machines: MachineHost
  readonly cloud: Cloud
  readonly journal: RequestJournal
  readonly plan: FaultPlan
  readonly identity: TlsIdentity | undefined
}

function listen({ options, cloud, journal, plan, identity }: Parts): Promise<Listener> {
  const front = new Front({
    journal,
    faults: plan,
    latencyMs: options.latencyMs ?? 0,
    resolve: (request, url) => {
      const target = findTarget(cloud, request, url)
      return target === undefined ? resolveControl(cloud, request, url) : resolveGateway(cloud, request, url, target)
    },
  })
  return startListener({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    tls: identity,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (request, socket, head) => {
      void handleUpgrade({ cloud, journal }, request, socket, head).catch(() => socket.destroy())
    },
  })
}

function makeEmulator(parts: Parts, listener: Listener): E2BEmulator {
  const { options, machines, cloud, journal, plan, identity } = parts
  const { host = '127.0.0.1', domain = defaultDomain, apiKeys } = options
  const { port } = listener
  const url = identity ? `https://api.${domain}:${port}` : `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const addresses: Record<string, string> = identity
    ? tlsVariables(identity, domain, port)
    : { E2B_API_URL: url, E2B_SANDBOX_URL: url }
  const faults = makeFaults(cloud, plan, options.templateLagMs ?? 0)
  let closed: Promise<void> | undefined
  return {
    url,
    env: { E2B_API_KEY: apiKeys?.[0] ?? someKey, ...addresses },
    ca: identity?.ca,
    journal,
    faults,
    describe: () => {
      const { summary } = machines.describe()
      const warning = 'no security boundary: what runs in a sandbox can reach this computer'
      return { summary: `E2B emulator at ${url}; ${summary}; ${warning}`, url, machines: machines.describe() }
    },
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

async function closeAll({ cloud, machines }: Parts, listener: Listener | undefined): Promise<void> {
  await listener?.close()
  try {
    await cloud.close()
  } finally {
    await machines.close()
  }
}

/**
 * Starts a local server that speaks E2B's protocols, with sandboxes that are real machines of this computer. The vendor's own client talks
 * to it when `env` is set, or with its options `apiUrl` and `sandboxUrl`.
 *
 * It listens on a loopback address only and is **no security boundary**.
 *
 * @throws EmulatorError INVALID_OPTION, NOT_LOOPBACK, LISTEN_FAILED.
 * @throws MachineError BACKING_UNAVAILABLE when the backing asked for does not work here.
 */
export async function startE2BEmulator(options: E2BEmulatorOptions = {}): Promise<E2BEmulator> {
  checkOptions(options)
  const teams = readTeams(options)
  requireLoopback(options.host ?? '127.0.0.1', options.allowRemote === true)
  const machines = await openMachineHost({ prefix: 'caisson-e2b', root: options.root, backing: options.backing })
  try {
    requireTrust(machines, options.trustedCertificates)
    const directory = path.join(machines.describe().directory, 'e2b')
    const domain = options.domain ?? defaultDomain
    const identity = options.tls === true ? await makeTlsIdentity(directory, domain) : undefined
    const cloud = await openCloud(machines, {
      teams,
      domain: undefined,
      ownNetworks: options.ownNetworks === true,
      templateNames: options.templateNames ?? 'shared',
      trustedCertificates: [...(options.trustedCertificates ?? []), ...(identity ? [identity.ca] : [])],
      sandboxLimit: Number.POSITIVE_INFINITY,
      buildLimit: Number.POSITIVE_INFINITY,
      templateLagMs: options.templateLagMs ?? 0,
    })
    const parts: Parts = { options, machines, cloud, journal: new RequestJournal(), plan: new FaultPlan(), identity }
    return makeEmulator(parts, await listen(parts))
  } catch (error) {
    await machines.close()
    throw error
  }
}

import { requireTrust } from '../disks/require-trust.js'
import { EmulatorError } from '../http/emulator-error.js'
import { FaultPlan } from '../http/fault-plan.js'
import { Front } from '../http/front.js'
import { RequestJournal } from '../http/journal.js'
import { type Listener, startListener } from '../http/listener.js'
import { requireLoopback } from '../http/loopback.js'
import type { HostDescription, MachineHost } from '../machine/index.js'
import { openMachineHost } from '../machine/open-machine-host.js'
import type { Cloud } from './control/cloud.js'
import { resolveControl } from './control/control-plane.js'
import { EventSocket } from './control/events/event-socket.js'
import { daytonaFailure } from './control/failure-body.js'
import { resolveObjectStorage } from './control/object-storage/resolve-object-storage.js'
import { openCloud } from './control/open-cloud.js'
import type { DaytonaEmulator } from './daytona-emulator.js'
import type { DaytonaEmulatorOptions } from './daytona-emulator-options.js'
import { makeFaults } from './daytona-faults.js'
import { resolveGateway } from './gateway/gateway.js'
import { placeOf } from './gateway/place-of-request.js'
import { handleUpgrade } from './gateway/upgrade.js'

/** Any key is let in, but clients insist on having one. */
const someKey = 'dtn_0000000000000000000000000000000000000000'

const organizationId = '5f0c0b3e-7c55-4d0e-9a3d-caa155000001'
const defaultSnapshot = 'daytonaio/sandbox:latest'
const region = 'us'

const defaults = { transitionMs: 25, answerHoldMs: 30_000, minuteMs: 60_000, latencyMs: 0 } as const

function checkOptions(options: DaytonaEmulatorOptions): void {
  const { port = 0 } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EmulatorError('INVALID_OPTION', `port: expected 0 to 65535, given ${port}`)
  }
  for (const name of ['transitionMs', 'answerHoldMs', 'minuteMs', 'latencyMs'] as const) {
    const value = options[name] ?? defaults[name]
    const least = name === 'minuteMs' ? 1 : 0
    if (value >= least && value < 2 ** 31) continue
    throw new EmulatorError('INVALID_OPTION', `${name}: expected ${least} or more, given ${value}`)
  }
}

interface Parts {
  readonly options: DaytonaEmulatorOptions
  readonly machines: MachineHost
  readonly cloud: Cloud
  readonly journal: RequestJournal
  readonly plan: FaultPlan
  readonly eventSocket: EventSocket
}

function listen({ options, cloud, journal, plan, eventSocket }: Parts): Promise<Listener> {
  const latencyMs = options.latencyMs ?? 0
  const front = new Front({
    journal,
    faults: plan,
    latencyMs,
    form: daytonaFailure,
    resolve: (request, url) => {
      const place = placeOf(url)
      if (place !== undefined && place.kind !== 'events') return resolveGateway(cloud, request, place)
      return resolveObjectStorage(cloud.contexts, request, url) ?? resolveControl(cloud, request, url)
    },
  })
  const upgrades = { cloud, journal, latencyMs, eventSocket, faults: plan }
  return startListener({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (request, socket, head) => {
      void handleUpgrade(upgrades, request, socket, head).catch(() => socket.destroy())
    },
  })
}

function describeNetwork({ networkFilter, privateNetwork }: HostDescription): string {
  const reach = 'a sandbox whose network is blocked, or allowed in part, reaches nothing but itself'
  if (networkFilter) return reach
  if (privateNetwork) return `${reach}, from its next start on`
  return 'networks of sandboxes are recorded and not enforced'
}

function makeEmulator(parts: Parts, listener: Listener, url: string): DaytonaEmulator {
  const { options, machines, cloud, journal, plan } = parts
  const apiUrl = `${url}/api`
  const faults = makeFaults(cloud, plan)
  let closed: Promise<void> | undefined
  return {
    url,
    apiUrl,
    env: { DAYTONA_API_KEY: options.apiKeys?.[0] ?? someKey, DAYTONA_API_URL: apiUrl, DAYTONA_TARGET: region },
    journal,
    faults,
    describe: () => {
      const description = machines.describe()
      const network = describeNetwork(description)
      const warning = 'no security boundary: what runs in a sandbox can reach this computer'
      const text = `Daytona emulator at ${url}; ${description.summary}; ${network}; ${warning}`
      return { summary: text, url, network, machines: description }
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

async function closeAll({ cloud, machines, eventSocket }: Parts, listener: Listener): Promise<void> {
  eventSocket.close()
  await listener.close()
  try {
    await cloud.close()
  } finally {
    await machines.close()
  }
}

async function openParts(options: DaytonaEmulatorOptions, machines: MachineHost): Promise<Parts> {
  const { transitionMs, answerHoldMs, minuteMs } = { ...defaults, ...definedOf(options) }
  const cloud = await openCloud(machines, {
    apiKeys: options.apiKeys ?? [],
    organizationId,
    defaultSnapshot,
    snapshotNames: [defaultSnapshot, ...(options.snapshots ?? [])],
    target: region,
    transitionMs,
    answerHoldMs,
    minuteMs,
    trustedCertificates: options.trustedCertificates ?? [],
    ownNetworks: options.ownNetworks === true,
    url: '',
    sandboxLimit: Number.POSITIVE_INFINITY,
  })
  const eventSocket = new EventSocket({ hub: cloud.events, apiKeys: cloud.settings.apiKeys })
  return { options, machines, cloud, eventSocket, journal: new RequestJournal(), plan: new FaultPlan() }
}

/** Members whose value is undefined do not hide defaults. */
function definedOf(options: DaytonaEmulatorOptions): Partial<Record<keyof typeof defaults, number>> {
  const names = Object.keys(defaults) as (keyof typeof defaults)[]
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/**
 * Starts a local server that speaks Daytona's protocols, with sandboxes that are real machines of this computer. The vendor's own client
 * talks to it when `env` is set, or with its options `apiUrl`, `apiKey` and `target`.
 *
 * It listens on a loopback address only and is **no security boundary**.
 *
 * @throws EmulatorError INVALID_OPTION, NOT_LOOPBACK, LISTEN_FAILED.
 * @throws MachineError BACKING_UNAVAILABLE when the backing asked for does not work here.
 */
export async function startDaytonaEmulator(options: DaytonaEmulatorOptions = {}): Promise<DaytonaEmulator> {
  checkOptions(options)
  const { host = '127.0.0.1' } = options
  requireLoopback(host, options.allowRemote === true)
  const machines = await openMachineHost({ prefix: 'caisson-daytona', root: options.root, backing: options.backing })
  try {
    requireTrust(machines, options.trustedCertificates)
    const parts = await openParts(options, machines)
    const listener = await listen(parts)
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`
    parts.cloud.settings.url = url
    return makeEmulator(parts, listener, url)
  } catch (error) {
    await machines.close()
    throw error
  }
}

import { FaultPlan } from '../http/fault-plan.js'
import { Front } from '../http/front.js'
import { RequestJournal } from '../http/journal.js'
import { type Listener, startListener } from '../http/listener.js'
import { requireLoopback } from '../http/loopback.js'
import { ObjectStore } from '../objects/index.js'
import { Gatekeeper } from './access/gatekeeper.js'
import type { BucketSettings } from './buckets/bucket-settings.js'
import { openSettings } from './buckets/open-settings.js'
import { checkGCSOptions } from './check-gcs-options.js'
import type { GCSCloud } from './gcs-cloud.js'
import type { GCSEmulator, GCSFaults } from './gcs-emulator.js'
import type { GCSEmulatorOptions } from './gcs-emulator-options.js'
import { RewriteStore } from './objects/rewrite-store.js'
import { resolveGCS } from './routes/resolve-gcs.js'
import { SessionStore } from './uploads/session-store.js'
import { gcsFailureForm } from './wire/failure-form.js'

function openCloud(options: GCSEmulatorOptions): GCSCloud {
  return {
    store: new ObjectStore<BucketSettings>({ directory: options.root }),
    gatekeeper: new Gatekeeper(options.accounts),
    sessions: new SessionStore(),
    rewrites: new RewriteStore(),
    cuts: new FaultPlan(),
    pageSize: options.pageSize ?? 1000,
    tokenLifetimeMs: options.tokenLifetimeMs ?? 3_600_000,
    rewriteBytesPerCall: options.rewriteBytesPerCall ?? Number.MAX_SAFE_INTEGER,
  }
}

function makeBuckets({ store }: GCSCloud, { buckets = [] }: GCSEmulatorOptions): void {
  for (const bucket of buckets) {
    const { name, public: isPublic, location } = typeof bucket === 'string' ? { name: bucket } : bucket
    store.createBucket(name, openSettings({ isPublic, location }))
  }
}

/** Forgets all that has come since the start. */
function clear({ store, sessions, rewrites, gatekeeper }: GCSCloud): void {
  sessions.clear()
  rewrites.clear()
  gatekeeper.tokens.clear()
  store.clear()
}

function makeFaults(plan: FaultPlan, { cuts }: GCSCloud): GCSFaults {
  return {
    next: (route, options) => plan.next(route, options),
    cutUpload: (afterBytes, times = 1) => cuts.next('*', { cutAfterBytes: afterBytes, times }),
    clear: () => {
      plan.clear()
      cuts.clear()
    },
  }
}

interface Parts {
  readonly options: GCSEmulatorOptions
  readonly cloud: GCSCloud
  readonly plan: FaultPlan
  readonly journal: RequestJournal
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function listen({ options, cloud, plan, journal }: Parts): Promise<Listener> {
  const { host = '127.0.0.1', port = 0, latencyMs = 0 } = options
  const front = new Front({
    journal,
    faults: plan,
    latencyMs,
    form: gcsFailureForm,
    resolve: (request, url) => resolveGCS(cloud, request, url, addressOf(host, request.socket.localPort ?? port)),
  })
  return startListener({
    host,
    port,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (_request, socket) => void socket.destroy(),
  })
}

function makeEmulator({ options, cloud, plan, journal }: Parts, listener: Listener): GCSEmulator {
  const url = addressOf(options.host ?? '127.0.0.1', listener.port)
  const faults = makeFaults(plan, cloud)
  const access = options.accounts === undefined ? 'lets everybody in' : `knows ${options.accounts.length} accounts`
  let closed: Promise<void> | undefined
  return {
    url,
    env: { STORAGE_EMULATOR_HOST: url },
    keys: (options.accounts ?? []).map(({ key }) => ({ ...key, token_uri: `${url}/token` })),
    journal,
    faults,
    describe: () => ({ summary: `Google Cloud Storage emulator at ${url}; ${access}`, url }),
    reset: async () => {
      faults.clear()
      clear(cloud)
      makeBuckets(cloud, options)
      journal.clear()
    },
    close: () => {
      closed ??= listener.close().then(() => clear(cloud))
      return closed
    },
  }
}

/**
 * Starts a local server that speaks the JSON API of Google Cloud Storage, and as much of the older API as clients read objects with. What is
 * stored is gone with it.
 *
 * The vendor's Node client asks the vendor itself for tokens, whatever a key file says. With
 * `storage.authClient.useJWTAccessWithScope = true` it signs tokens by itself, which the emulator takes, as the vendor does.
 *
 * @throws EmulatorError INVALID_OPTION, NOT_LOOPBACK, LISTEN_FAILED.
 */
export async function startGCSEmulator(options: GCSEmulatorOptions = {}): Promise<GCSEmulator> {
  checkGCSOptions(options)
  requireLoopback(options.host ?? '127.0.0.1', options.allowRemote === true)
  const cloud = openCloud(options)
  makeBuckets(cloud, options)
  const parts: Parts = { options, cloud, plan: new FaultPlan(), journal: new RequestJournal() }
  return makeEmulator(parts, await listen(parts))
}

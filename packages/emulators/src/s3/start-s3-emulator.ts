import { FaultPlan } from '../http/fault-plan.js'
import { Front } from '../http/front.js'
import { RequestJournal } from '../http/journal.js'
import { type Listener, startListener } from '../http/listener.js'
import { requireLoopback } from '../http/loopback.js'
import { checkOptions } from './check-options.js'
import { s3FailureForm } from './errors/s3-failure-form.js'
import { resolveRequest } from './request/resolve-request.js'
import type { S3Emulator, S3Faults } from './s3-emulator.js'
import type { S3AccountOptions, S3EmulatorOptions } from './s3-emulator-options.js'
import { S3State } from './s3-state.js'

/** Has the form of the vendor's keys. It opens nothing but the emulator. */
const defaultAccount: S3AccountOptions = {
  accessKeyId: 'AKIAEMULATOR00000000',
  secretAccessKey: 'emulator/secret+access/key00000000000000',
}

interface Parts {
  readonly options: S3EmulatorOptions
  readonly account: S3AccountOptions
  readonly state: S3State
  readonly journal: RequestJournal
  readonly plan: FaultPlan
}

function listen({ options, state, journal, plan }: Parts): Promise<Listener> {
  const front = new Front({
    journal,
    faults: plan,
    latencyMs: options.latencyMs ?? 0,
    resolve: (request) => resolveRequest(state, request),
    form: s3FailureForm,
  })
  return startListener({
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    onRequest: (request, response) => front.handle(request, response),
    onUpgrade: (_request, socket) => socket.destroy(),
  })
}

function makeFaults({ state, plan }: Parts): S3Faults {
  return {
    next: (route, options) => plan.next(route, options),
    denyKey: (bucket, key) => state.denials.add(bucket, key),
    expireToken: (accessKeyId) => state.accounts.expire(accessKeyId),
    clear: () => {
      plan.clear()
      state.denials.clear()
    },
  }
}

function variables({ account, state }: Parts, url: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: state.region,
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    ...(account.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: account.sessionToken }),
  }
}

function makeEmulator(parts: Parts, listener: Listener): S3Emulator {
  const { options, state, journal } = parts
  const { host = '127.0.0.1' } = options
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`
  const faults = makeFaults(parts)
  let closed: Promise<void> | undefined
  return {
    url,
    env: variables(parts, url),
    journal,
    faults,
    describe: () => {
      const buckets = state.store.buckets().map(({ name }) => name)
      const what = buckets.length === 0 ? 'no buckets' : `buckets: ${buckets.join(', ')}`
      return { summary: `S3 emulator at ${url}; region ${state.region}; ${what}`, url, region: state.region, buckets }
    },
    reset: async () => {
      faults.clear()
      state.reset()
      journal.clear()
    },
    close: () => {
      closed ??= listener.close().finally(() => state.clear())
      return closed
    },
  }
}

/**
 * Starts a local server that speaks S3's protocol: signatures are verified, conditions are atomic, and failures are the vendor's. The
 * vendor's own clients talk to it when `env` is set, or with their endpoint option. Buckets are addressed in the path, or by hosts such as
 * `data.localhost`.
 *
 * Objects are in memory, large ones in files without names; nothing is left when it ends, in whatever way.
 *
 * @throws EmulatorError INVALID_OPTION, NOT_LOOPBACK, LISTEN_FAILED.
 */
export async function startS3Emulator(options: S3EmulatorOptions = {}): Promise<S3Emulator> {
  checkOptions(options)
  requireLoopback(options.host ?? '127.0.0.1', options.allowRemote === true)
  const accounts = options.accounts ?? [defaultAccount]
  const parts: Parts = {
    options,
    account: accounts[0] ?? defaultAccount,
    state: new S3State(options, accounts),
    journal: new RequestJournal(),
    plan: new FaultPlan(),
  }
  return makeEmulator(parts, await listen(parts))
}

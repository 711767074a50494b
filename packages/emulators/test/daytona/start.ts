import { type CreateSandboxFromSnapshotParams, Daytona, type Sandbox } from '@daytonaio/sdk'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type DaytonaEmulator, type DaytonaEmulatorOptions, startDaytonaEmulator } from '@caisson/emulators'

/** The vendor's client for an emulator. */
export function connect(emulator: DaytonaEmulator, useDeprecatedPolling = false): Daytona {
  const { DAYTONA_API_KEY, DAYTONA_API_URL, DAYTONA_TARGET } = emulator.env
  return new Daytona({
    apiKey: DAYTONA_API_KEY,
    apiUrl: DAYTONA_API_URL,
    target: DAYTONA_TARGET,
    useDeprecatedPolling,
  })
}

export interface TestContext {
  readonly emulator: DaytonaEmulator
  readonly daytona: Daytona
  /** A new sandbox, from a snapshot. */
  create(params?: CreateSandboxFromSnapshotParams): Promise<Sandbox>
  /** A request without the client, with the key. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

/** One emulator and one client for the tests of a file. Sandboxes are removed after each test. */
export function useEmulator(options: DaytonaEmulatorOptions = {}): TestContext {
  let emulator: DaytonaEmulator | undefined
  let daytona: Daytona | undefined
  beforeAll(async () => {
    emulator = await startDaytonaEmulator(options)
    daytona = connect(emulator)
  })
  afterEach(async () => {
    await emulator?.reset()
  })
  afterAll(async () => {
    await daytona?.[Symbol.asyncDispose]()
    await emulator?.close()
  })
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new TypeError('the emulator has not started')
    return value
  }
  return {
    get emulator() {
      return present(emulator)
    },
    get daytona() {
      return present(daytona)
    },
    create: (params) => present(daytona).create(params),
    ask: (method, path, body, headers = {}) => {
      const { url, env } = present(emulator)
      return fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          Authorization: `Bearer ${env.DAYTONA_API_KEY}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    },
  }
}

/** The body of an answer that is an object. */
export async function objectOf(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = await response.json()
  if (typeof value !== 'object' || value === null) throw new TypeError('the answer is no object')
  return { ...value }
}

import type { E2BSdk } from '../../driver/sdk.js'
import { backgroundPause } from './background-pause.js'
import { buildRequestFacts } from './request-failure.js'

/** So many reads in a row may fail, with longer and longer pauses. */
const mostFailures = 4
const firstPauseMs = 500

const passing: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'])

/** How something about builds is read. */
export interface Reading<T> {
  readonly sdk: E2BSdk
  readonly read: () => Promise<T>
  readonly signal: AbortSignal
  /** After so many failures in a row the last one is told. Default 4, which are three seconds of trouble. */
  readonly failureLimit?: number | undefined
}

/**
 * Reads once more while E2B cannot be reached or refuses for the moment; nothing that only reads can do harm twice. Rejects
 * with the last error as it came, and with the signal's reason.
 */
export async function repeatRead<T>({ sdk, read, signal, failureLimit = mostFailures }: Reading<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      if (failures >= failureLimit || !passing.has(buildRequestFacts(error, sdk).code)) throw error
      await backgroundPause(failures * firstPauseMs, signal)
    }
  }
}

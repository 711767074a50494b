import path from 'node:path'
import type { Machine } from '../../../machine/index.js'
import { waitForSocket } from '../../../machine/processes/wait-for-socket.js'
import { envdSocketName } from './e2b-launcher-source.js'

/** More than a daemon ever needs to start, whose machine has said that it runs. */
const startLimitMs = 10_000

/** Where E2B's daemon listens, seen from outside of its machine. */
export function envdSocketOf({ socketPath }: Machine): string {
  return path.join(path.dirname(socketPath), envdSocketName)
}

/** A machine runs once its agent answers; the other daemon may be a moment later. False where it does not come. */
export function waitForEnvd(machine: Machine): Promise<boolean> {
  return waitForSocket(envdSocketOf(machine), startLimitMs, AbortSignal.timeout(startLimitMs))
}

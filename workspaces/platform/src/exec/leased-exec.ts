import type { OpenExec } from './exec-channel.js'
import { beginWithLease } from './begin-with-lease.js'
import { e2bExec, requireRunner, type E2BExecRunner } from './e2b-exec.js'
import type { PlatformBackend } from './exec-lease.js'
import type { LeaseSource } from './lease-cache.js'
import { socketExec } from './socket-exec.js'
import { openWebSocket, type WebSocketFactory } from './web-socket.js'

/** A socket that is not open after so long counts as one that failed. */
const defaultHandshakeMs = 30_000

/** What commands in a machine need. */
export interface LeasedExecConfig {
  readonly leases: LeaseSource
  /** Who keeps the machine, as far as it is known; each lease says it too. */
  readonly backend: PlatformBackend
  /** Default: the runtime's own sockets. */
  readonly webSocketFactory?: WebSocketFactory | undefined
  readonly e2bExecRunner?: E2BExecRunner | undefined
  /** Default 30 000. */
  readonly handshakeMs?: number | undefined
}

/**
 * Runs commands by lease, each with one socket, or by the injected runner where the machine is kept at E2B.
 *
 * Throws `SandboxUnsupportedFeatureError` where that runner is missing, `SandboxExecTransportError`, `SandboxDestroyedError`,
 * and what a request for a lease throws.
 */
export function leasedExec(config: LeasedExecConfig): OpenExec {
  const { leases, backend, e2bExecRunner, handshakeMs = defaultHandshakeMs } = config
  const open = config.webSocketFactory ?? openWebSocket
  return async (request, output) => {
    request.abortSignal?.throwIfAborted()
    if (backend === 'e2b') requireRunner(e2bExecRunner)
    const lease = await leases.get()
    request.abortSignal?.throwIfAborted()
    const own = beginWithLease(lease, leases)
    const exec = lease.provider === 'e2b' ? e2bExec(own, e2bExecRunner) : socketExec({ leases: own, open, handshakeMs })
    return exec(request, output)
  }
}

import type { LeaseSource } from './lease-cache.js'
import type { WebSocketFactory } from './web-socket.js'

/** What commands over sockets need. */
export interface SocketExecConfig {
  readonly leases: LeaseSource
  readonly open: WebSocketFactory
  /** A socket that is not open after so long counts as one that failed. It has nothing to do with a command's own time. */
  readonly handshakeMs: number
}

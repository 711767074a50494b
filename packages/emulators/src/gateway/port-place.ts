import type { Agent, RequestOptions } from 'node:http'
import { connectInside } from './network-relay.js'

/** The machine whose port is meant. */
export interface PortOwner {
  readonly initPid: number | undefined
  /** Nothing but a loopback interface, which this computer's programs do not share. */
  readonly hasOwnNetwork: boolean
  readonly agent: Agent
}

/** Where a port of a machine is on this computer. */
export function portPlace({ initPid, hasOwnNetwork, agent }: PortOwner, port: number): RequestOptions {
  if (!hasOwnNetwork || initPid === undefined) return { host: '127.0.0.1', port, agent }
  // Without an agent the connection is used once.
  return { createConnection: () => connectInside(initPid, port) }
}

/** The same for a connection that is used for nothing else. */
export function singleUse(options: RequestOptions): RequestOptions {
  return options.createConnection ? options : { ...options, agent: false }
}

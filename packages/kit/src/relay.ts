export * from './relay/detachable-driver.js'
export * from './relay/relayable-driver.js'
export { withDetachedRelay } from './relay/with-detached-relay.js'
export { withRelay } from './relay/with-relay.js'

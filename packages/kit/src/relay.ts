export * from './relay/relayable-driver.js'
export { withRelay } from './relay/with-relay.js'

export { everySandboxOption } from './every-sandbox-option.js'
export { sandboxErrorOf } from './sandbox-error-of.js'
export { type LazyClient, testLazyClient } from './test-lazy-client.js'
export { testRefusedAddresses, testRefusedCredentials } from './test-refused-options.js'

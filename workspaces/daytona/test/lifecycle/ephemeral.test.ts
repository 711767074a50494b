import { testEphemeral } from './support/test-ephemeral.js'

// How they start and are destroyed is much as with others, and part of the long tests.
await testEphemeral({ ephemeral: true }, ['lifecycle/stop-removes'])

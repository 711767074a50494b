import { testEphemeral } from './support/test-ephemeral.js'

await testEphemeral({ autoDeleteInterval: 0 })
await testEphemeral({ ephemeral: true })

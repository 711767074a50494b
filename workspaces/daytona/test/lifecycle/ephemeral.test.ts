import { testEphemeral } from './support/test-ephemeral.js'

await testEphemeral({ ephemeral: true })

import { runSandboxConformance } from '../../src/index.js'
import { bareSupports, fullSupports, openStdinSupports, testTarget } from '../support/test-target.js'

runSandboxConformance(testTarget('test provider', fullSupports))

// The same provider with less to offer shows the cases about what is missing.
runSandboxConformance(testTarget('bare test provider', bareSupports), {
  only: [
    'sandbox/capabilities',
    'sandbox/write-files',
    'process/stdin',
    'lifecycle/destroy',
    'lifecycle/interleavings',
    'driver/',
  ],
})
runSandboxConformance(testTarget('test provider without an end of input', openStdinSupports), {
  only: ['process/stdin', 'sandbox/write-files', 'driver/'],
})

export * from './code-mode/index.js'
export * from './options/index.js'
export type {
  CloudEmulator,
  CloudSandbox,
  CloudSandboxOptions,
  FailureRow,
  ForeignMachine,
  ProviderBench,
  SeenMachine,
} from './provider-bench.js'
export { testAttaching } from './test-attaching.js'
export { testLostCreation, testRefusedCreation, testSharedCreation } from './test-creation.js'
export { testDestroy } from './test-destroy.js'
export { testFailedLookUp, testLookUp } from './test-look-up.js'
export { testLostMachine } from './test-lost-machine.js'
export { testStop } from './test-stop.js'

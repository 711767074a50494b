export type { E2BDescription, E2BEmulator, E2BFaults } from './e2b-emulator.js'
export type { E2BEmulatorOptions } from './e2b-emulator-options.js'
export { startE2BEmulator } from './start-e2b-emulator.js'

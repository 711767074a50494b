export type {
  ExecCut,
  PlatformDescription,
  PlatformEmulator,
  PlatformFaults,
  PlatformRateLimit,
} from './platform-emulator.js'
export type { PlatformEmulatorOptions } from './platform-emulator-options.js'
export { startPlatformEmulator } from './start-platform-emulator.js'

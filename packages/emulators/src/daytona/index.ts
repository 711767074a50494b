export type { DaytonaBuildFault, DaytonaBuildFaults } from './daytona-build-faults.js'
export type { DaytonaDescription, DaytonaEmulator, DaytonaFaults, RateLimitOptions } from './daytona-emulator.js'
export type { DaytonaEmulatorOptions } from './daytona-emulator-options.js'
export { startDaytonaEmulator } from './start-daytona-emulator.js'

import type { Logger } from '../../../contract/logger.js'
import { BwrapIsolation } from './bwrap-isolation.js'
import type { IsolationBackend } from './isolation-backend.js'
import type { Isolation } from './isolation.js'
import type { NativeSandboxConfig } from './native-sandbox-config.js'
import { noIsolation } from './no-isolation.js'
import { SeatbeltIsolation } from './seatbelt-isolation.js'

type Maker = (config: NativeSandboxConfig, logger: () => Logger) => Isolation

const makers: Readonly<Record<IsolationBackend, Maker>> = {
  none: () => noIsolation,
  bwrap: (config, logger) => new BwrapIsolation(config, logger),
  seatbelt: (config, logger) => new SeatbeltIsolation(config, logger),
}

/** The isolation of a backend with its configuration, whose paths are absolute. */
export function createIsolation(
  backend: IsolationBackend,
  config: NativeSandboxConfig,
  logger: () => Logger,
): Isolation {
  return makers[backend](config, logger)
}

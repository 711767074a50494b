import type { Logger } from '../contract/logger.js'

/** Logs nothing. The default, so that a library is silent unless asked. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Runs a step whose failure must not stop what surrounds it; the failure is logged. */
export async function bestEffort(label: string, logger: Logger, step: () => unknown): Promise<void> {
  try {
    await step()
  } catch (error) {
    logger.warn(`${label} failed`, error)
  }
}

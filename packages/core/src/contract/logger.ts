/**
 * What Caisson needs of a logger. `console` satisfies it, and so do the loggers of common agent frameworks.
 *
 * Values of environment variables, credentials and file contents are never passed to it.
 */
export interface Logger {
  debug(message: string, ...details: unknown[]): void
  info(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
}

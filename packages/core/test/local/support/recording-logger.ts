import type { Logger } from '../../../src/contract/logger.js'

/** A logger that keeps what it is told, by level. */
export class RecordingLogger implements Logger {
  readonly lines: Record<'debug' | 'info' | 'warn' | 'error', string[]> = { debug: [], info: [], warn: [], error: [] }

  debug(message: string): void {
    this.lines.debug.push(message)
  }

  info(message: string): void {
    this.lines.info.push(message)
  }

  warn(message: string): void {
    this.lines.warn.push(message)
  }

  error(message: string): void {
    this.lines.error.push(message)
  }
}

import { inspect } from 'node:util'
import type { Logger } from '@caisson/core'

/** One record of a logger. */
export interface LogRecord {
  readonly level: keyof Logger
  readonly message: string
  readonly details: readonly unknown[]
}

/** A logger that keeps everything, to look for what must or must not be in it. */
export class RecordingLogger implements Logger {
  readonly records: LogRecord[] = []

  debug(message: string, ...details: unknown[]): void {
    this.records.push({ level: 'debug', message, details })
  }

  info(message: string, ...details: unknown[]): void {
    this.records.push({ level: 'info', message, details })
  }

  warn(message: string, ...details: unknown[]): void {
    this.records.push({ level: 'warn', message, details })
  }

  error(message: string, ...details: unknown[]): void {
    this.records.push({ level: 'error', message, details })
  }

  /** Everything that was logged, details as deep as they go. */
  text(): string {
    return this.records
      .map(({ level, message, details }) => `${level} ${message} ${inspect(details, { depth: 20 })}`)
      .join('\n')
  }
}

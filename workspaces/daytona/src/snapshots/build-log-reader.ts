import type { Snapshot } from '@daytonaio/sdk'
import type { Logger } from '@caisson/core/workspace'
import { currentTimeMs, startTimer } from '@caisson/core/driver'
import { httpCall } from '@caisson/kit/http'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { DaytonaConnection } from '../options/index.js'
import { openLogStream, type LogStream } from './open-log-stream.js'

/** How long the last lines may take to come once the build is over. */
const tailLimitMs = 2000
/** A longer line is told in parts. */
const longestLine = 65_536

/** Whose log is read, and who is told. */
export interface BuildLogTarget {
  readonly connection: DaytonaConnection
  readonly logger: Logger
  readonly report: (entry: BuildLogEntry) => void
}

/**
 * Follows the log of a snapshot's build, once. The SDK reads it for who creates a snapshot only, not for who waits for that of
 * somebody else. A log that cannot be read is no reason to give up a build: it is said in the debug log.
 */
export class BuildLogReader {
  readonly #target: BuildLogTarget
  readonly #closing = new AbortController()
  #reading: Promise<void> | undefined

  constructor(target: BuildLogTarget) {
    this.#target = target
  }

  /** Begins, unless it has begun or there is no log yet. */
  follow(snapshot: Snapshot): void {
    if (snapshot.buildInfo === undefined || snapshot.state === 'pending') return
    this.#reading ??= this.#read(snapshot)
  }

  /** Reads what is left of the log of a build that is over. */
  async finish(snapshot: Snapshot): Promise<void> {
    this.follow(snapshot)
    const timer = startTimer(tailLimitMs, () => this.close())
    await this.#reading
    timer.cancel()
  }

  close(): void {
    this.#closing.abort()
  }

  async #read({ id }: Snapshot): Promise<void> {
    const { connection, logger } = this.#target
    const { signal } = this.#closing
    const headers = headersOf(connection)
    try {
      const url = `${connection.apiUrl}/snapshots/${id}/build-logs-url`
      const { status, body } = await httpCall({ fetch, provider: 'daytona', method: 'GET', url, headers, signal })
      const address = status === 200 ? addressIn(Buffer.from(body).toString()) : undefined
      if (address === undefined) return logger.debug(`daytona: snapshot ${id} tells no log: status ${status}`)
      const log = await openLogStream(`${address}?follow=true`, headers, signal)
      if (log.status === 200) return await this.#tell(log)
      this.close()
      logger.debug(`daytona: the log of snapshot ${id} was refused with status ${log.status}`)
    } catch (error) {
      if (!signal.aborted) logger.debug(`daytona: reading the log of snapshot ${id} failed`, error)
    }
  }

  async #tell({ body }: LogStream): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of body) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) this.#line(line)
      if (rest.length > longestLine) {
        this.#line(rest)
        rest = ''
      }
    }
    this.#line(rest)
  }

  #line(message: string): void {
    if (message.trim() !== '')
      this.#target.report({ timestamp: new Date(currentTimeMs()), level: 'info', message: message.trimEnd() })
  }
}

function headersOf({ apiKey, jwtToken, organizationId }: DaytonaConnection): Record<string, string> {
  return {
    Authorization: `Bearer ${apiKey ?? jwtToken}`,
    ...(organizationId === undefined ? {} : { 'X-Daytona-Organization-ID': organizationId }),
  }
}

function addressIn(json: string): string | undefined {
  const answer: unknown = JSON.parse(json)
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : undefined
  return typeof url === 'string' && /^https?:/.test(url) ? url : undefined
}

import { readFileSync } from 'node:fs'
import type { DaemonAddress } from './daemon-address.js'

/** A daemon that listens, as its program needs it. */
interface RunningDaemon {
  readonly listen: DaemonAddress
  close(): Promise<void>
}

export interface DaemonProgramOptions<Settings> {
  /** Begins its messages. */
  readonly name: string
  readonly start: (settings: Settings) => Promise<RunningDaemon>
}

function readSettings(name: string, argument: string | undefined): unknown {
  if (argument === undefined) {
    throw new TypeError(`usage: ${name} <settings as JSON, or a file with it> [--with-input]`)
  }
  return JSON.parse(argument.startsWith('/') ? readFileSync(argument, 'utf8') : argument)
}

/**
 * The program that runs inside a machine: `node <daemon>.cjs <settings> [--with-input]`.
 *
 * `<settings>` is JSON, or the absolute path of a file with it, which keeps secrets out of the process list. A line on
 * the output says that it listens. With `--with-input` it ends when its input does, and so cannot outlive its parent.
 */
async function main<Settings>({ name, start }: DaemonProgramOptions<Settings>): Promise<void> {
  const [, , argument, ...flags] = process.argv
  // Files and folders that clients make can be read by everyone and written by their owner, whatever the host prefers.
  process.umask(0o022)
  const daemon = await start(readSettings(name, argument) as Settings)
  const stop = (): void => {
    void daemon.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  if (flags.includes('--with-input')) process.stdin.on('end', stop).on('error', stop).resume()
  process.stdout.write(`${JSON.stringify({ listening: daemon.listen })}\n`)
}

/** Runs a daemon until it is told to end. Exits with 1 when it cannot be started. */
export function runDaemon<Settings>(options: DaemonProgramOptions<Settings>): void {
  const { name } = options
  // A failure that nobody waits for belongs to one request; the daemon and the other requests go on.
  process.on('uncaughtException', (error) => process.stderr.write(`${name}: ${error.stack ?? error.message}\n`))
  process.on('unhandledRejection', (reason) => process.stderr.write(`${name}: ${String(reason)}\n`))
  main(options).catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}

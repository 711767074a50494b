import { readFileSync } from 'node:fs'
import type { EnvdSettings } from './settings.js'
import { startEnvd } from './start-envd.js'

/**
 * The program that runs inside a machine: `node envd.cjs <settings> [--with-input]`.
 *
 * `<settings>` is JSON, or the absolute path of a file with it, which keeps the token out of the process list. A line on
 * the output says that it listens. With `--with-input` it ends when its input does, and so cannot outlive its parent.
 */
function readSettings(argument: string | undefined): EnvdSettings {
  if (argument === undefined) throw new TypeError('usage: envd <settings as JSON, or a file with it> [--with-input]')
  const settings: EnvdSettings = JSON.parse(argument.startsWith('/') ? readFileSync(argument, 'utf8') : argument)
  return settings
}

async function main(): Promise<void> {
  const [, , argument, ...flags] = process.argv
  // Files and folders that clients make can be read by everyone and written by their owner, whatever the host prefers.
  process.umask(0o022)
  const envd = await startEnvd(readSettings(argument))
  const stop = (): void => {
    void envd.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  if (flags.includes('--with-input')) process.stdin.on('end', stop).on('error', stop).resume()
  process.stdout.write(`${JSON.stringify({ listening: envd.listen })}\n`)
}

// A failure that nobody waits for belongs to one request; the daemon and the other requests go on.
process.on('uncaughtException', (error) => process.stderr.write(`envd: ${error.stack ?? error.message}\n`))
process.on('unhandledRejection', (reason) => process.stderr.write(`envd: ${String(reason)}\n`))

main().catch((error: unknown) => {
  process.stderr.write(`envd: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

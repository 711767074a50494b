import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { EmulatorError } from '../http/emulator-error.js'
import type { JournalEntry } from '../http/journal-entry.js'
import { MachineError } from '../machine/index.js'
import type { EmulatorName } from './cli-flags.js'
import { type CliOptions, parseCliOptions } from './cli-options.js'
import { type RunningEmulator, starters } from './start-emulator.js'
import { emulatorNames, usage } from './usage.js'

/** In single quotes nothing means anything to a shell, but a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** One line for a request: when, what, how it went, how long it took. */
function describeRequest(entry: JournalEntry): string {
  const { at, status, route, path, sandboxId, outcome, durationMs = 0, fault, routed } = entry
  const known = route.endsWith(path) ? route : `${route}  ${path}`
  const notes = [
    ...(outcome === 'answered' ? [] : [outcome]),
    ...(fault === undefined ? [] : [`fault: ${fault}`]),
    ...(routed ? [] : ['no such route']),
  ]
  const parts = [at.toISOString().slice(11, 23), String(status ?? '---'), `${durationMs} ms`, sandboxId ?? '-', known]
  return [...parts, ...notes.map((note) => `[${note}]`)].join('  ')
}

function describeStart(emulator: RunningEmulator): string {
  const variables = Object.entries(emulator.env).map(([name, value]) => `export ${name}=${quote(value)}`)
  return [
    emulator.describe().summary,
    '',
    'Set these where the client starts:',
    ...variables,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** Resolves when the process is asked to end. A second request is left to the system. */
async function untilInterrupted(): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => once(process, name, { signal })))
  stop.abort()
}

async function serve(name: EmulatorName, options: CliOptions, output: Writable): Promise<void> {
  // Listened to from the start: what is made before the first line is printed must be removed as well.
  const interrupted = untilInterrupted()
  const emulator = await starters[name](options)
  try {
    output.write(describeStart(emulator))
    if (options.verbose) emulator.journal.subscribe((entry) => void output.write(`${describeRequest(entry)}\n`))
    await interrupted
  } finally {
    await emulator.close()
  }
}

/** Runs the command line; resolves with the exit code. */
export async function runCli(argv: readonly string[], output: Writable, errors: Writable): Promise<number> {
  try {
    const options = parseCliOptions(argv)
    if (options.help || options.emulator === undefined) output.write(usage(options.emulator))
    else await serve(options.emulator, options, output)
    return 0
  } catch (error) {
    if (!(error instanceof EmulatorError || error instanceof MachineError)) throw error
    const name = emulatorNames.find((candidate) => argv.includes(candidate))
    errors.write(`${error.message}\n${error.code === 'INVALID_OPTION' ? `\n${usage(name)}` : ''}`)
    return 1
  }
}

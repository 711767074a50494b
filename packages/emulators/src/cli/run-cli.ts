import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { E2BEmulator } from '../e2b/index.js'
import { startE2BEmulator } from '../e2b/index.js'
import { EmulatorError } from '../http/emulator-error.js'
import type { JournalEntry } from '../http/journal-entry.js'
import { MachineError } from '../machine/index.js'
import { type CliOptions, parseCliOptions, usage } from './cli-options.js'

const emulators: Readonly<Record<string, (options: CliOptions) => Promise<E2BEmulator>>> = {
  e2b: (options) => startE2BEmulator(options),
}

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

function describeStart(emulator: E2BEmulator): string {
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

async function serve(options: CliOptions, output: Writable): Promise<void> {
  const start = emulators[options.emulator ?? '']
  if (start === undefined) {
    const known = Object.keys(emulators).join(', ')
    throw new EmulatorError('INVALID_OPTION', `expected the name of an emulator (${known}), given ${options.emulator}`)
  }
  // Listened to from the start: what is made before the first line is printed must be removed as well.
  const interrupted = untilInterrupted()
  const emulator = await start(options)
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
    if (options.help) output.write(usage)
    else await serve(options, output)
    return 0
  } catch (error) {
    if (!(error instanceof EmulatorError || error instanceof MachineError)) throw error
    errors.write(`${error.message}\n${error.code === 'INVALID_OPTION' ? `\n${usage}` : ''}`)
    return 1
  }
}

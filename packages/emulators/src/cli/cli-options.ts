import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { EmulatorError } from '../http/emulator-error.js'
import type { Backing } from '../machine/index.js'
import { type EmulatorName, flags, flagsOf } from './cli-flags.js'
import { emulatorNames } from './usage.js'

/** What the command line says. */
export interface CliOptions {
  readonly emulator: EmulatorName | undefined
  readonly help: boolean
  readonly verbose: boolean
  readonly port: number | undefined
  readonly tls: boolean
  readonly domain: string | undefined
  readonly latencyMs: number | undefined
  readonly root: string | undefined
  readonly backing: Backing | undefined
  readonly ownNetworks: boolean
  readonly templates: readonly string[]
  readonly snapshots: readonly string[]
  readonly minuteMs: number | undefined
  readonly transitionMs: number | undefined
  readonly host: string | undefined
  readonly allowRemote: boolean
  readonly bucketNames: readonly string[]
  readonly publicBucketNames: readonly string[]
  readonly region: string | undefined
  readonly hostSuffixes: readonly string[]
  readonly pageSize: number | undefined
  readonly noInput: boolean
  readonly noSessions: boolean
}

const backings: readonly string[] = ['namespaces', 'bubblewrap', 'directory'] satisfies Backing[]

function isBacking(text: string): text is Backing {
  return backings.includes(text)
}

function backingOf(text: string | undefined): Backing | undefined {
  if (text === undefined || isBacking(text)) return text
  throw new EmulatorError('INVALID_OPTION', `--backing: expected ${backings.join(', ')}, given ${text}`)
}

function emulatorOf(text: string | undefined): EmulatorName | undefined {
  return emulatorNames.find((name) => name === text)
}

/** The values of flags, by name. */
class Values {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values
  }

  isOn(name: string): boolean {
    return this.#values[name] === true
  }

  text(name: string): string | undefined {
    const value = this.#values[name]
    return typeof value === 'string' ? value : undefined
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value.map(String) : []
  }

  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^\d+$/.test(text)) return Number(text)
    throw new EmulatorError('INVALID_OPTION', `--${name}: expected a whole number, given ${text}`)
  }
}

/** Throws INVALID_OPTION for what it does not understand. */
export function parseCliOptions(argv: readonly string[]): CliOptions {
  const { values, positionals } = parseStrictly(argv)
  const given = new Values(values)
  const emulator = emulatorOf(positionals[0])
  const help = given.isOn('help')
  checkNames(positionals, help)
  if (emulator !== undefined) checkFlags(emulator, Object.keys(values))
  return {
    emulator,
    help,
    verbose: given.isOn('verbose'),
    port: given.number('port'),
    tls: given.isOn('tls'),
    domain: given.text('domain'),
    latencyMs: given.number('latency'),
    root: given.text('root'),
    backing: backingOf(given.text('backing')),
    ownNetworks: given.isOn('own-networks'),
    templates: given.texts('template'),
    snapshots: given.texts('snapshot'),
    minuteMs: given.number('minute'),
    transitionMs: given.number('transition'),
    host: given.text('host'),
    allowRemote: given.isOn('allow-remote'),
    bucketNames: given.texts('bucket'),
    publicBucketNames: given.texts('public-bucket'),
    region: given.text('region'),
    hostSuffixes: given.texts('host-suffix'),
    pageSize: given.number('page-size'),
    noInput: given.isOn('no-input'),
    noSessions: given.isOn('no-sessions'),
  }
}

function checkNames(names: readonly string[], help: boolean): void {
  const [first, second] = names
  if (first === undefined && help) return
  if (emulatorOf(first) === undefined) {
    const known = emulatorNames.join(', ')
    throw new EmulatorError('INVALID_OPTION', `expected the name of an emulator (${known}), given ${first}`)
  }
  if (second !== undefined) throw new EmulatorError('INVALID_OPTION', `expected one name, given ${names.join(' ')}`)
}

/** A flag that another emulator has would be ignored. */
function checkFlags(emulator: EmulatorName, given: readonly string[]): void {
  const known = flagsOf(emulator).map(({ name }) => name)
  const foreign = given.find((name) => !known.includes(name))
  if (foreign === undefined) return
  throw new EmulatorError('INVALID_OPTION', `--${foreign}: the emulator ${emulator} has no such flag`)
}

function parseStrictly(argv: readonly string[]): ReturnType<typeof parseArgs> {
  const entries = flags.map(({ name, short, value, multiple = false }): [string, ParseArgsOptionsConfig[string]] => {
    const type = value === undefined ? 'boolean' : 'string'
    return [name, { type, multiple, ...(short === undefined ? {} : { short }) }]
  })
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: Object.fromEntries(entries) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new EmulatorError('INVALID_OPTION', message, { cause: error })
  }
}

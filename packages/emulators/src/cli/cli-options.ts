import { parseArgs } from 'node:util'
import { EmulatorError } from '../http/emulator-error.js'
import type { Backing } from '../machine/index.js'

export const usage = `caisson-emulator e2b [options]

Starts a local server that speaks E2B's protocols, and prints the variables that lead the e2b packages to it.
It listens on this computer only and is no security boundary: what runs in a sandbox can reach the computer.

  --port <number>       where to listen (default: any free port)
  --tls                 HTTPS with a certificate and a domain of its own; getHost(port) then works
  --domain <name>       the domain beside --tls (default: emu.test)
  --latency <ms>        wait before each answer
  --root <directory>    where to keep files (default: the system's directory for temporary files)
  --backing <name>      insist on namespaces, bubblewrap or directory (default: the strongest that works)
  --own-networks        each sandbox has a network of its own, with loopback only
  --template <name>     a template that exists from the start, beside base; may be repeated
  --verbose             print each request
  --host <address>      another address to listen on; needs --allow-remote unless it is a loopback one
  --allow-remote        let others reach the emulator, who can then run programs as root on this computer
  --help
`

/** What the command line says. */
export interface CliOptions {
  readonly emulator: string | undefined
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
  readonly host: string | undefined
  readonly allowRemote: boolean
}

const backings: readonly string[] = ['namespaces', 'bubblewrap', 'directory'] satisfies Backing[]

function isBacking(text: string): text is Backing {
  return backings.includes(text)
}

function backingOf(text: string | undefined): Backing | undefined {
  if (text === undefined || isBacking(text)) return text
  throw new EmulatorError('INVALID_OPTION', `--backing: expected ${backings.join(', ')}, given ${text}`)
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  throw new EmulatorError('INVALID_OPTION', `--${name}: expected a whole number, given ${text}`)
}

/** Throws INVALID_OPTION for what it does not understand. */
export function parseCliOptions(argv: readonly string[]): CliOptions {
  const { values, positionals } = parseStrictly(argv)
  return {
    emulator: positionals[0],
    help: values.help ?? false,
    verbose: values.verbose ?? false,
    port: numberOf('port', values.port),
    tls: values.tls ?? false,
    domain: values.domain,
    latencyMs: numberOf('latency', values.latency),
    root: values.root,
    backing: backingOf(values.backing),
    ownNetworks: values['own-networks'] ?? false,
    templates: values.template ?? [],
    host: values.host,
    allowRemote: values['allow-remote'] ?? false,
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      tls: { type: 'boolean' },
      domain: { type: 'string' },
      latency: { type: 'string' },
      root: { type: 'string' },
      backing: { type: 'string' },
      'own-networks': { type: 'boolean' },
      template: { type: 'string', multiple: true },
      verbose: { type: 'boolean', short: 'v' },
      host: { type: 'string' },
      'allow-remote': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function parseStrictly(argv: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(argv)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new EmulatorError('INVALID_OPTION', message, { cause: error })
  }
}

import { type ChildProcess, execFile } from 'node:child_process'
import { systemCode } from '../../../daemon/system-error.js'
import type { ToolboxExchange } from '../http/route.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { gitFailure } from './git-failure.js'

const largestOutputBytes = 64 * 1024 * 1024

/** Who a remote is asked as. */
export interface GitCredentials {
  readonly username: string
  readonly password: string
}

export interface GitOptions {
  /** Where git runs; for this process. Default: the user's home. */
  readonly directory?: string | undefined
  readonly credentials?: GitCredentials | undefined
  readonly insecureSkipTls?: boolean | undefined
  readonly input?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Statuses beside 0 that are answers and no failures. */
  readonly allowedStatuses?: readonly number[] | undefined
}

/** What git printed, and how it ended. */
export interface GitResult {
  readonly output: string
  readonly status: number
}

// The password stays out of arguments, which everyone can read.
const credentialHelper = '!f() { printf "username=%s\\npassword=%s\\n" "$TOOLBOX_USERNAME" "$TOOLBOX_PASSWORD"; }; f'

/** Settings that git reads from its environment, on top of the user's. */
function settingsOf(settings: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const variables = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) }
}

function variablesOf({ credentials, insecureSkipTls, env }: GitOptions): Record<string, string> {
  const settings: [string, string][] = [
    // The vendor's daemon reads a repository whoever it belongs to.
    ['safe.directory', '*'],
    ['advice.detachedHead', 'false'],
  ]
  if (credentials !== undefined) settings.push(['credential.helper', ''], ['credential.helper', credentialHelper])
  const secrets =
    credentials === undefined ? {} : { TOOLBOX_USERNAME: credentials.username, TOOLBOX_PASSWORD: credentials.password }
  return {
    ...settingsOf(settings),
    ...secrets,
    ...(insecureSkipTls === true ? { GIT_SSL_NO_VERIFY: '1' } : {}),
    // Failures are told apart by what is printed, and nobody is there to be asked.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    ...env,
  }
}

interface Ended {
  readonly error: Error | null
  readonly output: string
  readonly complaints: string
}

function start(
  { state }: ToolboxExchange,
  args: readonly string[],
  options: GitOptions,
): [ChildProcess, Promise<Ended>] {
  let settle: (ended: Ended) => void
  const ended = new Promise<Ended>((resolve) => (settle = resolve))
  const child = state.startAsUser((identity) =>
    execFile(
      'git',
      [...args],
      {
        ...identity,
        cwd: options.directory ?? state.actualHome,
        env: state.env.variables(variablesOf(options)),
        maxBuffer: largestOutputBytes,
        encoding: 'utf8',
      },
      (error, output, complaints) => settle({ error, output, complaints }),
    ),
  )
  return [child, ended]
}

function statusOf(error: Error | null): number | undefined {
  if (error === null) return 0
  return 'code' in error && typeof error.code === 'number' ? error.code : undefined
}

/** Runs git as the sandbox's user. It ends when the client goes away. Fails with what git says. */
export async function runGit(
  exchange: ToolboxExchange,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  if ([...args, ...Object.values(options.env ?? {})].some((text) => text.includes('\0'))) {
    throw new ToolboxError(400, 'bad request: a value contains a zero byte')
  }
  const [child, ended] = start(exchange, args, options)
  const stop = (): void => void child.kill('SIGKILL')
  exchange.response.once('close', stop)
  child.stdin?.on('error', () => undefined).end(options.input ?? '')
  const { error, output, complaints } = await ended
  exchange.response.off('close', stop)
  const status = statusOf(error)
  if (status !== undefined && (status === 0 || options.allowedStatuses?.includes(status) === true)) {
    return { output, status }
  }
  if (error !== null && systemCode(error) === 'ENOENT') {
    throw new ToolboxError(500, 'git is not installed in this sandbox', { cause: error })
  }
  throw gitFailure(`${output}\n${complaints}`)
}

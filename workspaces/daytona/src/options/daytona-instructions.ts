import type { ResolvedDaytonaOptions } from './resolved-daytona-options.js'

/** What is known of the machine only once there is one. */
export interface InstructionFacts {
  readonly workingDirectory?: string | undefined
}

/**
 * The default text that tells an agent about the environment; mounts are told by core. The option `instructions` replaces or
 * extends it.
 */
export function daytonaInstructions(options: ResolvedDaytonaOptions, facts: InstructionFacts = {}): string {
  const { language, timeoutMs, user, volumes, computerUse } = options
  const { workingDirectory } = facts
  const sentences = [
    `Cloud sandbox with ${runtimes[language]} runtime.`,
    workingDirectory === undefined ? undefined : `Commands run in ${workingDirectory}.`,
    timeoutMs === 0 ? undefined : `Commands end after ${seconds(timeoutMs)} unless they are given another time-out.`,
    user === undefined ? undefined : `Commands run as the user ${user}.`,
    volumes.length === 0 ? undefined : `Volumes are at ${volumes.map(({ mountPath }) => mountPath).join(', ')}.`,
    describeNetwork(options),
    computerUse === undefined ? undefined : 'There is a desktop.',
  ]
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

const runtimes = {
  typescript: 'a TypeScript',
  javascript: 'a JavaScript',
  python: 'a Python',
} as const satisfies Record<ResolvedDaytonaOptions['language'], string>

function seconds(ms: number): string {
  const count = ms / 1000
  return count === 1 ? '1 second' : `${count} seconds`
}

function describeNetwork(options: ResolvedDaytonaOptions): string | undefined {
  const { networkBlockAll, networkAllowList, domainAllowList } = options
  const allowed = [networkAllowList, domainAllowList].filter((list) => list !== undefined)
  if (allowed.length > 0) return `The network is limited to ${allowed.join(',').replaceAll(',', ', ')}.`
  return networkBlockAll === true ? 'There is no network.' : undefined
}

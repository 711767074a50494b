import { invalidArgument } from '@caisson/core/workspace'
import { readBuildVariables } from './read-build-variables.js'
import { readWorkingDirectory } from './working-directory.js'

/** What `createRepoTemplate` of every provider takes beside the repository. */
export interface RepoTemplateChoices {
  readonly setupCommand?: string | readonly string[] | undefined
  readonly buildEnv?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined
  readonly workingDirectory?: string | undefined
  readonly cpuCount?: number | undefined
  readonly memoryMB?: number | undefined
}

/** The same, checked. */
export interface RepoTemplateSettings {
  /** Without blank ones. */
  readonly setupCommands: readonly string[]
  /** Variables of the build, asked for at each call. Rejects as the option's function does, and with INVALID_ARGUMENT. */
  readonly buildEnv: () => Promise<Readonly<Record<string, string>>>
  readonly workingDirectory: string
  /** `cpuCount` in processors, `memoryMB` in MiB; `undefined` where they are left to the provider. */
  readonly resources: { readonly cpuCount: number | undefined; readonly memoryMB: number | undefined }
}

/**
 * Reads what the templates of repositories of all providers have in common. Throws INVALID_ARGUMENT, which names the option and shows no value
 * of a variable.
 */
export function readRepoTemplateOptions(
  options: RepoTemplateChoices,
  { defaultDirectory }: { readonly defaultDirectory: string },
): RepoTemplateSettings {
  const { setupCommand, buildEnv, workingDirectory, cpuCount, memoryMB } = options
  const variables = typeof buildEnv === 'function' ? buildEnv : readBuildVariables(buildEnv ?? {})
  return {
    setupCommands: readCommands(setupCommand),
    buildEnv: async () => (typeof variables === 'function' ? readBuildVariables(await variables()) : variables),
    workingDirectory: readWorkingDirectory(workingDirectory ?? defaultDirectory),
    resources: { cpuCount: readCount('cpuCount', cpuCount), memoryMB: readCount('memoryMB', memoryMB) },
  }
}

function readCommands(given: RepoTemplateChoices['setupCommand'] = []): readonly string[] {
  const commands: readonly unknown[] = [given].flat()
  if (!commands.every((command): command is string => typeof command === 'string' && !command.includes('\0'))) {
    const expected = 'a command or a list of them, without NUL bytes'
    // Commands may hold secrets.
    throw invalidArgument({ name: 'setupCommand', expected, given, secret: true })
  }
  return commands.filter((command) => command.trim() !== '')
}

function readCount(name: string, given: number | undefined): number | undefined {
  if (given === undefined || (Number.isSafeInteger(given) && given > 0)) return given
  throw invalidArgument({ name, expected: 'a whole number above 0', given })
}

import { invalidArgument } from '@caisson/core/workspace'
import { readRepository, type RepoTemplateSettings } from '@caisson/kit/templates'
import { repoTemplate } from './repo-template.js'
import { templateLimits } from './template-limits.js'

const { textCharacters, collectionEntries, operations, definitionBytes } = templateLimits
/** Stands in for the repository, which is not known yet. */
const shortest = { repository: readRepository('https://a/b'), sha: '0'.repeat(40), token: undefined, buildEnv: {} }

/** Throws INVALID_ARGUMENT for commands that no template has room for. Shows none of them: they may hold secrets. */
export function checkCommandLimits(settings: RepoTemplateSettings): void {
  const refuse = (expected: string): never => {
    throw invalidArgument({ name: 'setupCommand', expected, given: settings.setupCommands, secret: true })
  }
  if (settings.setupCommands.some((command) => command.length > textCharacters)) {
    refuse(`commands of at most ${textCharacters} characters`)
  }
  try {
    repoTemplate({ ...settings, ...shortest })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    refuse(`commands that fit into ${operations} steps and ${definitionBytes} bytes, together with the clone`)
  }
}

/** Throws INVALID_ARGUMENT for variables that no template has room for. Shows none of the values. */
export function checkVariableLimits(variables: Readonly<Record<string, string>>): void {
  const entries = Object.entries(variables)
  // One more may be needed for the token.
  if (entries.length >= collectionEntries) {
    throw invalidArgument({
      name: 'buildEnv',
      expected: `fewer than ${collectionEntries} variables`,
      given: entries.length,
    })
  }
  const long = entries.find(([, value]) => value.length > textCharacters)
  if (long === undefined) return
  const [name, given] = long
  const expected = `a text of at most ${textCharacters} characters`
  throw invalidArgument({ name: `buildEnv.${name}`, expected, given, secret: true })
}

import { EmulatorError } from '../../../http/emulator-error.js'
import type { E2BEmulatorOptions } from '../../e2b-emulator-options.js'
import type { E2BTeam, E2BTeamTemplate } from '../../e2b-team.js'
import type { Team } from './team.js'
import { TeamList } from './team-list.js'

const firstTeam = 'local'
const foreignTeam = 'foreign'

function refuse(message: string): never {
  throw new EmulatorError('INVALID_OPTION', message)
}

function readTemplates(given: readonly (string | E2BTeamTemplate)[], option: string): E2BTeamTemplate[] {
  const templates = given.map((template) => (typeof template === 'string' ? { name: template } : template))
  const broken = templates.find(({ name }) => !/^[a-z0-9_-]+$/.test(name))
  if (broken !== undefined) refuse(`${option}: expected a name of a-z, 0-9, - and _, given ${broken.name}`)
  return templates
}

function readTeam({ name, apiKeys, templates = [] }: E2BTeam): Team {
  if (!/^[a-z0-9_-]+$/.test(name)) refuse(`teams: expected a name of a-z, 0-9, - and _, given ${name}`)
  if (apiKeys.length === 0 || apiKeys.includes('')) refuse(`teams: expected the team ${name} to have keys`)
  return { name, apiKeys, templates: readTemplates(templates, 'teams') }
}

function twice(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) !== index)
}

/** Throws INVALID_OPTION for teams that could not be told apart. */
export function readTeams(options: E2BEmulatorOptions): TeamList {
  const { apiKeys = [], templates = [], teams = [], foreignTemplates = [], templateNames = 'shared' } = options
  const firstOnes = ['base', ...templates].map((name) => ({ name, isPublic: true, isPromoted: true }))
  const others = teams.map((team) => readTeam(team))
  if (foreignTemplates.length > 0) {
    others.push({ name: foreignTeam, apiKeys: [], templates: readTemplates(foreignTemplates, 'foreignTemplates') })
  }
  const all = [{ name: firstTeam, apiKeys, templates: firstOnes }, ...others] as const
  const name = twice(all.map((team) => team.name))
  if (name !== undefined) refuse(`teams: expected each name once, given ${name} twice`)
  if (twice(all.flatMap((team) => team.apiKeys)) !== undefined) refuse('teams: expected each key to be of one team')
  const taken =
    templateNames === 'shared' ? twice(all.flatMap((team) => team.templates.map((made) => made.name))) : undefined
  if (taken !== undefined) refuse(`templates: expected each name once where names are shared, given ${taken} twice`)
  return new TeamList(all[0], others)
}

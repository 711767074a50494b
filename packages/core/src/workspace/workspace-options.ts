import type { WorkspaceConfig } from './workspace-config.js'

/** What the check of one option may need to know of the others. */
export interface OptionContext {
  readonly hasSandboxResolver: boolean
  readonly hasCacheKey: boolean
}

/** Returns what would have been right, or `undefined` when the value is. */
type OptionCheck = (value: unknown, context: OptionContext) => string | undefined

const isText: OptionCheck = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string')
/** Checked by itself, before the others. */
const isCheckedElsewhere: OptionCheck = () => undefined

const loggerMethods = ['debug', 'info', 'warn', 'error']

const optionChecks: Readonly<Record<keyof WorkspaceConfig, OptionCheck>> = {
  id: isText,
  name: isText,
  filesystem: isCheckedElsewhere,
  sandbox: isCheckedElsewhere,
  mounts: isCheckedElsewhere,
  onMount: (value) => (typeof value === 'function' ? undefined : 'a function'),
  instructions: checkInstructions,
  sandboxCacheKey: (value, { hasSandboxResolver }) => {
    if (typeof value !== 'function') return 'a function'
    return hasSandboxResolver
      ? undefined
      : 'a function as "sandbox" beside it, since only resolved sandboxes are cached'
  },
  sandboxCacheSize: (value, { hasCacheKey }) => {
    if (!Number.isSafeInteger(value) || Number(value) < 1) return 'a positive integer'
    return hasCacheKey ? undefined : '"sandboxCacheKey" beside it'
  },
  logger: (value) => {
    const members = Object(value) as Readonly<Record<string, unknown>>
    const isLogger = loggerMethods.every((method) => typeof members[method] === 'function')
    return isLogger ? undefined : `an object with the methods ${loggerMethods.join(', ')}`
  },
}

/** Options that code written against a similar workspace may pass, and the feature that each would need. */
const absentFeatures: Readonly<Record<string, string>> = {
  autoIndexPaths: 'search',
  bm25: 'search',
  embedder: 'search',
  searchIndexName: 'search',
  vectorStore: 'search',
  skills: 'skills',
  skillSource: 'skills',
  checkSkillFileMtime: 'skills',
  browser: 'browsers',
  lsp: 'language servers',
  tools: 'workspace tools',
  autoSync: 'synchronisation of filesystem and sandbox',
  operationTimeout: 'a time-out for all operations',
}

/** Says what an option should have been, or `undefined` when it is right. */
export function optionFaults(option: string, value: unknown, context: OptionContext): string | undefined {
  if (isKnown(option)) return optionChecks[option](value, context)
  const feature = Object.hasOwn(absentFeatures, option) ? absentFeatures[option] : undefined
  if (feature !== undefined) return `it to be left out, since this workspace does not have ${feature}`
  return `one of the options ${Object.keys(optionChecks).join(', ')}`
}

function isKnown(option: string): option is keyof WorkspaceConfig {
  return Object.hasOwn(optionChecks, option)
}

function checkInstructions(value: unknown, { hasSandboxResolver }: OptionContext): string | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord) return 'an object with the option dynamicSandbox'
  const members = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(members).find((key) => key !== 'dynamicSandbox')
  if (unknown !== undefined) return `an object with the option dynamicSandbox only, not ${unknown}`
  const mode = members['dynamicSandbox']
  if (mode === undefined) return undefined
  if (mode !== 'placeholder' && mode !== 'resolve' && typeof mode !== 'function') {
    return 'dynamicSandbox to be "placeholder", "resolve" or a function'
  }
  return hasSandboxResolver ? undefined : 'a function as "sandbox" beside dynamicSandbox'
}

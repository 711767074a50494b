import type { TemplateStep } from './template-step.js'

/** Reads the arguments of a method; a text says what is wrong with them. */
export type StepReader = (args: readonly unknown[]) => TemplateStep | string

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
}

function toTexts(value: unknown): readonly string[] | undefined {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  return texts.length > 0 && texts.every(isText) ? texts : undefined
}

function quote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** The switches that are on; `undefined` where there is one of another name, or one that is neither on nor off. */
function readSwitches(value: unknown, names: readonly string[]): ReadonlySet<string> | undefined {
  if (value === undefined || value === null) return new Set()
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  if (entries.some(([name, on]) => !names.includes(name) || typeof on !== 'boolean')) return undefined
  return new Set(entries.filter(([, on]) => on).map(([name]) => name))
}

function mentions(options: unknown, name: string): boolean {
  return typeof options === 'object' && options !== null && name in options
}

function number(name: 'cpuCount' | 'memoryMB'): StepReader {
  return ([value, ...others]) => {
    if (others.length > 0 || !Number.isSafeInteger(value) || Number(value) <= 0) return 'expected one number above 0'
    return { kind: 'resources', resources: { [name]: Number(value) } }
  }
}

function runCommand([value, ...others]: readonly unknown[]): TemplateStep | string {
  const texts = toTexts(value)
  if (texts === undefined || others.length > 0) return 'expected a command, or a list of them'
  return { kind: 'command', command: texts.join(' && '), asRoot: false }
}

function setWorkdir([value, ...others]: readonly unknown[]): TemplateStep | string {
  return isText(value) && others.length === 0 ? { kind: 'workDir', path: value } : 'expected a path'
}

function setEnvs([value, ...others]: readonly unknown[]): TemplateStep | string {
  const expected = 'expected texts by the names of variables'
  if (typeof value !== 'object' || value === null || Array.isArray(value) || others.length > 0) return expected
  const env: Record<string, string> = {}
  for (const [name, text] of Object.entries(value)) {
    if (!/^[A-Za-z_]\w*$/.test(name) || typeof text !== 'string' || text.includes('\0')) return expected
    env[name] = text
  }
  return { kind: 'env', env }
}

function aptInstall([packages, options, ...others]: readonly unknown[]): TemplateStep | string {
  const names = toTexts(packages)
  if (names === undefined || others.length > 0) return 'expected a package, or a list of them'
  const switches = readSwitches(options, ['noInstallRecommends', 'fixMissing'])
  if (switches === undefined) return 'expected the options noInstallRecommends and fixMissing'
  const flags = [
    ...(switches.has('noInstallRecommends') ? ['--no-install-recommends'] : []),
    ...(switches.has('fixMissing') ? ['--fix-missing'] : []),
  ]
  const install = ['apt-get', 'install', '-y', ...flags, '--', ...names.map(quote)].join(' ')
  return {
    kind: 'command',
    command: `export DEBIAN_FRONTEND=noninteractive; apt-get update && ${install}`,
    asRoot: true,
  }
}

function pipInstall([packages, options, ...others]: readonly unknown[]): TemplateStep | string {
  const names = packages === undefined || packages === null ? ['.'] : toTexts(packages)
  if (names === undefined || others.length > 0) return 'expected a package, a list of them, or null'
  const switches = readSwitches(options, ['g'])
  if (switches === undefined) return 'expected the option g'
  // For all users, unless told otherwise.
  const asRoot = switches.has('g') || !mentions(options, 'g')
  const flags = asRoot ? [] : ['--user']
  return {
    kind: 'command',
    command: ['python3', '-m', 'pip', 'install', ...flags, ...names.map(quote)].join(' '),
    asRoot,
  }
}

function npmInstall([packages, options, ...others]: readonly unknown[]): TemplateStep | string {
  const names = packages === undefined || packages === null ? [] : toTexts(packages)
  if (names === undefined || others.length > 0) return 'expected a package, a list of them, or null'
  const switches = readSwitches(options, ['g', 'dev'])
  if (switches === undefined) return 'expected the options g and dev'
  const asRoot = switches.has('g')
  const flags = [...(asRoot ? ['-g'] : []), ...(switches.has('dev') ? ['--save-dev'] : [])]
  return { kind: 'command', command: ['npm', 'install', ...flags, ...names.map(quote)].join(' '), asRoot }
}

/** By the names of the methods. */
export const stepReaders: ReadonlyMap<string, StepReader> = new Map([
  ['cpuCount', number('cpuCount')],
  ['memoryMB', number('memoryMB')],
  ['runCmd', runCommand],
  ['setWorkdir', setWorkdir],
  ['setEnvs', setEnvs],
  ['aptInstall', aptInstall],
  ['pipInstall', pipInstall],
  ['npmInstall', npmInstall],
])

import { homedir } from 'node:os'
import path from 'node:path'
import { invalidArgument } from '../../errors/argument-error.js'
import { IsolationUnavailableError, SandboxUnsupportedFeatureError } from '../../errors/sandbox-errors.js'
import { createId } from '../../util/ids.js'
import { sandboxOptionRules } from '../base-sandbox-options.js'
import { checkOptions, is, type OptionRule } from '../option-rules.js'
import { isBelow } from './command-directory.js'
import { whyIsolationUnavailable } from './isolation/detect-isolation.js'
import type { IsolationBackend } from './isolation/isolation-backend.js'
import type { NativeSandboxConfig } from './isolation/native-sandbox-config.js'
import type { LocalSandboxOptions } from './local-sandbox-options.js'

const checkpointRule: OptionRule = {
  expected: 'a name of letters, digits, ".", "_" and "-" that begins with a letter or digit and has no ".."',
  check: (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) && !value.includes('..'),
}

const pathRule: OptionRule = { expected: 'a path', check: is.filledText }
const pathsRule: OptionRule = { expected: 'an array of paths', check: is.textList }
const flagRule: OptionRule = { expected: 'a boolean', check: is.flag }

/** What each option must be. */
const optionRules: Readonly<Record<keyof LocalSandboxOptions, OptionRule>> = {
  ...sandboxOptionRules,
  timeout: { expected: 'a number of milliseconds that is not negative', check: is.durationMs },
  inheritEnv: flagRule,
  isolation: { expected: "'none', 'bwrap' or 'seatbelt'", check: is.oneOf('none', 'bwrap', 'seatbelt') },
  nativeSandbox: { expected: 'an object', check: is.record },
  checkpointName: checkpointRule,
  seedCheckpointName: checkpointRule,
  checkpointsDirectory: pathRule,
}

const nativeRules: Readonly<Record<keyof NativeSandboxConfig, OptionRule>> = {
  allowNetwork: flagRule,
  readOnlyPaths: pathsRule,
  readWritePaths: pathsRule,
  allowSystemBinaries: flagRule,
  readOnly: flagRule,
  seatbeltProfilePath: pathRule,
  bwrapArgs: { expected: 'an array of arguments without NUL bytes', check: isArgumentList, secret: true },
}

/** Options that mean something only under one isolation; with any other they would be ignored, and so are refused. */
const backendOf: Readonly<Partial<Record<keyof NativeSandboxConfig, IsolationBackend>>> = {
  bwrapArgs: 'bwrap',
  seatbeltProfilePath: 'seatbelt',
}

/** Options that generate what `bwrapArgs` replaces. */
const replacedByBwrapArgs = [
  'allowNetwork',
  'readOnlyPaths',
  'readWritePaths',
  'allowSystemBinaries',
  'readOnly',
] as const

/** Options with their defaults; paths are absolute. */
export interface ResolvedLocalOptions {
  readonly id: string
  readonly workingDirectory: string
  readonly timeoutMs: number
  readonly inheritEnv: boolean
  readonly isolation: IsolationBackend
  readonly nativeSandbox: NativeSandboxConfig
  readonly checkpointsDirectory: string
}

/**
 * Checks all options before anything is started, and fills in the defaults.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option, `IsolationUnavailableError` when the isolation is not to be had
 * here, and `SandboxUnsupportedFeatureError` on Windows and for what the isolation cannot do.
 */
export function resolveLocalOptions(options: LocalSandboxOptions): ResolvedLocalOptions {
  requirePosix()
  checkOptions('LocalSandbox', options, optionRules)
  const { isolation = 'none', nativeSandbox = {}, timeout = 30_000, inheritEnv = false } = options
  checkOptions('LocalSandbox nativeSandbox', nativeSandbox, nativeRules)
  checkCombinations(isolation, nativeSandbox)
  const reason = whyIsolationUnavailable(isolation)
  if (reason !== undefined) throw new IsolationUnavailableError(isolation, reason, { provider: 'local' })
  const workingDirectory = absolute(process.cwd(), options.workingDirectory ?? '.sandbox')
  if (isolation !== 'none' && workingDirectory === '/') {
    throw invalidArgument({
      name: 'workingDirectory',
      expected: 'a directory below the root when isolated',
      given: '/',
    })
  }
  return {
    id: options.id ?? createId('local-sandbox'),
    workingDirectory,
    timeoutMs: timeout,
    inheritEnv,
    isolation,
    nativeSandbox: withAbsolutePaths(nativeSandbox, workingDirectory),
    checkpointsDirectory: checkpointsDirectory(options, workingDirectory),
  }
}

function requirePosix(): void {
  if (process.platform !== 'win32') return
  throw new SandboxUnsupportedFeatureError(
    'LocalSandbox needs a POSIX shell, process groups and links, which Windows does not have: ' +
      'run the host process in WSL, or use a sandbox of a remote provider',
    { platform: 'win32' },
    { provider: 'local' },
  )
}

function checkCombinations(isolation: IsolationBackend, config: NativeSandboxConfig): void {
  const given = (name: keyof NativeSandboxConfig): boolean => config[name] !== undefined
  for (const name of Object.keys(nativeRules) as (keyof NativeSandboxConfig)[]) {
    if (!given(name) || (isolation !== 'none' && (backendOf[name] ?? isolation) === isolation)) continue
    const expected = `nothing unless isolation is ${backendOf[name] ?? 'bwrap or seatbelt'}`
    throw invalidArgument({ name: `nativeSandbox.${name}`, expected, given: config[name], secret: true })
  }
  const replaced = given('bwrapArgs') ? replacedByBwrapArgs.find(given) : undefined
  if (replaced) {
    const expected = 'nothing together with bwrapArgs, which replaces what it would generate'
    throw invalidArgument({ name: `nativeSandbox.${replaced}`, expected, given: config[replaced] })
  }
  if (isolation === 'seatbelt' && config.allowSystemBinaries === false) {
    const message = 'Seatbelt cannot hide the system binaries: it would have nothing to start'
    throw new SandboxUnsupportedFeatureError(
      message,
      { option: 'nativeSandbox.allowSystemBinaries' },
      { provider: 'local' },
    )
  }
}

function withAbsolutePaths(config: NativeSandboxConfig, workingDirectory: string): NativeSandboxConfig {
  const { readOnlyPaths, readWritePaths, seatbeltProfilePath, ...rest } = config
  const all = (places: string[]): string[] => places.map((place) => absolute(workingDirectory, place))
  return {
    ...rest,
    ...(readOnlyPaths && { readOnlyPaths: all(readOnlyPaths) }),
    ...(readWritePaths && { readWritePaths: all(readWritePaths) }),
    ...(seatbeltProfilePath && { seatbeltProfilePath: absolute(workingDirectory, seatbeltProfilePath) }),
  }
}

function checkpointsDirectory(options: LocalSandboxOptions, workingDirectory: string): string {
  const given = options.checkpointsDirectory
  const directory =
    given === undefined ? path.resolve(workingDirectory, '..', '.checkpoints') : absolute(process.cwd(), given)
  const isUsed = options.checkpointName !== undefined || options.seedCheckpointName !== undefined
  if (isUsed && isBelow(workingDirectory, directory)) {
    const expected = 'a directory outside the working directory, which would otherwise be part of its own copies'
    throw invalidArgument({ name: 'checkpointsDirectory', expected, given: directory })
  }
  return directory
}

/** `~` is the home directory; a relative path begins at `base`. */
function absolute(base: string, place: string): string {
  return place === '~' || place.startsWith('~/') ? path.join(homedir(), place.slice(1)) : path.resolve(base, place)
}

function isArgumentList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\0'))
}

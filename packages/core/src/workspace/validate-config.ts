import { describeValue } from '../errors/argument-error.js'
import { WorkspaceError } from '../errors/workspace-errors.js'
import { isClassValue } from './class-value.js'
import { invalidConfig } from './invalid-config.js'
import { describeShapeFault } from './provider-shape.js'
import { optionFaults } from './workspace-options.js'
import type { WorkspaceConfig } from './workspace-config.js'

/**
 * Checks the options of a workspace; the first fault is thrown as a `WorkspaceError` with code `INVALID_CONFIG`, or
 * `NO_PROVIDERS` when nothing was configured.
 */
export function validateConfig(config: WorkspaceConfig): void {
  if (typeof config !== 'object' || config === null) {
    throw invalidConfig({ option: 'config', expected: 'an object of options', given: describeValue(config) })
  }
  for (const check of checks) check(config)
}

/** In the order in which faults are reported. */
const checks: readonly ((config: WorkspaceConfig) => void)[] = [
  checkMounts,
  checkFilesystem,
  checkSandbox,
  checkOptions,
  checkHook,
  checkProviders,
]

/** An empty record counts as none, as it does for whoever builds the record in a loop. */
export function hasMounts(config: WorkspaceConfig): boolean {
  return config.mounts !== undefined && Object.keys(config.mounts).length > 0
}

function checkMounts(config: WorkspaceConfig): void {
  const { mounts } = config
  if (mounts === undefined) return
  if (typeof mounts !== 'object' || mounts === null || Array.isArray(mounts)) {
    const expected = 'a record of filesystems by mount path'
    throw invalidConfig({ option: 'mounts', expected, given: describeValue(mounts) })
  }
  if (!hasMounts(config)) return
  if (config.filesystem !== undefined) {
    throw new WorkspaceError(
      'Cannot use both "filesystem" and "mounts": expected one of them, got both',
      'INVALID_CONFIG',
    )
  }
  if (typeof config.sandbox === 'function' && !isClassValue(config.sandbox)) {
    const expected = 'an instance, since "mounts" are mounted when it starts'
    throw invalidConfig({ option: 'sandbox', expected, given: `${describeValue(config.sandbox)}, a resolver` })
  }
  for (const [path, filesystem] of Object.entries(mounts)) {
    const given = describeShapeFault('filesystem', filesystem)
    if (given === undefined) continue
    throw invalidConfig({ option: `mounts[${JSON.stringify(path)}]`, expected: 'a filesystem instance', given })
  }
}

function checkFilesystem({ filesystem }: WorkspaceConfig): void {
  if (filesystem === undefined || isResolver(filesystem)) return
  const given = describeShapeFault('filesystem', filesystem)
  const expected = 'a filesystem instance or a function that returns one'
  if (given !== undefined) throw invalidConfig({ option: 'filesystem', expected, given })
}

function checkSandbox({ sandbox }: WorkspaceConfig): void {
  if (sandbox === undefined || isResolver(sandbox)) return
  const given = describeShapeFault('sandbox', sandbox)
  const expected = 'a sandbox instance or a function that returns one'
  if (given !== undefined) throw invalidConfig({ option: 'sandbox', expected, given })
}

function isResolver(value: unknown): boolean {
  return typeof value === 'function' && !isClassValue(value)
}

function checkOptions(config: WorkspaceConfig): void {
  const context = { hasSandboxResolver: isResolver(config.sandbox), hasCacheKey: config.sandboxCacheKey !== undefined }
  for (const [option, value] of Object.entries(config)) {
    const expected = value === undefined ? undefined : optionFaults(option, value, context)
    if (expected !== undefined) throw invalidConfig({ option, expected, given: describeValue(value) })
  }
}

/** A hook that nothing would ever call is a mistake worth telling. */
function checkHook(config: WorkspaceConfig): void {
  if (config.onMount === undefined) return
  const { sandbox } = config
  const canMount = typeof sandbox === 'object' && sandbox.mounts !== undefined
  if (hasMounts(config) && canMount) return
  const expected = '"mounts" and a sandbox that can mount beside it'
  throw invalidConfig({ option: 'onMount', expected, given: hasMounts(config) ? 'no such sandbox' : 'no "mounts"' })
}

function checkProviders(config: WorkspaceConfig): void {
  if (config.filesystem !== undefined || config.sandbox !== undefined || hasMounts(config)) return
  throw new WorkspaceError('Workspace requires at least a filesystem, mounts or a sandbox; got none', 'NO_PROVIDERS')
}

import type { CodeModeTransport } from '../../contract/code-mode.js'
import type { WorkspaceSandbox } from '../../contract/sandbox.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { externalsOf } from '../stubs/externals-of.js'
import { toolEntries, type CodeModeToolEntry } from '../tool/tool-entries.js'
import type { CodeModeConfig } from './code-mode-config.js'
import type { ResolvedCodeModeLimits } from './code-mode-limits.js'
import { resolveLimits } from './resolve-limits.js'

/** Default of `timeout`, in milliseconds. */
const defaultTimeoutMs = 30_000
/** Default of `id`. */
const defaultId = 'execute_typescript'

/** A configuration, checked and with its defaults. */
export interface ResolvedCodeModeConfig {
  readonly id: string
  readonly entries: readonly CodeModeToolEntry[]
  readonly sandbox: WorkspaceSandbox | undefined
  readonly timeoutMs: number
  readonly limits: ResolvedCodeModeLimits
}

/** Checks a configuration. Throws INVALID_ARGUMENT naming the option, what was expected and what was given. */
export function resolveConfig(config: CodeModeConfig): ResolvedCodeModeConfig {
  if (typeof config !== 'object' || config === null) {
    throw invalidArgument({ name: 'config', expected: 'an object with tools', given: config })
  }
  const { id = defaultId, sandbox, timeout = defaultTimeoutMs } = config
  if (typeof id !== 'string' || id === '') throw invalidArgument({ name: 'id', expected: 'a text', given: id })
  if (typeof timeout !== 'number' || !(timeout >= 0)) {
    const expected = 'a non-negative number of milliseconds'
    throw invalidArgument({ name: 'timeout', expected, given: timeout })
  }
  if (sandbox !== undefined && (typeof sandbox !== 'object' || sandbox === null)) {
    throw invalidArgument({ name: 'sandbox', expected: 'a sandbox', given: sandbox })
  }
  const entries = toolEntries(config.tools)
  externalsOf(entries.map((entry) => entry.id))
  return { id, entries, sandbox, timeoutMs: timeout, limits: resolveLimits(config) }
}

/** Checks a transport given by the caller. Throws INVALID_ARGUMENT. */
export function checkTransport(transport: CodeModeTransport): void {
  if (typeof transport !== 'object' || transport === null || typeof transport.run !== 'function') {
    throw invalidArgument({ name: 'transport', expected: 'an object with a run method', given: transport })
  }
}

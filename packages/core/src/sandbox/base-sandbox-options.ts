import type { Logger } from '../contract/logger.js'
import type { Environment } from '../contract/process.js'
import type { InstructionsOption, SandboxLifecycleHook, SandboxStartHook } from '../contract/sandbox.js'
import type { SandboxDriver } from '../driver/sandbox-driver.js'
import type { ProcessManager } from '../process/process-manager.js'
import { is, type OptionRule } from './option-rules.js'

/** Options that every sandbox has, whatever its provider. */
export interface SandboxOptions {
  /** Logical id: the same id finds the same machine again. Default: a new one. */
  id?: string | undefined
  /** Environment of every command. Values are secrets: they are never logged nor shown. */
  env?: Environment | undefined
  /** Where commands run unless they say otherwise. */
  workingDirectory?: string | undefined
  /** Replaces or extends the text that describes the environment to an agent; `''` suppresses it. */
  instructions?: InstructionsOption | undefined
  /** After the machine is there; foreign commands wait for it. A failure fails the start, the machine is kept for the next one. */
  onStart?: SandboxStartHook | undefined
  /** Before a stop. A failure is logged. */
  onStop?: SandboxLifecycleHook | undefined
  /** Before a destroy. A failure is logged. */
  onDestroy?: SandboxLifecycleHook | undefined
  /** Limit of a start in milliseconds, waits for rate limits included. Default 300 000. */
  startTimeoutMs?: number | undefined
  /** Replace a machine that turns out to be gone, and repeat the call that noticed where it had not started. Default true. */
  restartOnGone?: boolean | undefined
  /** How long a process may take to obey TERM before it gets KILL, in milliseconds. Default 1000. */
  killGraceMs?: number | undefined
  /** Default: silence. */
  logger?: Logger | undefined
}

/** What each common option must be; providers add their own rows. */
export const sandboxOptionRules: Readonly<Record<keyof SandboxOptions, OptionRule>> = {
  id: { expected: 'a string that is not empty', check: is.filledText },
  env: { expected: 'an object of strings', check: is.record, secret: true },
  workingDirectory: { expected: 'a path', check: is.filledText },
  instructions: { expected: 'a string or a function', check: (value) => is.text(value) || is.callable(value) },
  onStart: { expected: 'a function', check: is.callable },
  onStop: { expected: 'a function', check: is.callable },
  onDestroy: { expected: 'a function', check: is.callable },
  startTimeoutMs: { expected: 'a number of milliseconds that is not negative', check: is.durationMs },
  restartOnGone: { expected: 'a boolean', check: is.flag },
  killGraceMs: { expected: 'a number of milliseconds that is not negative', check: is.durationMs },
  logger: { expected: 'a logger with debug, info, warn and error', check: isLogger },
}

/** What a provider's class hands to `BaseSandbox`: its options, its driver, and what only it can say. */
export interface BaseSandboxConfig<Handle> {
  /** Name of the class, for example `LocalSandbox`. */
  readonly name: string
  readonly id: string
  readonly driver: SandboxDriver<Handle>
  readonly options: SandboxOptions
  /** The provider's own id of the machine to attach to. */
  readonly sandboxId?: string | undefined
  /** Time-out of `executeCommand` when a call gives none. Default: none. */
  readonly defaultTimeoutMs?: number | undefined
  /** The class of `processes`, for providers that give theirs a name of its own. Default: `ProcessManager`. */
  readonly processManager?: typeof ProcessManager<Handle> | undefined
  /** The default text for an agent. Called each time, must be cheap. */
  readonly describe: () => string
}

function isLogger(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const methods = value as Partial<Record<string, unknown>>
  return ['debug', 'info', 'warn', 'error'].every((method) => typeof methods[method] === 'function')
}

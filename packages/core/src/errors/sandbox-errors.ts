import { SandboxError, type SandboxErrorOptions } from './base-error.js'
import type { SandboxErrorCode } from './codes.js'

/** A command failed in a place where a non-zero exit cannot be a result. */
export class SandboxExecutionError extends SandboxError {
  override name: string = 'SandboxExecutionError'

  constructor(
    message: string,
    readonly exitCode: number,
    readonly stdout: string,
    readonly stderr: string,
    options?: SandboxErrorOptions,
  ) {
    super(message, 'EXECUTION_FAILED', { exitCode, stdout, stderr }, options)
  }
}

/** What a clock was running for when it ran out. */
export type TimedOperation = 'command' | 'sync' | 'install' | 'start' | (string & Record<never, never>)

/** A clock of ours ran out. A running command that times out is a result instead, see `CommandResult.timedOut`. */
export class SandboxTimeoutError extends SandboxError {
  override name: string = 'SandboxTimeoutError'

  constructor(
    readonly timeoutMs: number,
    override readonly operation: TimedOperation,
    options: SandboxErrorOptions = {},
  ) {
    const what = operation === 'command' ? 'Execution' : `Execution (${operation})`
    super(`${what} timed out after ${timeoutMs}ms`, 'TIMEOUT', { timeoutMs, operation }, { ...options, operation })
  }
}

/** The sandbox is not running and must not be started by this call, usually because it was destroyed. */
export class SandboxNotReadyError extends SandboxError {
  override name: string = 'SandboxNotReadyError'

  constructor(idOrStatus: string, options?: SandboxErrorOptions) {
    super(`Sandbox is not ready: ${idOrStatus}`, 'NOT_READY', { id: idOrStatus }, { retry: 'never', ...options })
  }
}

/** The state of a sandbox or a process does not allow the call, for example starting a destroyed sandbox. */
export class SandboxStateError extends SandboxError {
  override name: string = 'SandboxStateError'

  constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions) {
    super(message, 'INVALID_STATE', details, options)
  }
}

/** The control plane says that the machine no longer exists. */
export class SandboxGoneError extends SandboxError {
  override name: string = 'SandboxGoneError'

  constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions) {
    super(message, 'GONE', details, options)
  }
}

/** Codes of failures that come from a provider. */
export type ProviderErrorCode = Extract<
  SandboxErrorCode,
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'INTERNAL'
  | 'UNKNOWN'
>

/** A provider refused or failed. `retryAfterMs` is set when it asked for a wait. */
export class SandboxProviderError extends SandboxError {
  override name: string = 'SandboxProviderError'

  // oxlint-disable-next-line no-useless-constructor -- it narrows the codes
  constructor(
    message: string,
    code: ProviderErrorCode,
    details?: Record<string, unknown>,
    options?: SandboxErrorOptions,
  ) {
    super(message, code, details, options)
  }
}

/** The provider cannot honour an option or method. Thrown before anything is sent. */
export class SandboxUnsupportedFeatureError extends SandboxError {
  override name: string = 'SandboxUnsupportedFeatureError'

  constructor(message: string, details?: Record<string, unknown>, options?: SandboxErrorOptions) {
    super(message, 'UNSUPPORTED_FEATURE', details, options)
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class SandboxAbortError extends SandboxError {
  override name: string = 'SandboxAbortError'

  constructor(operation = 'operation', reason?: unknown, options: SandboxErrorOptions = {}) {
    super(`Sandbox operation aborted: ${operation}`, 'ABORTED', undefined, { ...options, operation, cause: reason })
  }
}

/** A requested isolation backend is not available. There is no silent fallback to a weaker one. */
export class IsolationUnavailableError extends SandboxError {
  override name: string = 'IsolationUnavailableError'

  constructor(
    readonly backend: string,
    readonly reason: string,
    options?: SandboxErrorOptions,
  ) {
    super(
      `Isolation backend '${backend}' is not available: ${reason}`,
      'ISOLATION_UNAVAILABLE',
      { backend, reason },
      options,
    )
  }
}

/** A mount could not be made or removed. */
export class MountError extends SandboxError {
  override name: string = 'MountError'

  constructor(
    message: string,
    readonly mountPath: string,
    details?: Record<string, unknown>,
    options?: SandboxErrorOptions,
  ) {
    super(message, 'MOUNT_ERROR', { ...details, mountPath }, options)
  }
}

/** The provider cannot mount filesystems at all. */
export class MountNotSupportedError extends SandboxError {
  override name: string = 'MountNotSupportedError'

  constructor(provider: string, options?: SandboxErrorOptions) {
    super(`Sandbox provider '${provider}' does not support mounting`, 'MOUNT_NOT_SUPPORTED', { provider }, options)
  }
}

/** This filesystem cannot be mounted into a sandbox. */
export class FilesystemNotMountableError extends SandboxError {
  override name: string = 'FilesystemNotMountableError'

  constructor(filesystemProvider: string, reason?: string, options?: SandboxErrorOptions) {
    const text = `Filesystem provider '${filesystemProvider}' cannot be mounted`
    super(reason ? `${text}: ${reason}` : text, 'FILESYSTEM_NOT_MOUNTABLE', { filesystemProvider, reason }, options)
  }
}

/** Mounting needs a tool that the machine lacks; the mount becomes `unavailable`. */
export class MountToolNotFoundError extends SandboxError {
  override name: string = 'MountToolNotFoundError'

  constructor(message: string, options?: SandboxErrorOptions) {
    super(message, 'MOUNT_ERROR', { unavailable: true }, options)
  }
}

/** The provider has no way to end a process's input. */
export class UnsupportedStdinCloseError extends SandboxError {
  override name: string = 'UnsupportedStdinCloseError'

  constructor(message: string, options?: SandboxErrorOptions) {
    super(message, 'UNSUPPORTED_FEATURE', undefined, options)
  }
}

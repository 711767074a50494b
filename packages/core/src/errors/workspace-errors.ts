const marker: unique symbol = Symbol.for('caisson.error.workspace') as never

/** Codes of workspace errors. */
export type WorkspaceErrorCode =
  | 'NO_WORKSPACE'
  | 'NO_FILESYSTEM'
  | 'NO_SANDBOX'
  | 'FEATURE_NOT_SUPPORTED'
  | 'NO_SEARCH'
  | 'NOT_READY'
  | 'READ_ONLY'
  | 'INVALID_CONFIG'
  | 'INVALID_SEARCH_CONFIG'
  | 'NO_PROVIDERS'
  | 'FILESYSTEM_NOT_RESOLVED'
  | 'SANDBOX_NOT_RESOLVED'

/** Base of every error about a workspace. */
export class WorkspaceError extends Error {
  override name: string = 'WorkspaceError'

  readonly code: WorkspaceErrorCode
  readonly workspaceId: string | undefined

  constructor(message: string, code: WorkspaceErrorCode, workspaceId?: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.workspaceId = workspaceId
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for errors made by any copy of this library. */
  static isInstance(value: unknown): value is WorkspaceError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

export class WorkspaceNotAvailableError extends WorkspaceError {
  override name: string = 'WorkspaceNotAvailableError'

  constructor() {
    super('No workspace is available', 'NO_WORKSPACE')
  }
}

export class FilesystemNotAvailableError extends WorkspaceError {
  override name: string = 'FilesystemNotAvailableError'

  constructor(workspaceId?: string) {
    super('The workspace has no filesystem', 'NO_FILESYSTEM', workspaceId)
  }
}

export class SandboxNotAvailableError extends WorkspaceError {
  override name: string = 'SandboxNotAvailableError'

  constructor(workspaceId?: string) {
    super('The workspace has no sandbox', 'NO_SANDBOX', workspaceId)
  }
}

/** A capability that a sandbox can lack. */
export type SandboxFeature =
  | 'executeCommand'
  | 'installPackage'
  | 'processes'
  | 'computer'
  | 'writeFiles'
  | 'filesystem'

export class SandboxFeatureNotSupportedError extends WorkspaceError {
  override name: string = 'SandboxFeatureNotSupportedError'

  constructor(
    readonly feature: SandboxFeature,
    workspaceId?: string,
  ) {
    super(`Sandbox does not support ${feature}`, 'FEATURE_NOT_SUPPORTED', workspaceId)
  }
}

export class SearchNotAvailableError extends WorkspaceError {
  override name: string = 'SearchNotAvailableError'

  constructor(workspaceId?: string) {
    super('Search is not configured for this workspace', 'NO_SEARCH', workspaceId)
  }
}

export class WorkspaceNotReadyError extends WorkspaceError {
  override name: string = 'WorkspaceNotReadyError'

  constructor(
    workspaceId: string,
    readonly status: string,
  ) {
    super(`Workspace is not ready: ${workspaceId} is ${status}`, 'NOT_READY', workspaceId)
  }
}

/** The filesystem is read-only. */
export class WorkspaceReadOnlyError extends WorkspaceError {
  override name: string = 'WorkspaceReadOnlyError'

  constructor(
    readonly operation: string,
    workspaceId?: string,
  ) {
    super(`Workspace is read-only: ${operation} is not allowed`, 'READ_ONLY', workspaceId)
  }
}

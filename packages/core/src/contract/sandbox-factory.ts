import type { SandboxStartHook, WorkspaceSandbox } from './sandbox.js'

/** Where a repository is, and who may read it. Holds a secret: never log it. */
export interface FactoryRepositoryAccess {
  /** An `https` address such as `https://github.com/owner/name`. */
  readonly cloneUrl: string
  /** Absent for what everybody may read. */
  readonly authorization?: { readonly scheme: 'bearer'; readonly token: string } | undefined
}

/** What a host application knows of the session that a sandbox is for. */
export interface FactorySandboxContext {
  /** The logical id of the sandbox: the same session finds the same machine again. */
  readonly sessionId: string
  /** The provider's own id of the session's machine, where the host has kept it from an earlier start. */
  readonly sandboxId?: string | undefined
  /** `owner/name` at GitHub, for a repository that everybody may read. Not used beside `getRepositoryAccess`. */
  readonly repoFullName?: string | undefined
  /** Says where the session's repository is, with a token that need not live long; asked each time it is needed. */
  readonly getRepositoryAccess?: (() => Promise<FactoryRepositoryAccess | undefined>) | undefined
  /** Run in the clone when its template is built, one after the other. An error where there is no repository. */
  readonly setupCommand?: string | readonly string[] | undefined
  /** Where the clone is put, below its own name: absolute. Default: the provider's. An error where there is no repository. */
  readonly workingDirectory?: string | undefined
  /** Called when the machine is there, after the factory's own hook. A failure fails the start. */
  readonly onStart?: SandboxStartHook | undefined
}

/** `unknown`: the provider does not know, or no longer knows, such a build. */
export type FactorySandboxBuildStatus = 'pending' | 'building' | 'ready' | 'failed' | 'unknown'

/** What comes of asking for a build. */
export interface FactorySandboxBuildStart {
  /** For `get`. Also where nothing had to be built. */
  readonly buildId: string
  readonly status: FactorySandboxBuildStatus
  readonly templateId?: string | undefined
}

/** A build, as it stands. */
export interface FactorySandboxBuild extends FactorySandboxBuildStart {
  /** ISO 8601. */
  readonly startedAt?: string | undefined
  /** ISO 8601. */
  readonly finishedAt?: string | undefined
  /** With `failed` and `unknown`: why, without secrets. */
  readonly error?: string | undefined
  /** Lines, oldest first, without secrets. */
  readonly logs?: readonly string[] | undefined
}

/**
 * Builds of what sandboxes of a context and settings are made from, ahead of any session. Every method rejects with `SandboxError`: for
 * wrong settings INVALID_ARGUMENT naming the setting.
 */
export interface FactorySandboxBuilds<Settings extends object = Record<string, unknown>> {
  /** Has it built unless it is there or under way, and does not wait for the end. */
  start(context: FactorySandboxContext, settings?: Settings): Promise<FactorySandboxBuildStart>
  /** How a build stands; one that is not known has the status `unknown`. */
  get(context: FactorySandboxContext, settings: Settings | undefined, buildId: string): Promise<FactorySandboxBuild>
  /** The builds that the provider remembers, newest first. Absent where it remembers none. */
  list?(context: FactorySandboxContext, settings?: Settings): Promise<readonly FactorySandboxBuild[]>
}

/**
 * Lets a host application, such as an editor, offer sandboxes with settings, one for each session. Objects of classes that do also have the
 * member `factorySandboxBrand`, which is `true`.
 */
export interface FactorySandbox<Settings extends object = Record<string, unknown>> {
  /** Such as `e2b`. */
  readonly provider: string
  /** JSON Schema of the settings, for a form: ranges and defaults. Every setting may be left out. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Settings with which another template is built. */
  readonly templateFields: readonly (keyof Settings & string)[]
  /**
   * Makes a sandbox; sends nothing.
   *
   * @throws SandboxError INVALID_ARGUMENT naming a setting or a member of the context that is wrong; `SandboxUnsupportedFeatureError` for what the
   * provider cannot do.
   */
  create(context: FactorySandboxContext, settings?: Settings): WorkspaceSandbox
  /** What sandboxes of the context and the settings are made from, in the provider's own terms. */
  template?(context: FactorySandboxContext, settings?: Settings): unknown
  readonly builds?: FactorySandboxBuilds<Settings>
}

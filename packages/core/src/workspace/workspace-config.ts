import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { Logger } from '../contract/logger.js'
import type { OnMountHook } from '../contract/sandbox.js'
import type { RequestContext } from '../contract/request-context.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import type { CompositeFilesystem } from '../filesystem/index.js'

/**
 * Argument of resolvers. When a call on the workspace names no request context, this is one that belongs to the
 * workspace, so that all such calls share one result.
 */
export interface ResolverScope {
  requestContext: RequestContext
}

/** Chooses the filesystem of a request. Called once per request context; a failure is not remembered. */
export type WorkspaceFilesystemResolver = (scope: ResolverScope) => WorkspaceFilesystem | Promise<WorkspaceFilesystem>

/**
 * Chooses the sandbox of a request. Called once per request context, or once per key when `sandboxCacheKey` is given; a
 * failure is not remembered. Whoever wrote the resolver owns what it returns: the workspace never starts, stops or
 * destroys it.
 */
export type WorkspaceSandboxResolver = (scope: ResolverScope) => WorkspaceSandbox | Promise<WorkspaceSandbox>

/** What identifies the sandbox of a request; `undefined` falls back to one sandbox per request context. */
export type SandboxCacheKey = (scope: ResolverScope) => string | undefined

/** How the instructions speak of things that depend on the request. */
export interface WorkspaceInstructionsConfig {
  /**
   * What is said about a sandbox that a resolver chooses. `placeholder` (default): one general sentence, the resolver is
   * not called. `resolve`: `getInstructionsAsync` asks the resolved sandbox; the synchronous `getInstructions` cannot
   * wait for it and says the general sentence. A function: its text; `''` says nothing.
   */
  dynamicSandbox?: 'placeholder' | 'resolve' | ((scope: ResolverScope) => string) | undefined
}

/** Filesystems by mount path. */
export type WorkspaceMounts = Record<string, WorkspaceFilesystem>

/** Options of `Workspace`. At least one of `filesystem`, `mounts` and `sandbox` is needed. */
export interface WorkspaceConfig<
  Filesystem extends WorkspaceFilesystem | undefined = WorkspaceFilesystem | undefined,
  Sandbox extends WorkspaceSandbox | undefined = WorkspaceSandbox | undefined,
  Mounts extends WorkspaceMounts | undefined = WorkspaceMounts | undefined,
> {
  /** Default: `ws-` with the time and a random part. */
  id?: string | undefined
  /** Default: `workspace-` and the first 8 characters of the id. */
  name?: string | undefined
  /** An instance, or a function that chooses one for each request. Excludes `mounts`. */
  filesystem?: Filesystem | WorkspaceFilesystemResolver | undefined
  /** An instance, or a function that chooses one for each request. */
  sandbox?: Sandbox | WorkspaceSandboxResolver | undefined
  /**
   * Filesystems by mount path, such as `{ '/data': new S3Filesystem(…) }`. The workspace's filesystem becomes the
   * composition of them, and a sandbox that can mount gets them at the same paths when it starts. With a sandbox that
   * cannot mount (it has no `mounts`), the file tools see them and shell commands do not. Excludes `filesystem` and
   * sandbox resolvers.
   */
  mounts?: Mounts | undefined
  /** Called before each mount into the sandbox. Needs `mounts` and a sandbox that can mount. */
  onMount?: OnMountHook | undefined
  instructions?: WorkspaceInstructionsConfig | undefined
  /** Lets requests share resolved sandboxes. Needs a sandbox resolver. */
  sandboxCacheKey?: SandboxCacheKey | undefined
  /**
   * How many keys are remembered; the least recently used one is forgotten first, which destroys nothing. Default 1000.
   * Needs `sandboxCacheKey`.
   */
  sandboxCacheSize?: number | undefined
  /** Receives warnings. Default: none. */
  logger?: Logger | undefined
}

/** What `workspace.filesystem` is: the composition of `mounts` where these are known, else what was passed in. */
export type FilesystemOf<
  Filesystem extends WorkspaceFilesystem | undefined,
  Mounts extends WorkspaceMounts | undefined,
> = [Mounts] extends [WorkspaceMounts] ? CompositeFilesystem<Mounts> : Filesystem

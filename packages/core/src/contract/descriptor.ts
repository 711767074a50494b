import type { WorkspaceFilesystem } from './filesystem.js'
import type { WorkspaceSandbox } from './sandbox.js'

/** What an editor needs to offer a kind of sandbox: a name, a JSON Schema for a form, a factory. */
export interface SandboxProvider<Config = Record<string, unknown>> {
  id: string
  name: string
  description?: string
  /** Plain JSON Schema of the serialisable options. Secrets carry `writeOnly: true`. */
  configSchema?: Record<string, unknown>
  createSandbox(config: Config): WorkspaceSandbox | Promise<WorkspaceSandbox>
}

/** What an editor needs to offer a kind of filesystem. */
export interface FilesystemProvider<Config = Record<string, unknown>> {
  id: string
  name: string
  description?: string
  /** Plain JSON Schema of the serialisable options. Secrets carry `writeOnly: true`. */
  configSchema?: Record<string, unknown>
  createFilesystem(config: Config): WorkspaceFilesystem | Promise<WorkspaceFilesystem>
}

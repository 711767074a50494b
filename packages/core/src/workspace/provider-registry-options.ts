import type { FilesystemProvider, SandboxProvider } from '../contract/descriptor.js'

/** Descriptors as a list, or by the id under which they are looked up. */
export type ProviderList<Provider> = readonly Provider[] | Readonly<Record<string, Provider>>

/** What a registry knows beside the `local` sandbox and filesystem, which are always there. */
export interface ProviderRegistryOptions {
  sandboxes?: ProviderList<SandboxProvider> | undefined
  filesystems?: ProviderList<FilesystemProvider> | undefined
}

/** A sandbox as it is stored: which descriptor makes it, and from what. */
export interface StoredSandbox {
  /** Id of the descriptor. */
  provider: string
  /** Serialisable, without secrets. */
  config: Record<string, unknown>
}

/** A filesystem as it is stored: which descriptor makes it, and from what. */
export interface StoredFilesystem {
  /** Id of the descriptor. */
  provider: string
  /** Serialisable, without secrets. */
  config: Record<string, unknown>
  /** Overrides the configuration's own value. */
  readOnly?: boolean | undefined
}

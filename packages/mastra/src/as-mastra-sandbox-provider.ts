import type { SandboxProvider } from '@caisson/core/editor'
import type { SandboxProvider as MastraSandboxProvider } from '@mastra/core/editor'

/**
 * A provider descriptor in the type of Mastra's editor. The same object; only the types need it, since what it creates is
 * a sandbox (see `asMastraSandbox`).
 *
 * The editor wants a record with the ids as keys: `sandboxes: { [provider.id]: asMastraSandboxProvider(provider) }`.
 */
export function asMastraSandboxProvider<Config>(provider: SandboxProvider<Config>): MastraSandboxProvider<Config>
export function asMastraSandboxProvider(provider: unknown): unknown {
  return provider
}

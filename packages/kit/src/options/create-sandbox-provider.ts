import type { SandboxProvider } from '@caisson/core/editor'
import type { WorkspaceSandbox } from '@caisson/core/workspace'
import type { z } from 'zod'
import { readStoredOptions } from './stored-options.js'
import { toJsonSchema } from './to-json-schema.js'

/** What a kind of sandbox is offered with. */
export interface SandboxProviderFacts<Options> {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Whose options they are, for errors: the name of a class. */
  readonly owner: string
  readonly schema: z.ZodType<Options>
  readonly create: (options: Options) => WorkspaceSandbox
}

/**
 * Offers a kind of sandbox in an editor. Observations in a stored configuration, as `getInfo()` makes them, are ignored.
 *
 * `createSandbox` throws `SandboxError` INVALID_ARGUMENT for a bad option, and for one that could not be stored and was not
 * given anew.
 */
export function createSandboxProvider<Options extends object>(facts: SandboxProviderFacts<Options>): SandboxProvider {
  const { id, name, description, owner, schema, create } = facts
  let configSchema: Record<string, unknown> | undefined
  return {
    id,
    name,
    description,
    /** Made on first use: most programs that import a provider have no editor. */
    get configSchema() {
      configSchema ??= toJsonSchema(schema)
      return configSchema
    },
    createSandbox: (config) => create(readStoredOptions(schema, config, owner)),
  }
}

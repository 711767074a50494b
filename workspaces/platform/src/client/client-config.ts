import { z } from 'zod'
import { clientOptionShape } from './client-option-shape.js'
import type { PlatformClientConfig } from './platform-client.js'
import type { PlatformClientOptions } from './platform-client-options.js'
import { resolveConnectionLate } from './resolve-connection.js'

const schema: z.ZodType<PlatformClientOptions> = z.strictObject(clientOptionShape)

/** What a client needs, from options and the environment. */
export function configOf(given: PlatformClientOptions): PlatformClientConfig {
  const { options, connection } = resolveConnectionLate(schema, given, { owner: 'PlatformClient' })
  return { connection, fetch: options.fetch ?? (async (input, init) => fetch(input, init)) }
}

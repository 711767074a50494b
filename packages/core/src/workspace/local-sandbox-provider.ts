import type { SandboxProvider } from '../contract/descriptor.js'
import { describeValue } from '../errors/argument-error.js'
import { LocalSandbox, type NativeSandboxConfig } from '../sandbox/index.js'
import { invalidConfig } from './invalid-config.js'
import { localSandboxSchema } from './local-sandbox-schema.js'
import { pickSchemaProperties } from './schema-properties.js'

/** Offers `LocalSandbox` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored. */
export const localSandboxProvider: SandboxProvider = {
  id: 'local',
  name: 'Local sandbox',
  description: 'Commands on this machine, in a directory, on request isolated from the rest.',
  configSchema: localSandboxSchema,
  createSandbox: (config) => {
    const { isolationConfig, ...options } = pickSchemaProperties(localSandboxSchema, config, { withSecrets: true })
    const nativeSandbox = options['nativeSandbox'] ?? readReported(isolationConfig)
    return new LocalSandbox(nativeSandbox === undefined ? options : { ...options, nativeSandbox })
  },
}

/**
 * What a sandbox reported of its isolation. Arguments for bubblewrap are reported by their existence only; without them
 * the new sandbox would be isolated in another way than the old one, so that is an error.
 */
function readReported(reported: unknown): NativeSandboxConfig | undefined {
  if (reported === undefined) return undefined
  if (typeof reported !== 'object' || reported === null || Array.isArray(reported)) {
    throw invalidConfig({ option: 'isolationConfig', expected: 'an object', given: describeValue(reported) })
  }
  if ('hasBwrapArgs' in reported) {
    const expected = 'bwrapArgs beside it in "nativeSandbox", since they are not stored'
    throw invalidConfig({ option: 'isolationConfig', expected, given: 'none' })
  }
  return reported
}

import type { FilesystemProvider } from '../contract/descriptor.js'
import { LocalFilesystem, type LocalFilesystemOptions } from '../filesystem/index.js'
import { pickSchemaProperties } from './schema-properties.js'

const configSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    basePath: {
      type: 'string',
      minLength: 1,
      description: 'Directory on the host; ~ is the home directory.',
    },
    id: { type: 'string', minLength: 1, description: 'Default: made from time and chance.' },
    contained: {
      type: 'boolean',
      default: true,
      description: 'Refuse every path that leads outside basePath and allowedPaths.',
    },
    readOnly: { type: 'boolean', default: false, description: 'Refuse every change.' },
    allowedPaths: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Further files and directories that may be used.',
    },
    instructions: { type: 'string', description: 'Replaces what is told to a model; empty says nothing.' },
    textExtensions: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Further extensions of text files.',
    },
  },
  required: ['basePath'],
  additionalProperties: false,
}

/** Offers `LocalFilesystem` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored. */
export const localFilesystemProvider: FilesystemProvider = {
  id: 'local',
  name: 'Local directory',
  description: 'A directory of this machine.',
  configSchema,
  createFilesystem: (config) => {
    const options = pickSchemaProperties(configSchema, config, { withSecrets: true })
    return new LocalFilesystem(options as Partial<LocalFilesystemOptions> as LocalFilesystemOptions)
  },
}

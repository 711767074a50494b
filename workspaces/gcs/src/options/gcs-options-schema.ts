import { option, storageOptionShape } from '@caisson/kit/options'
import { z } from 'zod'
import { parseCredentials, type GCSCredentials } from '../credentials/index.js'
import type { GCSFilesystemOptions } from './gcs-filesystem-options.js'
import { normalizeEndpoint } from './gcs-endpoint.js'

/** Parts between dots are at most as long as those of a host's name. */
const bucketPattern = /^(?=.{3,222}$)[a-z0-9](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*(?<=[a-z0-9])$/

const shape = {
  bucket: option(z.string().regex(bucketPattern), {
    description: 'The bucket.',
    type: 'string',
    expected: 'a name of 3 to 63 lower-case letters, digits, hyphens, underscores and dots',
    isRequired: true,
    jsonSchema: { type: 'string', minLength: 3 },
  }),
  projectId: option(z.string().regex(/^[a-z0-9][a-z0-9.:-]*$/), {
    description: 'The project that the client works for; buckets are found without it.',
    type: 'string',
    expected: 'the id of a project: lower-case letters, digits and hyphens',
  }),
  credentials: option(
    z.custom<GCSCredentials | string>((value) => parseCredentials(value) !== undefined),
    {
      description: 'A key as an object or as its JSON, or the path of a key file on this host.',
      type: 'GCSCredentials | string',
      expected: 'an object with client_email and private_key, its JSON, or the path of a key file',
      environment: ['GOOGLE_APPLICATION_CREDENTIALS'],
      defaultText: 'the application default credentials',
      secret: true,
      jsonSchema: { type: ['object', 'string'] },
    },
  ),
  endpoint: option(
    z.string().refine((text) => normalizeEndpoint(text) !== undefined),
    {
      description: 'Address of a private endpoint or of an emulator.',
      type: 'string',
      expected: 'an address without credentials, path, query and fragment, such as https://storage.googleapis.com',
      defaultText: '`https://storage.googleapis.com`',
    },
  ),
  ...storageOptionShape,
} satisfies Record<keyof GCSFilesystemOptions, z.ZodType>

/** Everything that is known of the options of `GCSFilesystem`. That `bucket` must not be absent is a fact of it. */
export const gcsOptionsSchema: z.ZodType<GCSFilesystemOptions> = z.strictObject(
  shape,
) as z.ZodType<GCSFilesystemOptions>

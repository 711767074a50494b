import { option, storageOptionShape, type OptionFacts } from '@caisson/kit/options'
import { z } from 'zod'
import { credentialsType } from './credentials-type.js'
import { rules, type TextRule } from './rules.js'
import type { S3FilesystemOptions } from './s3-filesystem-options.js'

const { prefix, readOnly, ...commonShape } = storageOptionShape

const shape = {
  bucket: text(rules.bucket, { description: 'Name of the bucket.', isRequired: true }),
  region: text(rules.region, {
    description: 'For example `us-east-1`; `auto` at stores that have no regions.',
    isRequired: true,
  }),
  credentials: option(credentialsType, {
    description: 'Keys, or a function that returns them, for mounts as well. Wins over the single keys.',
    type: 'S3Credentials | (() => S3Credentials | Promise<S3Credentials>)',
    expected: 'an object with accessKeyId and secretAccessKey, or a function that returns one',
    secret: true,
    stored: 'none',
  }),
  accessKeyId: text(rules.accessKeyId, { description: 'Key of the account.', secret: true }),
  secretAccessKey: text(rules.secretAccessKey, { description: 'Its secret.', secret: true }),
  sessionToken: text(rules.sessionToken, { description: 'Belongs to temporary keys.', secret: true }),
  endpoint: text(rules.endpoint, {
    description: 'URL of a store that speaks the protocol of S3.',
    environment: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
    defaultText: 'Amazon in the region',
  }),
  forcePathStyle: option(z.boolean(), {
    description: 'The bucket stands in the path of URLs instead of the host name. Default with an endpoint: true.',
    type: 'boolean',
    expected: 'a boolean',
    defaultText: '`false`',
    jsonSchema: { type: 'boolean', default: false },
  }),
  prefix,
  readOnly,
  ...commonShape,
} satisfies Record<keyof S3FilesystemOptions, z.ZodType>

/** Everything that is known of the options of `S3Filesystem`. The schema lets all of them be absent; which must not be is a fact of each. */
export const s3OptionsSchema: z.ZodType<S3FilesystemOptions> = z.strictObject(shape) as z.ZodType<S3FilesystemOptions>

function text(
  { expected, isValid }: TextRule,
  facts: Omit<OptionFacts, 'type' | 'expected'>,
): z.ZodOptional<z.ZodString> {
  return option(z.string().refine(isValid), { ...facts, expected, type: 'string', jsonSchema: { type: 'string' } })
}

import { option, storageOptionShape } from '@caisson/kit/options'
import { z } from 'zod'
import type { AzureBlobFilesystemOptions } from './azure-blob-filesystem-options.js'
import { normalizeEndpoint } from './blob-endpoint.js'
import { parseConnectionString } from './connection-string.js'

/** Names of the service's own containers are the only ones with a dollar. */
const containerPattern = /^(?:\$web|\$root|\$logs|(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*)$/

const shape = {
  container: option(z.string().regex(containerPattern), {
    description: 'The container; `$web`, `$root` and `$logs` too.',
    type: 'string',
    expected: 'a name of 3 to 63 lower-case letters, digits and single hyphens, or $web, $root, $logs',
    isRequired: true,
  }),
  accountName: option(z.string().regex(/^[a-z0-9]{3,24}$/), {
    description: 'The storage account.',
    type: 'string',
    expected: 'a name of 3 to 24 lower-case letters and digits',
    defaultText: 'the one in `connectionString` or `endpoint`',
  }),
  accountKey: option(z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/), {
    description: 'A key of the account.',
    type: 'string',
    expected: 'a key in base64',
    secret: true,
  }),
  sasToken: option(
    z
      .string()
      .regex(/^\??[\w.~%+&=:/,;!@$'()*-]+$/)
      .refine((text) => /(?:^\??|&)sig=/.test(text)),
    {
      description: 'A shared access signature, with or without the leading `?`.',
      type: 'string',
      expected: 'the query of a signed URL, with its sig',
      secret: true,
    },
  ),
  connectionString: option(
    z.string().refine((text) => isConnectionString(text)),
    {
      description: 'Account, credentials and address in one. Its credentials win over all others.',
      type: 'string',
      expected: 'AccountName and AccountKey, or BlobEndpoint and SharedAccessSignature, as name=value; pairs',
      secret: true,
    },
  ),
  useDefaultCredential: option(z.boolean(), {
    description: 'Ask `DefaultAzureCredential` of `@azure/identity`, which has to be installed.',
    type: 'boolean',
    expected: 'a boolean',
    default: false,
  }),
  endpoint: option(
    z.string().refine((text) => normalizeEndpoint(text, undefined) !== undefined),
    {
      description: "Address of the account's blobs, for sovereign clouds, private links and emulators.",
      type: 'string',
      expected:
        'the address of an account without credentials, query and fragment, such as https://account.blob.core.windows.net',
      defaultText: "the account's at `blob.core.windows.net`",
    },
  ),
  ...storageOptionShape,
} satisfies Record<keyof AzureBlobFilesystemOptions, z.ZodType>

/** Everything that is known of the options of `AzureBlobFilesystem`. That `container` must not be absent is a fact of it. */
export const azureBlobOptionsSchema: z.ZodType<AzureBlobFilesystemOptions> = z.strictObject(
  shape,
) as z.ZodType<AzureBlobFilesystemOptions>

/** What is in it has to be as right as if it were given option by option. */
function isConnectionString(text: string): boolean {
  const parts = parseConnectionString(text)
  if (parts === undefined) return false
  const { accountName, accountKey, sasToken, endpoint } = parts
  return [
    shape.accountName.safeParse(accountName),
    shape.accountKey.safeParse(accountKey),
    shape.sasToken.safeParse(sasToken),
    shape.endpoint.safeParse(endpoint),
  ].every(({ success }) => success)
}

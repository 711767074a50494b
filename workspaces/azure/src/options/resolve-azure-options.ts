import { invalidArgument } from '@caisson/core/workspace'
import { resolveOptions } from '@caisson/kit/options'
import type { AzureContainer, AzureCredential } from '../driver/azure-account.js'
import type { AzureBlobFilesystemOptions } from './azure-blob-filesystem-options.js'
import { azureBlobOptionsSchema } from './azure-blob-options-schema.js'
import { accountOf, normalizeEndpoint } from './blob-endpoint.js'
import { parseConnectionString, type ConnectionString } from './connection-string.js'

const owner = 'AzureBlobFilesystem'

/** Options that were checked, and what they come to. */
export interface ResolvedAzureOptions {
  readonly options: AzureBlobFilesystemOptions
  readonly account: AzureContainer
}

/** Checks options and settles where the container is and how requests are authorised. Throws `SandboxError` INVALID_ARGUMENT. */
export function resolveAzureOptions(given: AzureBlobFilesystemOptions): ResolvedAzureOptions {
  const { options } = resolveOptions(azureBlobOptionsSchema, given, { owner })
  const { container = '', connectionString } = options
  const parts = connectionString === undefined ? undefined : parseConnectionString(connectionString)
  const { endpoint, accountName } = resolveAddress(options, parts)
  const credential = chooseCredential(parts ?? options, accountName)
  if (credential.kind === 'anonymous' && options.endpoint !== undefined) {
    throw invalidArgument({
      name: `${owner} option endpoint`,
      expected:
        'credentials beside an endpoint of your own: connectionString, accountKey, sasToken or useDefaultCredential',
      given: options.endpoint,
    })
  }
  return { options, account: { endpoint, container, accountName, credential } }
}

function resolveAddress(
  options: AzureBlobFilesystemOptions,
  parts: ConnectionString | undefined,
): { endpoint: string; accountName: string | undefined } {
  const named = parts?.accountName ?? options.accountName
  const usual = named === undefined ? undefined : `https://${named}.blob.core.windows.net`
  const given = options.endpoint ?? parts?.endpoint ?? usual
  const endpoint = given === undefined ? undefined : normalizeEndpoint(given, named)
  if (endpoint === undefined) {
    const expected = 'a value, or else connectionString or endpoint'
    throw invalidArgument({ name: `${owner} option accountName`, expected, given: undefined })
  }
  return { endpoint, accountName: named ?? accountOf(endpoint) }
}

function chooseCredential(
  options: Pick<AzureBlobFilesystemOptions, 'accountKey' | 'sasToken' | 'useDefaultCredential'>,
  accountName: string | undefined,
): AzureCredential {
  const { accountKey, sasToken, useDefaultCredential } = options
  if (accountKey !== undefined) {
    if (accountName !== undefined) return { kind: 'key', accountName, accountKey }
    const expected = 'the account that accountKey belongs to, which the endpoint does not name'
    throw invalidArgument({ name: `${owner} option accountName`, expected, given: undefined })
  }
  if (sasToken !== undefined) return { kind: 'sas', sasToken: sasToken.replace(/^\?/, '') }
  return { kind: useDefaultCredential === true ? 'default' : 'anonymous' }
}

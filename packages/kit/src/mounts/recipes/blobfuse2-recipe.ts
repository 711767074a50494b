import { sh } from '@caisson/core/driver'
import { invalidArgument } from '@caisson/core/workspace'
import type { AzureBlobMountConfig } from '../mount-config.js'
import { azureAccount, type AzureAccount } from './azure-account.js'
import type { MountRecipe } from './mount-recipe.js'

/** Mounts a container of Azure Blob Storage; without credentials the tool mounts nothing, not even what is public. Its secrets are in a file of its own, never in its arguments. */
export function blobfuse2Recipe(config: AzureBlobMountConfig): MountRecipe {
  const account = azureAccount(config)
  if (account.mode === 'none') {
    const expected = 'a connection string with credentials, a key, a signature or useDefaultCredential'
    throw invalidArgument({ name: 'credentials', expected, given: undefined })
  }
  const readOnly = config.readOnly === true
  return {
    tool: 'blobfuse2',
    command: sh`setsid blobfuse2 mount "$path" --config-file="$private/config.yaml" --tmp-path="$cache" -o uid="$uid" -o gid="$gid"\${everyone:+ --allow-other}`,
    address: account.endpoint,
    files: { 'config.yaml': configurationText(config, account, readOnly) },
    environment: {},
    readOnly,
    anonymous: false,
    secrets: account.secret === undefined ? [] : [account.secret],
  }
}

const secretFields = { key: 'account-key', sas: 'sas' } as const

function configurationText(config: AzureBlobMountConfig, account: AzureAccount, readOnly: boolean): string {
  const { mode, secret } = account
  return `foreground: false
read-only: ${readOnly}
logging:
  type: silent
components:
  - libfuse
  - file_cache
  - attr_cache
  - azstorage
libfuse:
  attribute-expiration-sec: 10
  entry-expiration-sec: 10
  negative-entry-expiration-sec: 1
file_cache:
  timeout-sec: 10
attr_cache:
  timeout-sec: 10
azstorage:
  type: block
  mode: ${mode}
  account-name: ${quote(account.name)}
  container: ${quote(config.container)}
  endpoint: ${quote(account.endpoint)}
  use-http: ${account.endpoint.startsWith('http:')}
  virtual-directory: true
  max-retries: 3
  max-retry-timeout-sec: 30
${mode === 'key' || mode === 'sas' ? `  ${secretFields[mode]}: ${quote(secret ?? '')}\n` : ''}${
    config.prefix === undefined ? '' : `  subdirectory: ${quote(config.prefix)}\n`
  }`
}

/** JSON's strings are YAML's double-quoted ones. */
function quote(text: string): string {
  return JSON.stringify(text)
}

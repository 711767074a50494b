import { invalidArgument } from '@caisson/core/workspace'
import type { AzureBlobMountConfig } from '../mount-config.js'

/** Where a container is and how to sign in. */
export interface AzureAccount {
  readonly name: string
  /** Address of the account's blobs, with its scheme and without a slash at the end. */
  readonly endpoint: string
  readonly mode: 'key' | 'sas' | 'msi' | 'none'
  readonly secret?: string | undefined
}

/** Account of the vendor's local emulator; name and key are published and the same for everybody. */
const developmentAccount = {
  AccountName: 'devstoreaccount1',
  AccountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  BlobEndpoint: 'http://127.0.0.1:10000/devstoreaccount1',
}

/** Reads what a configuration says of the account: from the connection string if there is one, else from its fields. */
export function azureAccount(config: AzureBlobMountConfig): AzureAccount {
  const stated = config.connectionString === undefined ? {} : parseConnectionString(config.connectionString)
  const given = stated.UseDevelopmentStorage === 'true' ? { ...developmentAccount, ...stated } : stated
  const credentials = config.connectionString === undefined ? credentialsOf(config) : statedCredentials(given)
  const endpointText = given.BlobEndpoint ?? config.endpoint
  const name = given.AccountName ?? config.accountName ?? nameIn(endpointText)
  if (name === undefined) {
    throw invalidArgument({ name: 'accountName', expected: 'the name of the account', given: undefined })
  }
  return { name, endpoint: endpointOf(endpointText, name, given), ...credentials }
}

function credentialsOf(config: AzureBlobMountConfig): Pick<AzureAccount, 'mode' | 'secret'> {
  if (config.accountKey !== undefined) return { mode: 'key', secret: config.accountKey }
  if (config.sasToken !== undefined) return { mode: 'sas', secret: withoutQuestionMark(config.sasToken) }
  return { mode: config.useDefaultCredential === true ? 'msi' : 'none' }
}

function statedCredentials(given: Partial<Record<string, string>>): Pick<AzureAccount, 'mode' | 'secret'> {
  if (given.AccountKey !== undefined) return { mode: 'key', secret: given.AccountKey }
  if (given.SharedAccessSignature === undefined) return { mode: 'none' }
  return { mode: 'sas', secret: withoutQuestionMark(given.SharedAccessSignature) }
}

function withoutQuestionMark(token: string): string {
  return token.replace(/^\?/, '')
}

function endpointOf(text: string | undefined, name: string, given: Partial<Record<string, string>>): string {
  if (text === undefined) {
    return `${given.DefaultEndpointsProtocol ?? 'https'}://${name}.blob.${given.EndpointSuffix ?? 'core.windows.net'}`
  }
  return (/^https?:\/\//i.test(text) ? text : `https://${text}`).replace(/\/+$/, '')
}

/** The first label of a host like `account.blob.core.windows.net`; an address by number has the account in its path. */
function nameIn(endpoint: string | undefined): string | undefined {
  if (endpoint === undefined) return undefined
  const [host = '', path] = endpoint.replace(/^https?:\/\//i, '').split('/')
  return host.includes('.blob.') ? host.split('.')[0] : path
}

function parseConnectionString(text: string): Partial<Record<string, string>> {
  const fields = text.split(';').map((field) => field.trim())
  return Object.fromEntries(
    fields
      .filter((field) => field.includes('='))
      .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]),
  )
}

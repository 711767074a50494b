/** What a connection string of Azure Storage says of the blobs of an account. */
export interface ConnectionString {
  readonly accountName?: string | undefined
  readonly accountKey?: string | undefined
  readonly sasToken?: string | undefined
  readonly endpoint?: string | undefined
}

/** The account of every local emulator. Its key is public, and the same everywhere. */
const developmentAccount = {
  accountName: 'devstoreaccount1',
  accountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  endpoint: 'http://127.0.0.1:10000/devstoreaccount1',
} as const satisfies ConnectionString

const defaultSuffix = 'core.windows.net'

/** Reads a connection string. `undefined` when it names no account to talk to, or has no credentials. */
export function parseConnectionString(text: string): ConnectionString | undefined {
  const fields = readFields(text)
  if (fields === undefined) return undefined
  if (fields.get('UseDevelopmentStorage')?.toLowerCase() === 'true') return developmentAccount
  const accountName = fields.get('AccountName')
  const accountKey = fields.get('AccountKey')
  const sasToken = fields.get('SharedAccessSignature')
  const endpoint = fields.get('BlobEndpoint') ?? usualEndpoint(fields, accountName)
  if (endpoint === undefined || (accountKey === undefined && sasToken === undefined)) return undefined
  if (accountKey !== undefined && accountName === undefined) return undefined
  return { accountName, accountKey, sasToken, endpoint }
}

/** `name=value` pairs between semicolons; values may hold equals signs. */
function readFields(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const part of text.split(';')) {
    const pair = part.trim()
    if (pair === '') continue
    const at = pair.indexOf('=')
    if (at < 1) return undefined
    const value = pair.slice(at + 1).trim()
    if (value !== '') fields.set(pair.slice(0, at).trim(), value)
  }
  return fields
}

function usualEndpoint(fields: ReadonlyMap<string, string>, accountName: string | undefined): string | undefined {
  if (accountName === undefined) return undefined
  const protocol = fields.get('DefaultEndpointsProtocol') ?? 'https'
  const suffix = fields.get('EndpointSuffix') ?? defaultSuffix
  return `${protocol}://${accountName}.blob.${suffix}`
}

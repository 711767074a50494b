import type { GCSCredentials } from './gcs-credentials.js'

/** Credentials, or where they are. */
export type CredentialSource =
  | { readonly kind: 'value'; readonly credentials: GCSCredentials }
  | { readonly kind: 'file'; readonly file: string }

/** Reads what stands for credentials: an object, its JSON, or the path of a file with that. `undefined` for anything else. */
export function parseCredentials(given: unknown): CredentialSource | undefined {
  if (typeof given !== 'string') return toValue(given)
  const text = given.trim()
  if (text.startsWith('{')) return parseKey(text)
  return text === '' || /\p{Cc}/u.test(given) ? undefined : { kind: 'file', file: given }
}

/** Reads the JSON of a key file. */
export function parseKey(text: string): CredentialSource | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return toValue(value)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function toValue(value: unknown): CredentialSource | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const credentials: GCSCredentials = { ...value }
  const { client_email: email, private_key: key, type } = credentials
  if (key === undefined || email === undefined) {
    const isOtherKind = typeof type === 'string' && type !== '' && type !== 'service_account'
    return isOtherKind ? { kind: 'value', credentials } : undefined
  }
  if (typeof key !== 'string' || typeof email !== 'string') return undefined
  return { kind: 'value', credentials: { ...credentials, private_key: withLineFeeds(key) } }
}

/** On its way through an environment variable a key often got two characters for each line feed. */
function withLineFeeds(key: string): string {
  return key.replaceAll(String.raw`\r`, '').replaceAll(String.raw`\n`, '\n')
}

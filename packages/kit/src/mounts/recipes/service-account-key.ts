import { invalidArgument } from '@caisson/core/workspace'

/**
 * A service account's key as one line of JSON. Keys that came through an environment variable often have `\n` written out
 * twice; the private key gets real line ends again.
 */
export function normalizeServiceAccountKey(text: string): string {
  const key = parseKey(text)
  const { private_key: privateKey } = key
  if (typeof privateKey !== 'string') return `${JSON.stringify(key)}\n`
  return `${JSON.stringify({ ...key, private_key: privateKey.replaceAll('\\n', '\n') })}\n`
}

function parseKey(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidArgument({ name: 'serviceAccountKey', expected: 'JSON of a service account', given: text, secret: true })
}

import type { IncomingMessage } from 'node:http'

function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Any key will do, unless the emulator was told which. */
export function isKnownKey(key: string | undefined, known: readonly string[]): boolean {
  return key !== undefined && key !== '' && (known.length === 0 || known.includes(key))
}

export function hasKnownKey(request: IncomingMessage, known: readonly string[]): boolean {
  return isKnownKey(bearerOf(request), known)
}

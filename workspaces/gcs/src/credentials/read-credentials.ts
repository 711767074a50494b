import { readFile } from 'node:fs/promises'
import { invalidArgument } from '@caisson/core/workspace'
import type { GCSCredentials } from './gcs-credentials.js'
import { parseKey, type CredentialSource } from './parse-credentials.js'

/**
 * The credentials themselves, read from their file on this host if need be; `undefined` where there are none.
 *
 * Throws `SandboxError` INVALID_ARGUMENT when the file cannot be read or holds something else.
 */
export async function readCredentials(source: CredentialSource | undefined): Promise<GCSCredentials | undefined> {
  if (source?.kind !== 'file') return source?.credentials
  const { file } = source
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause) return undefined
    throw cause
  })
  const found = text === undefined ? undefined : parseKey(text)
  if (found?.kind === 'value') return found.credentials
  const expected = text === undefined ? 'the path of a file that can be read' : 'a file that holds a key as JSON'
  throw invalidArgument({ name: 'GCSFilesystem option credentials', expected, given: file })
}

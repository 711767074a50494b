import type { FileContent, FileEncoding } from '../../contract/filesystem.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { checkEncoding } from './check-encoding.js'

/** What text in an encoding may consist of; Node would drop the rest silently. */
const alphabets: Partial<Record<FileEncoding, { pattern: RegExp; expected: string }>> = {
  base64: { pattern: /^[\w+/\s-]*={0,2}\s*$/, expected: 'base64 text' },
  hex: { pattern: /^(?:[0-9a-f]{2})*$/i, expected: 'an even number of hex digits' },
}

/**
 * The bytes to store. Bytes pass as they are, whatever the encoding.
 *
 * @throws SandboxError `INVALID_ARGUMENT` for an unknown encoding, for content that is neither text nor bytes, and for
 *   text that is not in the encoding.
 */
export function encodeContent(content: FileContent, encoding?: FileEncoding): Buffer {
  checkEncoding(encoding)
  if (content instanceof Uint8Array) return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (typeof content !== 'string') {
    throw invalidArgument({ name: 'content', expected: 'a string or a Uint8Array', given: content })
  }
  const alphabet = encoding === undefined ? undefined : alphabets[encoding]
  if (alphabet && !alphabet.pattern.test(content)) {
    throw invalidArgument({ name: 'content', expected: alphabet.expected, given: content, secret: true })
  }
  return Buffer.from(content, encoding ?? 'utf8')
}

import type { FileEncoding } from '../../contract/filesystem.js'
import { encodeContent } from './encode-content.js'

/**
 * The bytes of a content that comes in pieces. A character that is cut between two strings stays whole; of `base64` and
 * `hex` each piece must be complete in itself.
 *
 * @throws SandboxError `INVALID_ARGUMENT` for a piece that is neither string nor bytes, or not in the encoding
 */
export async function* encodePieces(
  pieces: AsyncIterable<Uint8Array | string>,
  encoding?: FileEncoding,
): AsyncGenerator<Buffer, void, undefined> {
  let cut = ''
  for await (const piece of pieces) {
    const whole = typeof piece === 'string' ? cut + piece : piece
    if (typeof whole !== 'string' && cut !== '') yield encodeContent(cut, encoding)
    cut = typeof whole === 'string' && endsInHalf(whole) ? whole.slice(-1) : ''
    const content = encodeContent(typeof whole === 'string' && cut !== '' ? whole.slice(0, -1) : whole, encoding)
    if (content.length > 0) yield content
  }
  if (cut !== '') yield encodeContent(cut, encoding)
}

/** Whether the last unit is the first half of a surrogate pair. */
function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

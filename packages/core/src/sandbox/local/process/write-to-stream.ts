import type { Writable } from 'node:stream'

/** Writes; resolves when the system took the bytes over, rejects with what `makeError` makes of the failure. */
export function writeToStream(
  stream: Writable,
  data: string | Uint8Array,
  makeError: (cause: unknown) => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!stream.writable) {
      reject(makeError(undefined))
      return
    }
    stream.write(data, (error) => {
      if (error) reject(makeError(error))
      else resolve()
    })
  })
}

import { createHash } from 'node:crypto'

/** As long as a nonce that does not change. */
const nonceLength = 36

/**
 * The nonces of the pieces of one stream, in their order: each comes from the secret and the place of the piece, so that
 * those that were seen tell nothing of the next. The runner makes the same ones.
 */
export function createNonces(secret: string): () => string {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${secret}:${count}`).digest('hex').slice(0, nonceLength)
  }
}

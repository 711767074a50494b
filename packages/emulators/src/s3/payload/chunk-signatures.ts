import { s3Failure } from '../errors/s3-failure.js'
import type { SigningKey } from '../signing/signing-key.js'
import { sha256Hex } from '../signing/signing-key.js'

const emptyHash = sha256Hex('')

/** Verifies a chain of signatures: each builds on the one before, the first on that of the request. */
export class ChunkSignatures {
  readonly #key: SigningKey
  #previous: string

  constructor(key: SigningKey, seed: string) {
    this.#key = key
    this.#previous = seed
  }

  /** `sha256`: of the chunk, in hexadecimal. */
  verifyChunk(signature: string | undefined, sha256: string): void {
    this.#verify(signature, this.#key.sign('AWS4-HMAC-SHA256-PAYLOAD', this.#previous, emptyHash, sha256))
  }

  verifyTrailers(signature: string | undefined, trailers: ReadonlyMap<string, string>): void {
    const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('')
    this.#verify(signature, this.#key.sign('AWS4-HMAC-SHA256-TRAILER', this.#previous, sha256Hex(text)))
  }

  #verify(signature: string | undefined, expected: string): void {
    if (signature !== expected) throw s3Failure('SignatureDoesNotMatch')
    this.#previous = expected
  }
}

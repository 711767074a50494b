import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { makeTable32, makeTable64 } from './crc-tables.js'

/** A checksum in the making. */
export interface Digest {
  update(bytes: Uint8Array): void
  /** The checksum with its most significant byte first. */
  finish(): Buffer
}

function hash(name: string): Digest {
  const state = createHash(name)
  return { update: (bytes) => void state.update(bytes), finish: () => state.digest() }
}

function bigEndian(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(words.length * 4)
  for (const [index, word] of words.entries()) buffer.writeUInt32BE(word >>> 0, index * 4)
  return buffer
}

function cyclic32(): Digest {
  let value = 0
  return {
    update: (bytes) => {
      value = crc32(bytes, value)
    },
    finish: () => bigEndian(value),
  }
}

const castagnoli = makeTable32(0x82f6_3b78)

function cyclic32c(): Digest {
  let value = 0xffff_ffff
  return {
    update: (bytes) => {
      let state = value
      for (const byte of bytes) state = (castagnoli[(state ^ byte) & 0xff] ?? 0) ^ (state >>> 8)
      value = state
    },
    finish: () => bigEndian(~value),
  }
}

const nvme = makeTable64(0x9a6c_9329_ac4b_c9b5n)

function cyclic64(): Digest {
  let [high, low] = [0xffff_ffff, 0xffff_ffff]
  return {
    update: (bytes) => {
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff
        low = (nvme.low[index] ?? 0) ^ ((low >>> 8) | (high << 24))
        high = (nvme.high[index] ?? 0) ^ (high >>> 8)
      }
    },
    finish: () => bigEndian(~high, ~low),
  }
}

/** A checksum's name. */
export type DigestName = 'md5' | 'sha1' | 'sha256' | 'crc32' | 'crc32c' | 'crc64nvme'

const makers: Readonly<Record<DigestName, () => Digest>> = {
  md5: () => hash('md5'),
  sha1: () => hash('sha1'),
  sha256: () => hash('sha256'),
  crc32: cyclic32,
  crc32c: cyclic32c,
  crc64nvme: cyclic64,
}

/** Checksums by their names. */
export type Digests = Readonly<Partial<Record<DigestName, Buffer>>>

export function isDigestName(name: string): name is DigestName {
  return Object.hasOwn(makers, name)
}

/** Several checksums of the same bytes. */
export class DigestSet {
  readonly #digests: readonly (readonly [DigestName, Digest])[]

  constructor(names: readonly DigestName[]) {
    this.#digests = [...new Set(names)].map((name) => [name, makers[name]()])
  }

  update(bytes: Uint8Array): void {
    for (const [, digest] of this.#digests) digest.update(bytes)
  }

  finish(): Digests {
    return Object.fromEntries(this.#digests.map(([name, digest]) => [name, digest.finish()]))
  }
}

export function digestOf(name: DigestName, bytes: Uint8Array): Buffer {
  const digest = makers[name]()
  digest.update(bytes)
  return digest.finish()
}

import { expect, test } from 'vitest'
import { digestOf, type DigestName } from '../../src/objects/index.js'

// The published check values of each checksum.
test.each([
  ['md5', '25f9e794323b453885f5181f1b624d0b'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ['crc32', 'cbf43926'],
  ['crc32c', 'e3069283'],
  ['crc64nvme', 'ae8b14860a799888'],
] as const satisfies readonly (readonly [DigestName, string])[])('%s of nine digits', (name, expected) => {
  expect(digestOf(name, Buffer.from('123456789')).toString('hex')).toBe(expected)
})

import { expect, test } from 'vitest'
import { boundaryOf, RelatedReader } from '../../src/gcs/wire/related-reader.js'

const content = Buffer.concat([
  Buffer.from('\r\n--bound\r\n--\r\n\r\n--boundar'),
  Buffer.from([0, 0xff, 0x0d, 0x0a]),
  Buffer.from('\r'),
])
const body = Buffer.concat([
  Buffer.from('--boundary\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--boundary\r\ncontent-type: a/b\r\n\r\n'),
  content,
  Buffer.from('\r\n--boundary--\r\n'),
])

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const piece of source) found.push(piece)
  return Buffer.concat(found)
}

test('reads the parts of a body however it is cut into pieces', async () => {
  for (let size = 1; size <= body.length; size += 1) {
    const reader = new RelatedReader(pieces(body, size), 'boundary')
    expect((await reader.next()).get('content-type')).toBe('application/json')
    expect((await all(reader.content())).toString()).toBe('{"a":1}')
    expect((await reader.next()).get('content-type')).toBe('a/b')
    expect((await all(reader.content())).equals(content)).toBe(true)
    await expect(reader.next()).rejects.toMatchObject({ status: 400 })
  }
})

test('a part that is not read is passed over, and a body without an end is refused', async () => {
  const reader = new RelatedReader(pieces(body.subarray(0, -12), 7), 'boundary')
  await reader.next()
  expect((await reader.next()).get('content-type')).toBe('a/b')
  await expect(all(reader.content())).rejects.toMatchObject({ status: 400 })
})

test('finds the boundary in the type of a body', () => {
  expect(boundaryOf('multipart/related; boundary=abc')).toBe('abc')
  expect(boundaryOf('Multipart/Related; type="application/json"; boundary="a b;c"; x=1')).toBe('a b;c')
  for (const type of [undefined, 'application/json', 'multipart/related', 'multipart/form-data; boundary=x']) {
    expect(() => boundaryOf(type)).toThrow('multipart/related')
  }
})

import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CutStream, limitBytes, limitToFirstEnvelope, limitToFirstPiece } from '../../src/http/cut-stream.js'

function envelope(text: string): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(text.length, 1)
  return Buffer.concat([head, Buffer.from(text)])
}

/** What passes before the cut. */
async function cut(stream: (onCut: () => void) => CutStream, chunks: readonly Buffer[]): Promise<Buffer> {
  const passed: Buffer[] = []
  await new Promise<void>((resolve) => {
    const cutting = stream(resolve)
    cutting.on('data', (chunk: Buffer) => passed.push(chunk))
    Readable.from(chunks).pipe(cutting)
  })
  return Buffer.concat(passed)
}

const bytes = [Buffer.from('abc'), Buffer.from('defgh')]

test.each([
  [0, ''],
  [2, 'ab'],
  [3, 'abc'],
  [5, 'abcde'],
  [100, 'abcdefgh'],
])('lets %i bytes through', async (limit, expected) => {
  expect((await cut((onCut) => new CutStream(limitBytes(limit), onCut), bytes)).toString()).toBe(expected)
})

test('lets the first piece through', async () => {
  expect((await cut((onCut) => new CutStream(limitToFirstPiece, onCut), bytes)).toString()).toBe('abc')
})

test('lets the first event of a stream through, however it is divided', async () => {
  const whole = Buffer.concat([envelope('first'), envelope('second')])
  for (const size of [1, 3, 7, 100]) {
    const chunks: Buffer[] = []
    for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size))
    const passed = await cut((onCut) => new CutStream(limitToFirstEnvelope, onCut), chunks)
    expect(passed).toEqual(envelope('first'))
  }
})

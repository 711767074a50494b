import { describe, expect, it } from 'vitest'
import { MarkedStream } from '../../src/relay/marked-stream.js'

const id = 'abc123'
const mark = `\u001F${id} `
const whole = (body: string): Buffer => Buffer.from(`noise${mark}begin\n${body}${mark}end 143 15\n`)

/** Everything that a stream gives for some chunks. */
function pushAll(stream: MarkedStream, chunks: readonly Uint8Array[]): { text: string; isLossy: boolean } {
  const data: Uint8Array[] = []
  for (const chunk of chunks) {
    const piece = stream.push(chunk)
    data.push(piece.data)
    if (piece.isLossy) return { text: Buffer.concat(data).toString(), isLossy: true }
  }
  return { text: Buffer.concat(data).toString(), isLossy: false }
}

describe('MarkedStream', () => {
  const bodies = ['', 'text', '\u001F', `\u001F\u001F${id}`, `${mark.slice(0, 4)}x`, `a\u001F${id}\u001Fb`, '\uFEFFé']

  it.each(bodies)('gives %j, in whatever pieces it comes', (body) => {
    const bytes = whole(body)
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks: Buffer[] = []
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
      const stream = new MarkedStream(id, false)
      expect(pushAll(stream, chunks).text).toBe(body)
      expect(stream.end).toEqual({ kind: 'end', status: 143, signal: 15 })
      expect(stream.deliveredBytes).toBe(Buffer.byteLength(body))
    }
  })

  it('is not ended by the mark of another command', () => {
    const stream = new MarkedStream(id, false)
    const other = '\u001Fabc124 end 0 0\n'
    expect(pushAll(stream, [whole(other)]).text).toBe(other)
  })

  it('drops what comes before the beginning and after the end, losses included', () => {
    const stream = new MarkedStream(id, true)
    const bytes = Buffer.concat([Buffer.from('\uFFFD'), whole('in'), Buffer.from('\uFFFDafter')])
    expect(pushAll(stream, [bytes])).toEqual({ text: 'in', isLossy: false })
  })

  it('stops before a loss, and reads on exactly there in the file', () => {
    const stream = new MarkedStream(id, true)
    expect(pushAll(stream, [whole('before\uFFFDafter')])).toEqual({ text: 'before', isLossy: true })
    expect([stream.deliveredBytes, stream.end]).toEqual([6, undefined])
    stream.readFile()
    expect(stream.push(Buffer.from('\uFFFDrest\u001F')).data).toEqual(Buffer.from('\uFFFDrest'))
    expect(Buffer.from(stream.flush()).toString()).toBe('\u001F')
    expect(stream.deliveredBytes).toBe(6 + 3 + 4 + 1)
  })

  it('tells why a command was not started', () => {
    const stream = new MarkedStream(id, false)
    stream.push(Buffer.from(`${mark}begin\n${mark}fail space\n`))
    expect(stream.end).toEqual({ kind: 'fail', reason: 'space' })
  })
})

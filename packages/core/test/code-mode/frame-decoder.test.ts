import { FRAME_PREFIX, FrameDecoder } from '@caisson/core'
import { describe, expect, it } from 'vitest'

const nonce = 'n-1'
const marker = FRAME_PREFIX + nonce

/** Decodes a stream that arrives in the given chunks. */
function decode(
  chunks: readonly Buffer[],
  options: { nonce?: string | undefined; maxFrameBytes?: number } = {},
): unknown {
  const frames: string[] = []
  let text = ''
  let overflows = 0
  const decoder = new FrameDecoder(
    { nonce: 'nonce' in options ? options.nonce : nonce, maxFrameBytes: options.maxFrameBytes ?? 1e9 },
    {
      frame: (json) => frames.push(json.toString()),
      text: (bytes) => (text += bytes.toString('latin1')),
      overflow: () => (overflows += 1),
    },
  )
  for (const chunk of chunks) decoder.push(chunk)
  decoder.end()
  return { frames, text, overflows }
}

describe('frames are found', () => {
  it('anywhere in the stream, in pieces, and however the stream is cut', () => {
    const text = `noise${marker}.{"a":1}\nmore\n${marker}+{"b"\n${marker}.:2}\n\0CODE${FRAME_PREFIX}other.{}\n${marker.slice(0, -1)}`
    const bytes = Buffer.from(text, 'latin1')
    const whole = {
      frames: ['{"a":1}', '{"b":2}'],
      text: `noisemore\n\0CODE${FRAME_PREFIX}other.{}\n${marker.slice(0, -1)}`,
      overflows: 0,
    }
    expect(decode([bytes])).toEqual(whole)
    for (let at = 1; at < bytes.length; at += 1)
      expect(decode([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    expect(decode([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole)
  })

  it('each with a nonce of its own, where they are given in turn: one that was used is text', () => {
    let count = 0
    const frames: string[] = []
    let text = ''
    const decoder = new FrameDecoder(
      { nonce: () => `n-${(count += 1)};`, maxFrameBytes: 100 },
      { frame: (json) => frames.push(json.toString()), text: (bytes) => (text += bytes.toString()), overflow: () => 0 },
    )
    const forged = `${FRAME_PREFIX}n-1;.[9]\n`
    const parts = [`${FRAME_PREFIX}n-1;+[1`, `\n${FRAME_PREFIX}n-2;.]\n`, forged, `${FRAME_PREFIX}n-3;.[2]\n`]
    for (const part of parts) decoder.push(Buffer.from(part))
    decoder.end()
    expect([frames, text]).toEqual([['[1]', '[2]'], forged])
  })

  it('in linear time', () => {
    const megabytes = 32
    const chunks = Array.from({ length: megabytes * 16 }, () => Buffer.alloc(65_536, 120))
    const startedAt = performance.now()
    const result = decode([Buffer.from(`${marker}.`), ...chunks, Buffer.from('\n')]) as { frames: string[] }
    expect(result.frames[0]?.length).toBe(megabytes * 1024 * 1024)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  it('with the bare prefix only when that was asked for', () => {
    const plain = Buffer.from(`x${FRAME_PREFIX}{"a":1}\n`)
    expect(decode([plain])).toEqual({ frames: [], text: plain.toString('latin1'), overflows: 0 })
    expect(decode([plain], { nonce: undefined })).toEqual({ frames: ['{"a":1}'], text: 'x', overflows: 0 })
  })

  it('up to the limit; beyond it decoding stops', () => {
    const fits = Buffer.from(`${marker}.12345\n`)
    expect(decode([fits], { maxFrameBytes: 6 })).toMatchObject({ frames: ['12345'], overflows: 0 })
    const tooLong = Buffer.from(`${marker}+12345\n${marker}.6\n${marker}.7\n`)
    expect(decode([tooLong], { maxFrameBytes: 6 })).toEqual({ frames: [], text: '', overflows: 1 })
  })
})

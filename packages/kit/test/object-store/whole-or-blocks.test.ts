import { describe, expect, it } from 'vitest'
import { wholeOrBlocks } from '../../src/object-store.js'
import { collect } from './support/collect.js'

async function* bytes(count: number, end: () => void = () => undefined): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < count; at += 1) yield Uint8Array.of(at)
  } finally {
    end()
  }
}

describe('a source', () => {
  it.each([0, 1, 4])('of %d bytes is whole', async (count) => {
    const { whole, blocks } = await wholeOrBlocks(bytes(count), () => 4)
    expect(blocks).toBeUndefined()
    expect([...(whole ?? [])]).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  it.each([5, 8, 9])('of %d bytes comes in blocks', async (count) => {
    const { whole, blocks } = await wholeOrBlocks(bytes(count), () => 4)
    expect(whole).toBeUndefined()
    const all = await collect(blocks ?? [])
    expect(all.map(({ length }) => length)).toEqual(count === 9 ? [4, 4, 1] : [4, count - 4])
    expect(Buffer.concat(all)).toEqual(Buffer.from(Array.from({ length: count }, (_, at) => at)))
  })

  it.each([1, 3])('is let go of by a reader that has enough after %d blocks', async (enough) => {
    let isOver = false
    const source = bytes(100, () => {
      isOver = true
    })
    const { blocks } = await wholeOrBlocks(source, () => 4)
    let seen = 0
    for await (const _ of blocks ?? []) {
      seen += 1
      if (seen === enough) break
    }
    expect(isOver).toBe(true)
  })

  it('that fails is an error at once, or where it fails', async () => {
    const failure = new TypeError('broken')
    const failing = async function* (count: number): AsyncGenerator<Uint8Array> {
      yield* bytes(count)
      throw failure
    }
    await expect(wholeOrBlocks(failing(3), () => 4)).rejects.toBe(failure)
    const { blocks } = await wholeOrBlocks(failing(9), () => 4)
    await expect(collect(blocks ?? [])).rejects.toBe(failure)
  })
})

import { expect, it } from 'vitest'
import { toBlocks } from '../../src/object-store/to-blocks.js'
import { collect } from './support/collect.js'

async function* pieces(...sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let next = 0
  for (const size of sizes) {
    yield Uint8Array.from({ length: size }, () => next++ % 256)
  }
}

it.each([
  ['nothing', [], [0]],
  ['empty pieces', [0, 0], [0]],
  ['less than a block', [3], [3]],
  ['exactly a block', [2, 2], [4]],
  ['exactly two blocks in one piece', [8], [4, 4]],
  ['pieces across blocks', [3, 3, 3], [4, 4, 1]],
  ['a piece of many blocks', [1, 11], [4, 4, 4]],
])('cuts %s', async (_, sizes, expected) => {
  const blocks = await collect(toBlocks(pieces(...sizes), () => 4))
  expect(blocks.map(({ length }) => length)).toEqual(expected)
  expect(Buffer.concat(blocks)).toEqual(Buffer.concat(await collect(pieces(...sizes))))
})

it('asks for the size of each block', async () => {
  const blocks = await collect(toBlocks(pieces(10), (number) => number + 1))
  expect(blocks.map(({ length }) => length)).toEqual([1, 2, 3, 4])
})

it('lets go of a source whose reader has enough', async () => {
  let isOver = false
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(3)
    } finally {
      isOver = true
    }
  }
  for await (const block of toBlocks(source(), () => 4)) {
    expect(block.length).toBe(4)
    break
  }
  expect(isOver).toBe(true)
})

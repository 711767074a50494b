import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useEmulator } from '../support/buckets.js'

const buckets = useEmulator()

const pieceBytes = 2 ** 20
const pieces = 512
/** Far less than the content: blocks on their way, buffers of the network, and the collector's slack. The emulator is in this process, and keeps contents on disk. */
const largestGrowthBytes = 250 * 2 ** 20

/** Samples the memory of this process until it is stopped. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let largest = before
  const stopper = new AbortController()
  const sample = async (): Promise<void> => {
    while (!stopper.signal.aborted) {
      largest = Math.max(largest, process.memoryUsage.rss())
      await wait(50)
    }
  }
  void sample()
  return {
    stop: () => {
      stopper.abort()
      return largest - before
    },
  }
}

it('half a gigabyte goes there and back whole, in bounded memory', { timeout: 240_000 }, async () => {
  const filesystem = buckets.filesystem()
  await filesystem.init()
  const sent = createHash('sha256')
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for (let number = 0; number < pieces; number += 1) {
      const piece = Buffer.alloc(pieceBytes, `piece ${number} `)
      sent.update(piece)
      yield piece
    }
  }
  const memory = watchMemory()
  await filesystem.writeStream('large', source())
  const received = createHash('sha256')
  let bytes = 0
  for await (const data of await filesystem.readStream('large')) {
    const piece = data as Buffer
    bytes += piece.length
    received.update(piece)
  }
  const growth = memory.stop()
  expect(bytes).toBe(pieces * pieceBytes)
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  expect(growth).toBeLessThan(largestGrowthBytes)
})

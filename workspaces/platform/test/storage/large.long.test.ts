import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { useFiles } from './support/files.js'

const files = useFiles()

const pieceBytes = 2 ** 20
const pieces = 512
/** Far less than the content: what is on its way, and the collector's slack. The emulator is in this process. */
const largestGrowthBytes = 250 * 2 ** 20

it('half a gigabyte goes there and back whole, in bounded memory', async () => {
  const filesystem = files.open()
  const before = process.memoryUsage.rss()
  let largest = before
  const sampling = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss())
  }, 50)
  try {
    const [sent, received] = [createHash('sha256'), createHash('sha256')]
    const source = async function* (): AsyncGenerator<Uint8Array> {
      for (let number = 0; number < pieces; number += 1) {
        const piece = Buffer.alloc(pieceBytes, `piece ${number} `)
        sent.update(piece)
        yield piece
      }
    }
    await filesystem.writeStream('large', source())
    expect(await filesystem.stat('large')).toMatchObject({ size: pieces * pieceBytes })
    for await (const data of await filesystem.readStream('large')) received.update(data as Buffer)
    expect(received.digest('hex')).toBe(sent.digest('hex'))
  } finally {
    clearInterval(sampling)
  }
  expect(largest - before).toBeLessThan(largestGrowthBytes)
})

import { createHash, type Hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'

const mebibyte = 1024 * 1024
const emulated = useEmulator()

/** The most memory in buffers that was seen; the emulator, which is in this process too, keeps large contents in files. */
class Watermark {
  #mostBytes = 0

  look(): void {
    this.#mostBytes = Math.max(this.#mostBytes, process.memoryUsage().arrayBuffers)
  }

  get mebibytes(): number {
    return this.#mostBytes / mebibyte
  }
}

async function* gibibyte(hash: Hash, watermark: Watermark): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < 1024; index++) {
    const piece = Buffer.alloc(mebibyte, `piece ${index} `)
    hash.update(piece)
    watermark.look()
    yield piece
  }
}

it('BR-153 a gigabyte goes there and back whole, in bounded memory', async () => {
  const filesystem = emulated.make()
  const written = createHash('sha256')
  const watermark = new Watermark()
  await filesystem.writeStream('large.bin', gibibyte(written, watermark))
  const read = createHash('sha256')
  for await (const piece of await filesystem.readStream('large.bin')) {
    read.update(piece as Uint8Array)
    watermark.look()
  }
  expect(read.digest('hex')).toBe(written.digest('hex'))
  expect((await filesystem.stat('large.bin')).size).toBe(1024 * mebibyte)
  expect(watermark.mebibytes).toBeLessThan(512)
})

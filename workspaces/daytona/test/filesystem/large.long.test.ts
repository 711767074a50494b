import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DaytonaDisk } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
const gibibyte = 1024 ** 3
const pieceBytes = 1024 * 1024
/** The client, the emulator and this test are one process. */
const mostGrownBytes = 400 * 1024 * 1024

/** Highest memory of this process beyond what it has now, until it is asked. */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  return () => {
    clearInterval(timer)
    return most - before
  }
}

test('A file of 1 GiB is written and read as a stream, exactly and with bounded memory', async () => {
  const disk = new DaytonaDisk({ ...machine().access, workingDirectory: machine().home })
  const sent = createHash('sha256')
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let number = 0; number < gibibyte / pieceBytes; number++) {
      const piece = Buffer.alloc(pieceBytes, `${number}-`)
      sent.update(piece)
      yield piece
    }
  }
  const grown = watchMemory()
  await disk.writeStream('large', pieces(), { mode: 0o600 })
  expect(await disk.stat('large')).toMatchObject({ size: gibibyte, mode: 0o600 })
  const received = createHash('sha256')
  for await (const piece of await disk.readStream('large')) received.update(piece as Buffer)
  expect(grown()).toBeLessThan(mostGrownBytes)
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  await disk.deleteFile('large')
})

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { connectSdk } from './support/connect-sdk.js'
import { startTestToolboxHere } from './support/test-toolbox.js'

const pieceBytes = 1024 * 1024
const pieces = 1024
/** Far below the file, and above what Node takes for itself. */
const mostMemoryBytes = 300 * 1024 * 1024

async function peakMemoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

test('A file of 1 GiB goes up and comes down in little memory', async () => {
  const toolbox = await startTestToolboxHere()
  const { sandbox, close } = await connectSdk(toolbox)
  onTestFinished(close)
  const sent = createHash('sha256')
  const source = Readable.from(
    (function* () {
      for (let index = 0; index < pieces; index += 1) {
        const piece = Buffer.alloc(pieceBytes, `line of piece ${index}\n`)
        if (index === pieces - 1) piece.write('needle', pieceBytes - 10)
        sent.update(piece)
        yield piece
      }
    })(),
  )
  await sandbox.fs.uploadFileStream(source, 'large')
  expect((await sandbox.fs.getFileDetails('large')).size).toBe(pieces * pieceBytes)
  const received = createHash('sha256')
  for await (const chunk of await sandbox.fs.downloadFileStream('large')) received.update(chunk as Buffer)
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  expect(await sandbox.fs.findFiles('large', 'needle')).toHaveLength(1)
  expect(await peakMemoryBytes(toolbox.pid)).toBeLessThan(mostMemoryBytes)
})

import { describe, expect, it } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'

const emulated = useEmulator()

describe('requests of one operation', () => {
  it.each([
    ['reading a file', ['GetObject'], async (fs) => fs.readFile('d/a.txt')],
    ['reading a range', ['GetObject'], async (fs) => readAll(await fs.readStream('d/a.txt', { start: 1, end: 2 }))],
    ['writing a file', ['PutObject'], async (fs) => fs.writeFile('d/new/b.txt', 'b')],
    ['making a file', ['PutObject'], async (fs) => fs.writeFile('c.txt', 'c', { overwrite: false })],
    ['writing a short stream', ['PutObject'], async (fs) => fs.writeStream('c.txt', pieces())],
    ['looking at a file', ['HeadObject'], async (fs) => fs.stat('d/a.txt')],
    ['looking whether a file is there', ['HeadObject'], async (fs) => fs.exists('d/a.txt')],
    ['appending', ['GetObject', 'PutObject'], async (fs) => fs.appendFile('d/a.txt', 'b')],
    ['listing', ['ListObjectsV2'], async (fs) => fs.readdir('d')],
    ['init', ['ListObjectsV2'], async (fs) => fs.init()],
    ['what is told of it', [], async (fs) => [fs.getInfo(), fs.getMountConfig(), fs.getInstructions()]],
  ] satisfies [string, string[], (fs: ReturnType<typeof emulated.make>) => Promise<unknown>][])(
    '%s: %j',
    async (_, wanted, step) => {
      await emulated.make().writeFile('d/a.txt', 'content')
      // A new one: what it asks first includes whatever it has to find out.
      const filesystem = emulated.make()
      expect(await emulated.requestsOf(async () => step(filesystem))).toEqual(wanted)
    },
  )

  it('copying sends no content', async () => {
    const filesystem = emulated.make()
    await filesystem.writeFile('a.txt', 'content')
    const asked = await emulated.requestsOf(async () => filesystem.copyFile('a.txt', 'b.txt'))
    expect(asked).toContain('CopyObject')
    expect(asked).not.toContain('GetObject')
    expect(asked).not.toContain('PutObject')
  })

  it('deleting many takes one request for each thousand', async () => {
    const filesystem = emulated.make()
    await Promise.all(Array.from({ length: 20 }, async (_, index) => filesystem.writeFile(`d/${index}`, 'x')))
    const asked = await emulated.requestsOf(async () => filesystem.rmdir('d', { recursive: true }))
    expect(asked.filter((route) => route.startsWith('Delete'))).toEqual(['DeleteObjects'])
    expect(await filesystem.exists('d')).toBe(false)
  })
})

describe('a read-only filesystem', () => {
  it.each([
    ['writeFile', async (fs) => fs.writeFile('a', 'x')],
    ['appendFile', async (fs) => fs.appendFile('a', 'x')],
    ['writeStream', async (fs) => fs.writeStream('a', pieces())],
    ['deleteFile', async (fs) => fs.deleteFile('a')],
    ['copyFile', async (fs) => fs.copyFile('a', 'b')],
    ['moveFile', async (fs) => fs.moveFile('a', 'b')],
    ['mkdir', async (fs) => fs.mkdir('d')],
    ['rmdir', async (fs) => fs.rmdir('d', { recursive: true })],
  ] satisfies [string, (fs: ReturnType<typeof emulated.make>) => Promise<unknown>][])(
    'sends nothing for %s',
    async (_, step) => {
      const filesystem = emulated.make({ readOnly: true })
      const asked = await emulated.requestsOf(async () =>
        expect(step(filesystem)).rejects.toMatchObject({ code: 'READ_ONLY' }),
      )
      expect(asked).toEqual([])
    },
  )
})

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('piece')
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of stream) read.push(piece)
  return Buffer.concat(read)
}

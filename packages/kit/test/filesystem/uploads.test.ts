import { CutDownloadError, MachineDisk, type MachineFiles } from '@caisson/kit/filesystem'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { LocalMachine, localNames } from './support/local-machine.js'

type Upload = NonNullable<MachineFiles['upload']>

/** The file API of a machine that is this computer. */
const upload: Upload = async (location, content, signal) => {
  await mkdir(path.dirname(location), { recursive: true })
  const source = content instanceof Uint8Array ? Readable.from([content]) : content
  await writeFile(location, source, signal ? { signal } : {})
}

async function start(files: Partial<MachineFiles>): Promise<{ machine: LocalMachine; disk: MachineDisk }> {
  const machine = await LocalMachine.forTest({ inputBytes: 1000, ...files })
  const disk = new MachineDisk({ ...localNames, files: machine.files })
  await disk.writeFile('a', 'old')
  machine.inputs.length = 0
  return { machine, disk }
}

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  )

const content = Buffer.alloc(5000, 'new')
async function* pieces(): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += 500) yield content.subarray(from, from + 500)
}

test('Content that is more than a script may have as input is uploaded and put in place', async () => {
  const { machine, disk } = await start({ upload })
  await disk.writeFile('a', content)
  await disk.writeStream('b', pieces())
  await disk.appendFile('b', content)
  expect(machine.inputs).toEqual([-1, -1, -1])
  expect(await machine.read('a')).toBe(content.toString())
  expect(await machine.read('b')).toBe(content.toString().repeat(2))
  expect(await machine.leftovers()).toEqual([])
})

const broken: Record<string, Upload> = {
  'keeps a part of the content': async (location, body) => {
    if (!(body instanceof Uint8Array)) for await (const piece of body) if (piece.length === 0) return
    await upload(location, content.subarray(0, 4000), undefined)
  },
  'writes nothing': async (_, body) => {
    if (!(body instanceof Uint8Array)) for await (const piece of body) if (piece.length === 0) return
  },
  'ends before its content': async (location, body) => {
    if (!(body instanceof Uint8Array)) for await (const piece of body) if (piece.length > 0) break
    await upload(location, Buffer.alloc(0), undefined)
  },
}

test.each(Object.entries(broken))('An upload that %s is an error, and what is there stays', async (_, brokenUpload) => {
  const { machine, disk } = await start({ upload: brokenUpload })
  for (const call of [async () => disk.writeFile('a', content), async () => disk.writeStream('a', pieces())]) {
    expect(await failureOf(call())).toMatchObject({ code: 'EIO', path: 'a' })
  }
  expect(await machine.read('a')).toBe('old')
  expect(await machine.leftovers()).toEqual([])
})

test('What the source throws is the reason, whatever the upload makes of it; what was uploaded is removed', async () => {
  const removed: string[] = []
  const { machine, disk } = await start({
    upload: async (location, body) => {
      await upload(location, body, undefined).catch(() => undefined)
      throw new RangeError('the upload broke')
    },
    remove: async (location) => {
      removed.push(location)
      await rm(location, { recursive: true, force: true })
    },
  })
  const reason = new TypeError('no more')
  async function* failing(): AsyncGenerator<Buffer> {
    yield* pieces()
    throw reason
  }
  expect(await failureOf(disk.writeStream('a', failing()))).toBe(reason)
  expect(removed).toHaveLength(1)
  expect(await readdir(machine.staging)).toEqual([])
})

test('A source is told to end when its write fails before it was read to its end', async () => {
  let isOver = false
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(800)
    } finally {
      isOver = true
    }
  }
  const reason = new RangeError('no way')
  const { disk } = await start({ upload: async () => Promise.reject(reason) })
  expect(await failureOf(disk.writeStream('a', endless()))).toBe(reason)
  await expect.poll(() => isOver).toBe(true)
})

test('What a download does not bring is asked for by scripts, from a file of the same size only', async () => {
  let told: number | undefined = 5000
  const { machine, disk } = await start({
    upload,
    download: async (location) => {
      async function* cut(): AsyncGenerator<Uint8Array> {
        for await (const piece of createReadStream(location, { end: 1999 })) yield piece as Buffer
        throw new CutDownloadError(location, told)
      }
      return cut()
    },
  })
  await disk.writeFile('a', content)
  machine.inputs.length = 0
  expect(await disk.readFile('a')).toEqual(content)
  expect(machine.inputs).toEqual([-1])
  told = 4999
  expect(await failureOf(disk.readFile('a'))).toMatchObject({ code: 'EIO', path: 'a' })
})

test.each([
  ['missing', 'ENOENT'],
  ['full', 'ENOSPC'],
] as const)('An error that means "%s" is %s', async (fault, code) => {
  const cause = new RangeError('of the vendor')
  const { disk } = await start({
    upload: async () => Promise.reject(cause),
    download: async () => Promise.reject(cause),
    classify: () => fault,
  })
  expect(await failureOf(disk.readFile('a'))).toMatchObject({ code, path: 'a', cause })
  expect(await failureOf(disk.writeFile('a', content))).toMatchObject({ code, path: 'a', cause })
})

test('An error that says too little is explained by a look, and passes as it is where nothing is to be seen', async () => {
  const cause = new RangeError('of the vendor')
  const { disk } = await start({
    upload: async () => Promise.reject(cause),
    download: async () => Promise.reject(cause),
    classify: () => 'vague',
  })
  await disk.mkdir('d')
  expect(await failureOf(disk.readFile('d'))).toMatchObject({ code: 'EISDIR' })
  expect(await failureOf(disk.readFile('none'))).toMatchObject({ code: 'ENOENT' })
  expect(await failureOf(disk.writeFile('d', content))).toMatchObject({ code: 'EISDIR' })
  expect(await failureOf(disk.writeFile('a/b', content))).toMatchObject({ code: 'ENOTDIR' })
  expect(await failureOf(disk.readFile('a'))).toBe(cause)
  expect(await failureOf(disk.writeFile('none', content))).toBe(cause)
})

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LocalFilesystem } from '@caisson/core'
import { expectEqual } from '../run/expect-equal.ts'
import type { Case, Measure } from '../run/measure.ts'
import { timed } from '../run/timed.ts'

const smallText = 'x'.repeat(4096)

/** The disk as one contender reaches it. */
interface Disk {
  read(name: string): Promise<string>
  write(name: string, content: string): Promise<unknown>
  /** Writes so that readers see the old content or the new one, as ours always does. */
  replace(name: string, content: string): Promise<unknown>
  readStream(name: string): Promise<Readable>
  writeStream(name: string, source: Iterable<Uint8Array>): Promise<unknown>
}

/** What files cost through `LocalFilesystem`: it checks every path for containment and replaces files in one step. */
export const filesystem: Measure = {
  name: 'filesystem',
  hasPeers: false,
  async prepare({ quick, directory }) {
    const disks = {
      bare: await openBare(path.join(directory, 'bare')),
      ours: await openOurs(path.join(directory, 'ours')),
    }
    const files = quick ? 20 : 200
    const megabytes = quick ? 10 : 100
    const cases = [
      makeCase(disks, `write ${files} files of 4 KiB`, (disk) =>
        eachFile(files, (name) => disk.write(name, smallText)),
      ),
      makeCase(disks, `replace ${files} files of 4 KiB in one step each`, (disk) =>
        eachFile(files, (name) => disk.replace(name, smallText)),
      ),
      makeCase(disks, `read ${files} files of 4 KiB`, (disk) =>
        eachFile(files, async (name) => expectEqual('The content', await disk.read(name), smallText)),
      ),
      makeCase(disks, `write a stream of ${megabytes} MB`, (disk) => disk.writeStream('large', pieces(megabytes))),
      makeCase(disks, `read a stream of ${megabytes} MB`, async (disk) => {
        expectEqual('The number of bytes', await drain(await disk.readStream('large')), megabytes * 1_000_000)
      }),
    ]
    return { notes: [], cases }
  },
}

function makeCase(
  { bare, ours }: Readonly<Record<'bare' | 'ours', Disk>>,
  name: string,
  work: (disk: Disk) => Promise<unknown>,
): Case {
  const contenders = {
    bare: async () => [await timed(() => work(bare))],
    ours: async () => [await timed(() => work(ours))],
  }
  return { name, metrics: [{ name: 'time', unit: 'ms' }], rounds: 15, contenders }
}

async function openBare(directory: string): Promise<Disk> {
  await mkdir(directory)
  const at = (name: string): string => path.join(directory, name)
  return {
    read: (name) => readFile(at(name), 'utf8'),
    write: (name, content) => writeFile(at(name), content),
    async replace(name, content) {
      await writeFile(at(`${name}.tmp`), content)
      await rename(at(`${name}.tmp`), at(name))
    },
    readStream: async (name) => createReadStream(at(name)),
    writeStream: (name, source) => pipeline(Readable.from(source), createWriteStream(at(name))),
  }
}

async function openOurs(basePath: string): Promise<Disk> {
  const files = new LocalFilesystem({ basePath })
  await files.init()
  return {
    read: async (name) => String(await files.readFile(name, { encoding: 'utf8' })),
    write: (name, content) => files.writeFile(name, content),
    replace: (name, content) => files.writeFile(name, content),
    readStream: (name) => files.readStream(name),
    writeStream: (name, source) => files.writeStream(name, Readable.from(source)),
  }
}

async function eachFile(count: number, work: (name: string) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work(`file-${index}.txt`)
}

function* pieces(megabytes: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(62_500, 'x')
  for (let index = 0; index < megabytes * 16; index += 1) yield piece
}

async function drain(stream: Readable): Promise<number> {
  let count = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) count += chunk.length
  return count
}

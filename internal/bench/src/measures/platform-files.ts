import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { PlatformFilesystem } from '@caisson/platform'
import { openPlatformByHand, type PlatformByHand } from '../bare/platform-by-hand.ts'
import type { Case, Measure, Metric } from '../run/measure.ts'
import { measured } from '../run/measured.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms' }]
const smallBytes = 4096
const listed = 2500

/** The same bucket, asked by hand and by ours. */
interface Pair {
  readonly ask: PlatformByHand['ask']
  readonly folder: string
  readonly ours: PlatformFilesystem
}

/** What files at the platform cost over bare requests, both to the same emulator. */
export const platformFiles: Measure = {
  name: 'platform-files',
  hasPeers: false,
  async prepare({ quick }) {
    const { PlatformFilesystem } = await import('@caisson/platform')
    const { connection, bucketName, ask, close } = await openPlatformByHand()
    const pair: Pair = {
      ask,
      folder: `/fs/${bucketName}/`,
      ours: new PlatformFilesystem({ ...connection, bucketName }),
    }
    await pair.ours.writeFile('small', Buffer.alloc(smallBytes, 'x'))
    for (let first = 0; first < listed; first += 100) {
      const names = Array.from({ length: 100 }, (_, index) => `many/${first + index}`)
      await Promise.all(names.map((name) => pair.ours.writeFile(name, 'x')))
    }
    return {
      notes: ['bare is one fetch; both talk to an emulator on this machine, without latency'],
      cases: [readCase(pair), writeCase(pair), listCase(pair), ...(await largeCases(pair, quick))],
      close: async () => {
        await pair.ours.destroy()
        await close()
      },
    }
  },
}

function readCase({ ask, folder, ours }: Pair): Case {
  return {
    name: 'readFile of 4 KiB',
    metrics,
    rounds: 200,
    warmUps: 20,
    contenders: {
      bare: measured('The length', smallBytes, async () => {
        const answer = await ask('GET', `${folder}small`)
        return (await answer.arrayBuffer()).byteLength
      }),
      ours: measured('The length', smallBytes, async () => (await ours.readFile('small')).length),
    },
  }
}

function writeCase({ ask, folder, ours }: Pair): Case {
  const content = Buffer.alloc(smallBytes, 'y')
  return {
    name: 'writeFile of 4 KiB',
    metrics,
    rounds: 200,
    warmUps: 20,
    contenders: {
      bare: measured('The success', true, async () => {
        const answer = await ask('PUT', `${folder}written/bare`, { body: content })
        await answer.text()
        return answer.ok
      }),
      ours: measured('The result', undefined, () => ours.writeFile('written/ours', content)),
    },
  }
}

interface Page {
  readonly contents: readonly unknown[]
  readonly nextCursor?: string
}

function listCase({ ask, folder, ours }: Pair): Case {
  const count = async (): Promise<number> => {
    let [found, cursor]: [number, string | undefined] = [0, undefined]
    do {
      const query = new URLSearchParams({
        prefix: 'many/',
        delimiter: '/',
        ...(cursor === undefined ? {} : { cursor }),
      })
      const page = (await (await ask('GET', `${folder}?${query.toString()}`)).json()) as Page
      found += page.contents.length
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return found
  }
  return {
    name: `readdir of ${listed} files`,
    metrics,
    rounds: 20,
    contenders: {
      bare: measured('The number of files', listed, count),
      ours: measured('The number of files', listed, async () => (await ours.readdir('many')).length),
    },
  }
}

async function largeCases({ ask, folder, ours }: Pair, quick: boolean): Promise<Case[]> {
  const bytes = (quick ? 8 : 64) * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, 'z')
  const pieces = (): Readable => Readable.from(Array.from({ length: bytes / piece.length }, () => piece))
  await ours.writeStream('large', pieces())
  const size = `${bytes / 1024 / 1024} MiB`
  const count = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
    let length = 0
    for await (const chunk of body) length += chunk.length
    return length
  }
  return [
    {
      name: `readStream of ${size}`,
      metrics,
      rounds: 10,
      contenders: {
        bare: measured('The length', bytes, async () => {
          const { body } = await ask('GET', `${folder}large`)
          return count(body as ReadableStream<Uint8Array>)
        }),
        ours: measured('The length', bytes, async () => count(await ours.readStream('large'))),
      },
    },
    {
      name: `writeStream of ${size}`,
      metrics,
      rounds: 10,
      contenders: {
        bare: measured('The success', true, async () => {
          const body = Readable.toWeb(pieces())
          const answer = await ask('PUT', `${folder}large-bare`, { body, duplex: 'half' })
          await answer.text()
          return answer.ok
        }),
        ours: measured('The result', undefined, () => ours.writeStream('large-ours', pieces())),
      },
    },
  ]
}

import { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import type { S3Filesystem } from '@caisson/s3'
import { forkEmulator } from '../run/fork-emulator.ts'
import type { Case, Measure, Metric } from '../run/measure.ts'
import { measured } from '../run/measured.ts'

const metrics: readonly Metric[] = [{ name: 'time', unit: 'ms' }]
const bucket = 'bench'
const smallBytes = 4096
const listed = 2500

/** The same bucket, asked by the vendor's client and by ours. */
interface Pair {
  readonly sdk: typeof Sdk
  readonly bare: Sdk.S3Client
  readonly ours: S3Filesystem
}

/** What files in a bucket cost over the vendor's client, both talking to the same emulator. */
export const s3: Measure = {
  name: 's3',
  hasPeers: false,
  async prepare({ quick }) {
    const [sdk, { S3Filesystem }] = await Promise.all([import('@aws-sdk/client-s3'), import('@caisson/s3')])
    const emulator = await forkEmulator<{ url: string; env: Record<string, string> }>('s3-emulator-worker.ts')
    const { url: endpoint, env } = emulator.message
    const credentials = {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    }
    const region = 'us-east-1'
    const pair: Pair = {
      sdk,
      bare: new sdk.S3Client({ endpoint, region, credentials, forcePathStyle: true }),
      ours: new S3Filesystem({ bucket, region, endpoint, ...credentials }),
    }
    await pair.ours.writeFile('small', Buffer.alloc(smallBytes, 'x'))
    for (let first = 0; first < listed; first += 100) {
      const names = Array.from({ length: 100 }, (_, index) => `many/${first + index}`)
      await Promise.all(names.map((name) => pair.ours.writeFile(name, 'x')))
    }
    return {
      notes: ["bare is the vendor's client; both talk to an emulator on this machine, without latency"],
      cases: [readCase(pair), writeCase(pair), listCase(pair), ...(await largeCases(pair, quick))],
      close: async () => {
        await pair.ours.destroy()
        pair.bare.destroy()
        await emulator.close()
      },
    }
  },
}

function readCase({ sdk, bare, ours }: Pair): Case {
  return {
    name: 'readFile of 4 KiB',
    metrics,
    rounds: 200,
    warmUps: 20,
    contenders: {
      bare: measured('The length', smallBytes, async () => {
        const { Body } = await bare.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: 'small' }))
        return (await Body?.transformToByteArray())?.length
      }),
      ours: measured('The length', smallBytes, async () => (await ours.readFile('small')).length),
    },
  }
}

function writeCase({ sdk, bare, ours }: Pair): Case {
  const content = Buffer.alloc(smallBytes, 'y')
  return {
    name: 'writeFile of 4 KiB',
    metrics,
    rounds: 200,
    warmUps: 20,
    contenders: {
      bare: measured('The status', 200, async () => {
        const command = new sdk.PutObjectCommand({ Bucket: bucket, Key: 'written/bare', Body: content })
        return (await bare.send(command)).$metadata.httpStatusCode
      }),
      ours: measured('The result', undefined, () => ours.writeFile('written/ours', content)),
    },
  }
}

function listCase({ sdk, bare, ours }: Pair): Case {
  return {
    name: `readdir of ${listed} files`,
    metrics,
    rounds: 20,
    contenders: {
      bare: measured('The number of files', listed, async () => {
        let count = 0
        const request = { Bucket: bucket, Prefix: 'many/', Delimiter: '/' }
        for await (const page of sdk.paginateListObjectsV2({ client: bare }, request))
          count += page.Contents?.length ?? 0
        return count
      }),
      ours: measured('The number of files', listed, async () => (await ours.readdir('many')).length),
    },
  }
}

async function largeCases({ sdk, bare, ours }: Pair, quick: boolean): Promise<Case[]> {
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
          const { Body } = await bare.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: 'large' }))
          return count(Body as Readable)
        }),
        ours: measured('The length', bytes, async () => count(await ours.readStream('large'))),
      },
    },
    {
      name: `writeStream of ${size} (bare: one put of known length)`,
      metrics,
      rounds: 10,
      contenders: {
        bare: measured('The status', 200, async () => {
          const input = { Bucket: bucket, Key: 'large/bare', Body: pieces(), ContentLength: bytes }
          return (await bare.send(new sdk.PutObjectCommand(input))).$metadata.httpStatusCode
        }),
        ours: measured('The result', undefined, () => ours.writeStream('large/ours', pieces())),
      },
    },
  ]
}

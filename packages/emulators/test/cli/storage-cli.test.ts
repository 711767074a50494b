import { readdir } from 'node:fs/promises'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Storage } from '@google-cloud/storage'
import { expect, test } from 'vitest'
import { runWith, testRefusals } from './support/run-with.js'
import { type RunningCli, stopCli, useCli } from './support/use-cli.js'

const cli = useCli()

async function stop(running: RunningCli, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  await stopCli(running, signal)
  expect(running.child.exitCode).toBe(signal === 'SIGINT' ? 0 : null)
  expect(await readdir(cli.root)).toEqual([])
}

function clientOf({ env }: RunningCli): S3Client {
  return new S3Client({
    endpoint: env['AWS_ENDPOINT_URL_S3'] ?? '',
    region: env['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  })
}

test('s3: prints variables that lead the client here, and requests', async () => {
  const running = await cli.start(
    's3',
    '--bucket',
    'data',
    '--public-bucket',
    'open',
    '--region',
    'eu-west-1',
    '--page-size',
    '2',
    '-v',
  )
  const { env } = running
  const client = clientOf(running)
  for (const Key of ['a', 'b', 'c'])
    await client.send(new PutObjectCommand({ Bucket: 'open', Key, Body: Key.repeat(300_000) }))
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'open', Key: 'b' }))
  expect(await Body?.transformToString()).toBe('b'.repeat(300_000))
  expect(await client.send(new ListObjectsV2Command({ Bucket: 'open' }))).toMatchObject({
    KeyCount: 2,
    IsTruncated: true,
  })
  expect((await fetch(`${env['AWS_ENDPOINT_URL_S3']}/open/a`)).status).toBe(200)
  expect((await fetch(`${env['AWS_ENDPOINT_URL_S3']}/data/a`)).status).toBe(403)
  await expect.poll(running.output).toMatch(/  200  \d+ ms  -  PutObject  \/open\/a/)
  client.destroy()
  await stop(running)
})

test('s3: leaves nothing when it is killed', async () => {
  const running = await cli.start('s3', '--public-bucket', 'open')
  const client = clientOf(running)
  await client.send(new PutObjectCommand({ Bucket: 'open', Key: 'k', Body: Buffer.alloc(1_000_000) }))
  client.destroy()
  await stop(running, 'SIGKILL')
})

test('gcs: prints variables that lead the client here', async () => {
  const running = await cli.start('gcs', '--bucket', 'data')
  const { env } = running
  const apiEndpoint = env['STORAGE_EMULATOR_HOST'] ?? ''
  const bucket = new Storage({ apiEndpoint, projectId: 'any' }).bucket('data')
  await bucket.file('k').save('content', { resumable: false })
  expect((await bucket.file('k').download())[0].toString()).toBe('content')
  await stop(running)
})

test('explains each emulator by itself', async () => {
  const { code, output } = await runWith('s3', '--help')
  expect(code).toBe(0)
  expect(output).toContain('--bucket <name>')
  expect(output).not.toContain('--backing')
  const all = await runWith('--help')
  expect(all.output).toContain('caisson-emulator gcs [options]')
  expect(all.output).toContain('--backing <name>')
})

testRefusals([
  [['s3', '--tls'], '--tls: the emulator s3 has no such flag'],
  [['gcs', '--region', 'x'], '--region: the emulator gcs has no such flag'],
  [['e2b', '--bucket', 'data'], '--bucket: the emulator e2b has no such flag'],
  [['s3', 'gcs'], 'expected one name, given s3 gcs'],
  [['s3', '--page-size', 'x'], '--page-size: expected a whole number, given x'],
  [['s3', '--bucket', 'No'], 'buckets: expected'],
  [['s3', '--host', '0.0.0.0'], 'set allowRemote'],
  [['other'], '(e2b, daytona, platform, s3, gcs), given other'],
])

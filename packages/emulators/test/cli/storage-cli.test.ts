import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Storage } from '@google-cloud/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../src/cli/run-cli.js'
import { bundleCli } from '../e2b/bundle-cli.js'

let cli: Awaited<ReturnType<typeof bundleCli>> | undefined
let root = ''

beforeAll(async () => {
  cli = await bundleCli()
  root = await mkdtemp(path.join(tmpdir(), 'caisson-cli-'))
})

const started: ChildProcess[] = []

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await cli?.remove()
  await rm(root, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly env: Readonly<Record<string, string>>
  readonly output: () => string
}

/** Starts the command and waits until it says that it is ready. */
async function start(...flags: string[]): Promise<Running> {
  const child = spawn(process.execPath, [cli?.file ?? '', ...flags, '--root', root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  await expect.poll(() => shown, { timeout: 15_000 }).toContain('Ctrl-C')
  const variables = [...shown.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, name = '', value = '']) => [name, value])
  return { child, env: Object.fromEntries(variables) as Record<string, string>, output: () => shown }
}

async function stop({ child }: Running, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  expect(child.exitCode).toBe(signal === 'SIGINT' ? 0 : null)
  expect(await readdir(root)).toEqual([])
}

function clientOf({ env }: Running): S3Client {
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
  const running = await start(
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
  const running = await start('s3', '--public-bucket', 'open')
  const client = clientOf(running)
  await client.send(new PutObjectCommand({ Bucket: 'open', Key: 'k', Body: Buffer.alloc(1_000_000) }))
  client.destroy()
  await stop(running, 'SIGKILL')
})

test('gcs: prints variables that lead the client here', async () => {
  const running = await start('gcs', '--bucket', 'data')
  const { env } = running
  const apiEndpoint = env['STORAGE_EMULATOR_HOST'] ?? ''
  const bucket = new Storage({ apiEndpoint, projectId: 'any' }).bucket('data')
  await bucket.file('k').save('content', { resumable: false })
  expect((await bucket.file('k').download())[0].toString()).toBe('content')
  await stop(running)
})

async function runWith(...argv: string[]): Promise<{ code: number; output: string; errors: string }> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runCli(argv, output, errors)
  output.end()
  errors.end()
  return { code, output: await text(output), errors: await text(errors) }
}

test('explains each emulator by itself', async () => {
  const { code, output } = await runWith('s3', '--help')
  expect(code).toBe(0)
  expect(output).toContain('--bucket <name>')
  expect(output).not.toContain('--backing')
  const all = await runWith('--help')
  expect(all.output).toContain('caisson-emulator gcs [options]')
  expect(all.output).toContain('--backing <name>')
})

test.each([
  [['s3', '--tls'], '--tls: the emulator s3 has no such flag'],
  [['gcs', '--region', 'x'], '--region: the emulator gcs has no such flag'],
  [['e2b', '--bucket', 'data'], '--bucket: the emulator e2b has no such flag'],
  [['s3', 'gcs'], 'expected one name, given s3 gcs'],
  [['s3', '--page-size', 'x'], '--page-size: expected a whole number, given x'],
  [['s3', '--bucket', 'No'], 'buckets: expected'],
  [['s3', '--host', '0.0.0.0'], 'set allowRemote'],
  [['other'], '(e2b, daytona, s3, gcs), given other'],
])('refuses %j', async (argv, message) => {
  const { code, errors } = await runWith(...argv)
  expect(code).toBe(1)
  expect(errors).toContain(message)
})

import { appendFile, chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FileNotFoundError, FilesystemEventType, InvalidArgumentError } from 'e2b'
import type { FilesystemEvent } from 'e2b'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectSdk } from './support/stub-gateway.js'
import type { SdkSandbox } from './support/stub-gateway.js'
import { startTestEnvd } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'
import { call } from './support/wire.js'

let envd: TestEnvd
let sdk: SdkSandbox

beforeAll(async () => {
  envd = await startTestEnvd()
  sdk = await connectSdk(envd)
})

afterAll(async () => {
  await sdk?.close()
  await envd?.stop()
})

interface Watched {
  readonly folder: string
  readonly events: FilesystemEvent[]
  /** Types and names, without repetitions of the same one in a row. */
  readonly seen: () => string[]
}

async function watch(name: string, options: { recursive?: boolean; includeEntry?: boolean } = {}): Promise<Watched> {
  const folder = path.join(envd.home, name)
  await mkdir(folder, { recursive: true })
  const events: FilesystemEvent[] = []
  const handle = await sdk.sandbox.files.watchDir(name, (event) => void events.push(event), options)
  onTestFinished(() => handle.stop())
  const seen = (): string[] =>
    events.map(({ type, name: file }) => `${type} ${file}`).filter((text, index, all) => text !== all[index - 1])
  return { folder, events, seen }
}

test('What happens to files of a directory is told in order', async () => {
  const { folder, seen } = await watch('watched')
  const file = path.join(folder, 'file')
  await writeFile(file, 'text')
  await expect.poll(seen).toEqual(['create file', 'write file'])
  await chmod(file, 0o600)
  await expect.poll(seen).toContain('chmod file')
  await appendFile(file, 'more')
  await expect.poll(seen).toEqual(['create file', 'write file', 'chmod file', 'write file'])
  await rename(file, path.join(folder, 'other'))
  await expect.poll(() => seen().slice(4).toSorted()).toEqual(['create other', 'rename file'])
  await rm(path.join(folder, 'other'))
  await expect.poll(() => seen().at(-1)).toBe('remove other')
})

test('Directories below are watched where asked to, and new ones too', async () => {
  const { folder, seen } = await watch('recursive', { recursive: true })
  await mkdir(path.join(folder, 'new/deep'), { recursive: true })
  await expect.poll(seen).toEqual(expect.arrayContaining(['create new', 'create new/deep']))
  await writeFile(path.join(folder, 'new/deep/file'), 'x')
  await expect.poll(seen).toEqual(expect.arrayContaining(['create new/deep/file', 'write new/deep/file']))
  await rm(path.join(folder, 'new'), { recursive: true })
  await expect.poll(seen).toEqual(expect.arrayContaining(['remove new/deep/file', 'remove new/deep', 'remove new']))
})

test('Without that only the directory itself is watched', async () => {
  const { folder, seen } = await watch('flat')
  await mkdir(path.join(folder, 'sub'))
  await writeFile(path.join(folder, 'sub/hidden'), 'x')
  await writeFile(path.join(folder, 'last'), '')
  await expect.poll(seen).toContain('create last')
  expect(seen().some((text) => text.includes('hidden'))).toBe(false)
})

test('An event has its entry where asked for, unless the file is gone', async () => {
  const { folder, events } = await watch('entries', { includeEntry: true })
  await writeFile(path.join(folder, 'file'), 'text')
  await rm(path.join(folder, 'file'))
  await writeFile(path.join(folder, 'stays'), 'text')
  await expect
    .poll(() => events.find(({ type, name }) => type === FilesystemEventType.WRITE && name === 'stays')?.entry)
    .toMatchObject({
      name: 'stays',
      path: path.join(folder, 'stays'),
    })
  expect(
    events.filter(({ type }) => type === FilesystemEventType.REMOVE).every(({ entry }) => entry === undefined),
  ).toBe(true)
})

test('Only directories that exist can be watched', async () => {
  const { files } = sdk.sandbox
  await expect(files.watchDir('missing', () => undefined)).rejects.toThrow(FileNotFoundError)
  await files.write('plain', 'x')
  await expect(files.watchDir('plain', () => undefined)).rejects.toThrow(InvalidArgumentError)
})

test('A watcher that is asked for its events keeps them until then', async () => {
  const folder = path.join(envd.home, 'asked')
  await mkdir(folder)
  const service = 'filesystem.Filesystem'
  const created = await call(envd, `${service}/CreateWatcher`, { path: 'asked' })
  const { watcherId } = created.json as { watcherId: string }
  await writeFile(path.join(folder, 'file'), 'x')
  const events: unknown[] = []
  await expect
    .poll(async () => {
      const answer = await call(envd, `${service}/GetWatcherEvents`, { watcherId })
      events.push(...((answer.json as { events?: unknown[] }).events ?? []))
      return events
    })
    .toEqual(
      expect.arrayContaining([
        { name: 'file', type: 'EVENT_TYPE_CREATE' },
        { name: 'file', type: 'EVENT_TYPE_WRITE' },
      ]),
    )
  expect((await call(envd, `${service}/RemoveWatcher`, { watcherId })).status).toBe(200)
  const gone = await call(envd, `${service}/GetWatcherEvents`, { watcherId })
  expect(gone).toMatchObject({ status: 404, json: { code: 'not_found' } })
})

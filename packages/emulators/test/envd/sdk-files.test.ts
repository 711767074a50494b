import { spawnSync } from 'node:child_process'
import { chmod, lstat, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FileNotFoundError, FileType, InvalidArgumentError, SandboxError } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSdk } from './support/stub-gateway.js'
import type { SdkSandbox } from './support/stub-gateway.js'
import { isRoot, rootOnly, startTestEnvd, testUser } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'

let envd: TestEnvd
let sdk: SdkSandbox
let files: SdkSandbox['sandbox']['files']

beforeAll(async () => {
  envd = await startTestEnvd()
  sdk = await connectSdk(envd)
  files = sdk.sandbox.files
})

afterAll(async () => {
  await sdk?.close()
  await envd?.stop()
})

const inHome = (name: string): string => path.join(envd.home, name)

test('A file is written with the directories above it, belongs to the user and can be read', async () => {
  const info = await files.write('a/b c/ö.txt', 'text ✓')
  expect(info).toMatchObject({ path: inHome('a/b c/ö.txt'), name: 'ö.txt', type: 'file' })
  expect(await files.read('~/a/b c/ö.txt')).toBe('text ✓')
  for (const [name, mode] of [
    ['a', 0o755],
    ['a/b c', 0o755],
    ['a/b c/ö.txt', 0o644],
  ] as const) {
    const stats = await stat(inHome(name))
    expect({ name, mode: stats.mode & 0o777, uid: stats.uid }).toEqual({ name, mode, uid: testUser.uid })
  }
})

test('A file that is written again is truncated and keeps its mode', async () => {
  await files.write('again.sh', 'a long first text')
  await chmod(inHome('again.sh'), 0o755)
  await files.write('again.sh', 'short')
  expect(await files.read('again.sh')).toBe('short')
  expect((await stat(inHome('again.sh'))).mode & 0o777).toBe(0o755)
})

test('Several files are written at once, and empty ones can be read', async () => {
  const written = await files.write([
    { path: 'many/1.txt', data: 'one' },
    { path: inHome('many/deep/2.bin'), data: new Uint8Array([0, 255, 128]).buffer },
    { path: 'many/3', data: '' },
  ])
  expect(written.map(({ path: at }) => at)).toEqual(['many/1.txt', 'many/deep/2.bin', 'many/3'].map(inHome))
  expect([...(await files.read('many/deep/2.bin', { format: 'bytes' }))]).toEqual([0, 255, 128])
  expect(await files.read('many/3')).toBe('')
})

test('Large files are written and read as streams, packed and unpacked', async () => {
  const data = Buffer.alloc(12 * 1024 * 1024, 'caisson ')
  const source = new Blob([data]).stream()
  await files.write('large.bin', source)
  const read = await files.read('large.bin', { format: 'bytes', gzip: true })
  expect(Buffer.from(read).equals(data)).toBe(true)
  await files.write('packed.bin', new Blob([data]), { gzip: true })
  expect((await stat(inHome('packed.bin'))).size).toBe(data.length)
  let size = 0
  for await (const chunk of await files.read('packed.bin', { format: 'stream' })) size += chunk.length
  expect(size).toBe(data.length)
})

test('Missing files, directories and unknown users are told apart', async () => {
  await expect(files.read('missing')).rejects.toThrow(FileNotFoundError)
  await expect(files.read('missing')).rejects.toThrow(`path '${inHome('missing')}' does not exist`)
  await files.makeDir('folder')
  await expect(files.read('folder')).rejects.toThrow(InvalidArgumentError)
  await expect(files.write('folder', 'x')).rejects.toThrow(`path '${inHome('folder')}' is a directory`)
  await expect(files.read('x', { user: 'ghost' })).rejects.toThrow("error looking up user 'ghost'")
  await expect(files.list('missing')).rejects.toThrow(FileNotFoundError)
  await files.write('plain', 'x')
  await expect(files.list('plain')).rejects.toThrow(InvalidArgumentError)
  await expect(files.makeDir('plain')).rejects.toThrow(InvalidArgumentError)
  await expect(files.write('plain/below', 'x')).rejects.toThrow(SandboxError)
  expect(await files.exists('missing')).toBe(false)
})

test('Directories are made once and listed in order, to a depth', async () => {
  expect(await files.makeDir('tree/sub/deeper')).toBe(true)
  expect(await files.makeDir('tree/sub')).toBe(false)
  await files.write('tree/b.txt', 'b')
  await files.write('tree/sub/a.txt', 'a')
  const names = async (depth?: number) =>
    (await files.list('tree', depth === undefined ? {} : { depth })).map((entry) =>
      path.relative(inHome('tree'), entry.path),
    )
  expect(await names()).toEqual(['b.txt', 'sub'])
  expect(await names(2)).toEqual(['b.txt', 'sub', 'sub/a.txt', 'sub/deeper'])
  const [file, folder] = await files.list('tree')
  expect(file).toMatchObject({ name: 'b.txt', type: FileType.FILE, size: 1, mode: 0o644, permissions: '-rw-r--r--' })
  expect(folder).toMatchObject({ name: 'sub', type: FileType.DIR, permissions: 'drwxr-xr-x' })
  for (const entry of [file, folder]) expect(entry).toMatchObject({ owner: 'user', group: 'user' })
  expect(Math.abs((file?.modifiedTime?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})

test('Links tell what they lead to, and are not followed by lists or removal', async () => {
  await files.write('linked/target.txt', 'four')
  await symlink(inHome('linked/target.txt'), inHome('link'))
  await symlink('nowhere', inHome('dangling'))
  await symlink('linked', inHome('folder-link'))
  expect(await files.getInfo('link')).toMatchObject({
    type: FileType.FILE,
    symlinkTarget: inHome('linked/target.txt'),
    permissions: 'Lrwxrwxrwx',
    mode: 0o644,
  })
  expect((await files.getInfo('dangling')).symlinkTarget).toBe(inHome('dangling'))
  expect((await files.list('folder-link')).map(({ path: at }) => at)).toEqual([inHome('folder-link/target.txt')])
  await symlink('loop', inHome('loop'))
  await expect(files.list('loop')).rejects.toThrow('loop of links')
  await files.remove('folder-link')
  expect(await files.read('linked/target.txt')).toBe('four')
})

test('A file is renamed into new directories and over what is there', async () => {
  await files.write('old.txt', 'new content')
  await files.write('moved/there.txt', 'old content')
  const info = await files.rename('old.txt', 'moved/there.txt')
  expect(info).toMatchObject({ name: 'there.txt', path: inHome('moved/there.txt'), type: FileType.FILE })
  expect(await files.read('moved/there.txt')).toBe('new content')
  expect(await files.exists('old.txt')).toBe(false)
  await files.rename('moved', 'elsewhere/again')
  expect(await files.read('elsewhere/again/there.txt')).toBe('new content')
  await expect(files.rename('missing', 'x')).rejects.toThrow(FileNotFoundError)
})

const hasSharedMemory = spawnSync('test', ['-w', '/dev/shm']).status === 0
test.skipIf(!hasSharedMemory)('A file is renamed across mounts (needs a writable /dev/shm)', async () => {
  const other = `/dev/shm/envd-test-${process.pid}`
  await mkdir(other)
  try {
    await files.write('here/file', 'crossed', { metadata: { kept: 'yes' } })
    await files.rename('here', `${other}/there`)
    expect(await files.read(`${other}/there/file`)).toBe('crossed')
    expect((await stat(`${other}/there/file`)).uid).toBe(testUser.uid)
  } finally {
    await files.remove(other)
  }
})

test('A tree is removed, and a missing path is no failure', async () => {
  await files.write('gone/a/b', 'x')
  await files.remove('gone')
  expect(await files.exists('gone')).toBe(false)
  await files.remove('gone')
  await expect(files.remove('/')).rejects.toThrow('root directory')
})

test('Metadata is stored beside a file, replaced by each upload and follows a rename', async () => {
  await files.write('meta.txt', 'x', { metadata: { author: 'me', note: 'a b' } })
  expect((await files.getInfo('meta.txt')).metadata).toEqual({ author: 'me', note: 'a b' })
  expect((await files.list('.')).find(({ name }) => name === 'meta.txt')?.metadata).toEqual({
    author: 'me',
    note: 'a b',
  })
  const moved = await files.rename('meta.txt', 'meta2.txt')
  expect(moved.metadata).toEqual({ author: 'me', note: 'a b' })
  const info = await files.write('meta2.txt', 'y', { metadata: { other: '1' } })
  expect(info.metadata).toEqual({ other: '1' })
  expect((await files.getInfo('meta2.txt')).metadata).toEqual({ other: '1' })
  await files.write('meta2.txt', 'z')
  expect((await files.getInfo('meta2.txt')).metadata).toBeUndefined()
})

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((file) => spawnSync(file, ['-V']).status === 0)
test.skipIf(python === undefined)('Attributes that a command sets are metadata (needs python3)', async () => {
  await files.write('attribute.txt', 'x')
  const script = `import os; os.setxattr('attribute.txt', 'user.e2b.author', b'mish')`
  await sdk.sandbox.commands.run(`${python} -c "${script}"`)
  expect((await files.getInfo('attribute.txt')).metadata).toEqual({ author: 'mish' })
})

test.skipIf(!isRoot)(`Files belong to the user that a request names (${rootOnly})`, async () => {
  await files.write('/tmp/../tmp/envd-owned-by-root', 'x', { user: 'root' })
  try {
    expect((await lstat('/tmp/envd-owned-by-root')).uid).toBe(0)
    expect(await files.getInfo('/tmp/envd-owned-by-root')).toMatchObject({ owner: 'root', group: 'root' })
  } finally {
    await files.remove('/tmp/envd-owned-by-root')
  }
})

test('Special files are described and not read', async () => {
  expect(await files.getInfo('/dev/null')).toMatchObject({ permissions: 'Dcrw-rw-rw-' })
  expect(await files.getInfo('/')).toMatchObject({ name: '/', type: FileType.DIR })
  await expect(files.read('/dev/zero')).rejects.toThrow('is not a regular file')
  spawnSync('/usr/bin/mkfifo', [inHome('pipe')])
  await expect(files.read('pipe')).rejects.toThrow('is not a regular file')
  await expect(files.write('pipe', 'x')).rejects.toThrow('has no reader')
  expect(await files.read('/proc/version')).toContain('Linux')
})

test('A file that is not valid UTF-8 or has an odd name survives', async () => {
  const name = 'odd "name" \\ % ; ü.txt'
  await writeFile(inHome(name), Buffer.from([0xff, 0xfe]))
  expect([...(await files.read(name, { format: 'bytes' }))]).toEqual([0xff, 0xfe])
})

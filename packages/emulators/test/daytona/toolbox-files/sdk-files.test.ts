import { chmod, lstat, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import {
  DaytonaConflictError,
  DaytonaFileAccessDeniedError,
  DaytonaFileNotFoundError,
  DaytonaValidationError,
  type Sandbox,
} from '@daytonaio/sdk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useConnectedToolbox } from './support/connect-sdk.js'
import { isRoot, rootOnly, testUser, type TestToolbox } from './support/test-toolbox.js'

const connection = useConnectedToolbox()
let toolbox: TestToolbox
let sandbox: Sandbox
let folder: string
let count = 0

beforeAll(() => {
  ;({ toolbox, sandbox } = connection())
})

beforeEach(async () => {
  count += 1
  folder = `case-${count}`
  await sandbox.fs.createFolder(folder, '755')
})

function inside(...names: string[]): string {
  return path.join(toolbox.home, folder, ...names)
}

describe('Uploads and downloads', () => {
  test('A file goes up and comes down, relative to the work directory', async () => {
    await sandbox.fs.uploadFile(Buffer.from('hello'), `${folder}/deep/er/a.txt`)
    expect(await readFile(inside('deep/er/a.txt'), 'utf8')).toBe('hello')
    expect((await sandbox.fs.downloadFile(`${folder}/deep/er/a.txt`)).toString()).toBe('hello')
    expect((await sandbox.fs.downloadFile(inside('deep/er/a.txt'))).toString()).toBe('hello')
  })

  test.skipIf(!isRoot)(`What is made belongs to the sandbox's user (${rootOnly})`, async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/new/file`)
    for (const name of ['new', 'new/file']) expect(await stat(inside(name))).toMatchObject(testUser)
    expect(await stat(inside('.'))).toMatchObject(testUser)
    expect((await stat(inside('new/file'))).mode & 0o777).toBe(0o644)
  })

  test('Bytes of every value and an empty file survive', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
    await sandbox.fs.uploadFiles([
      { source: bytes, destination: `${folder}/bytes` },
      { source: Buffer.alloc(0), destination: `${folder}/empty` },
    ])
    expect(await sandbox.fs.downloadFile(`${folder}/bytes`)).toEqual(bytes)
    expect(await sandbox.fs.downloadFile(`${folder}/empty`)).toEqual(Buffer.alloc(0))
  })

  test.each(['with space', 'quo"te', "ap'os", 'üñí ☃', 'back\\slash', 'semi;colon', '100%', 'line\nbreak', '-dash'])(
    'A file may be called %j',
    async (name) => {
      await sandbox.fs.uploadFile(Buffer.from(name), `${folder}/${name}`)
      expect(await readFile(inside(name), 'utf8')).toBe(name)
      expect((await sandbox.fs.downloadFile(`${folder}/${name}`)).toString()).toBe(name)
      expect(await sandbox.fs.getFileDetails(`${folder}/${name}`)).toMatchObject({
        name,
        size: Buffer.byteLength(name),
      })
    },
  )

  test('Streams work in both directions', async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => Buffer.alloc(10_000, index))
    const progress: number[] = []
    await sandbox.fs.uploadFileStream(Readable.from(pieces), `${folder}/stream`)
    const stream = await sandbox.fs.downloadFileStream(`${folder}/stream`, {
      onProgress: ({ totalBytes }) => progress.push(totalBytes ?? -1),
    })
    expect((await buffer(stream)).equals(Buffer.concat(pieces))).toBe(true)
    expect(new Set(progress)).toEqual(new Set([500_000]))
  })

  test('Several downloads tell each failure by itself', async () => {
    await sandbox.fs.uploadFile(Buffer.from('good'), `${folder}/good`)
    const missing = `${folder}/nö "pe"`
    const results = await sandbox.fs.downloadFiles([
      { source: `${folder}/good` },
      { source: missing },
      { source: folder },
      { source: `${folder}/good` },
    ])
    expect(results.map(({ result }) => result?.toString())).toEqual(['good', undefined, undefined, 'good'])
    expect(results[1]?.errorDetails).toMatchObject({
      statusCode: 404,
      code: 'FILE_NOT_FOUND',
      source: 'DAYTONA_DAEMON',
    })
    expect(results[1]?.error).toBe(`file not found: ${missing}`)
    expect(results[2]?.errorDetails).toMatchObject({ statusCode: 400, code: 'INVALID_FILE_PATH' })
    await expect(sandbox.fs.downloadFile(missing)).rejects.toThrow(DaytonaFileNotFoundError)
    await expect(sandbox.fs.downloadFileStream(missing)).rejects.toThrow(DaytonaFileNotFoundError)
  })

  test('Files that say they are empty, as those of the kernel do, come down whole', async () => {
    expect((await sandbox.fs.downloadFile('/proc/sys/kernel/ostype')).toString()).toBe('Linux\n')
  })

  test('Of several uploads those that can be written are, and the others are named', async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/file`)
    const upload = sandbox.fs.uploadFiles([
      { source: Buffer.from('1'), destination: `${folder}/file/below` },
      { source: Buffer.from('2'), destination: `${folder}/two` },
      { source: Buffer.from('3'), destination: folder },
    ])
    await expect(upload).rejects.toThrow(DaytonaValidationError)
    await expect(upload).rejects.toThrow(`${folder}/file/below`)
    expect(await readFile(inside('two'), 'utf8')).toBe('2')
  })

  test.skipIf(!isRoot)(`What the user may not read or write is refused (${rootOnly})`, async () => {
    await writeFile(inside('secret'), 'root only', { mode: 0o600 })
    await mkdir(inside('closed'), { mode: 0o700 })
    await expect(sandbox.fs.downloadFile(`${folder}/secret`)).rejects.toThrow(DaytonaFileAccessDeniedError)
    await expect(sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/secret`)).rejects.toThrow('file access denied')
    await expect(sandbox.fs.listFiles(`${folder}/closed`)).rejects.toThrow(DaytonaFileAccessDeniedError)
    const own = `${folder}/own`
    await sandbox.fs.uploadFile(Buffer.from('x'), own)
    for (const [file, change] of [
      [`${folder}/secret`, { mode: '777' }],
      [own, { owner: 'root' }],
      [own, { group: 'root' }],
    ] as const) {
      await expect(sandbox.fs.setFilePermissions(file, change)).rejects.toThrow(DaytonaFileAccessDeniedError)
    }
    expect(await readFile(inside('secret'), 'utf8')).toBe('root only')
  })
})

describe('Directories', () => {
  test('Lists a directory by name, following links and leaving out broken ones', async () => {
    await sandbox.fs.uploadFile(Buffer.from('12345'), `${folder}/b.txt`)
    await sandbox.fs.createFolder(`${folder}/a`, '700')
    await symlink('b.txt', inside('link'))
    await symlink('nowhere', inside('broken'))
    await utimes(inside('b.txt'), 1_700_000_000.5, 1_700_000_000.5)
    const files = await sandbox.fs.listFiles(folder)
    expect(files.map(({ name }) => name)).toEqual(['a', 'b.txt', 'link'])
    const [directory, file, link] = files
    expect(directory).toMatchObject({ isDir: true, mode: 'drwx------', permissions: '0700', path: inside('a') })
    expect(file).toMatchObject({ isDir: false, mode: '-rw-r--r--', permissions: '0644', size: 5 })
    expect(link).toMatchObject({ size: 5, mode: '-rw-r--r--' })
    expect(file).toMatchObject({ owner: String(testUser.uid), group: String(testUser.gid) })
    expect(file).toMatchObject({ modifiedAt: '2023-11-14T22:13:20.5Z', modTime: '2023-11-14 22:13:20.5 +0000 UTC' })
  })

  test('Lists as deep as it is told', async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/one/two/three`)
    const names = async (depth: number): Promise<string[]> => {
      const files = await sandbox.fs.listFiles(folder, { depth })
      return files.map((file) => path.relative(inside('.'), file.path ?? ''))
    }
    expect(await names(1)).toEqual(['one'])
    expect(await names(2)).toEqual(['one', 'one/two'])
    expect(await names(9)).toEqual(['one', 'one/two', 'one/two/three'])
  })

  test('Refuses to list what is missing or is a file', async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/file`)
    await expect(sandbox.fs.listFiles(`${folder}/nope`)).rejects.toThrow(DaytonaFileNotFoundError)
    await expect(sandbox.fs.listFiles(`${folder}/file`)).rejects.toMatchObject({ statusCode: 400 })
    await expect(sandbox.fs.getFileDetails(`${folder}/nope`)).rejects.toThrow(DaytonaFileNotFoundError)
  })

  test('Makes directories with those above, again without complaint, and with a mode', async () => {
    await sandbox.fs.createFolder(`${folder}/x/y`, '750')
    await sandbox.fs.createFolder(`${folder}/x/y`, '755')
    expect((await stat(inside('x/y'))).mode & 0o777).toBe(0o750)
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/file`)
    await expect(sandbox.fs.createFolder(`${folder}/file`, '755')).rejects.toMatchObject({ statusCode: 400 })
    await expect(sandbox.fs.createFolder(`${folder}/z`, '9')).rejects.toMatchObject({ statusCode: 400 })
  })

  test('Removes files and links, and directories only when told so', async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/dir/file`)
    await symlink('dir', inside('link'))
    await sandbox.fs.deleteFile(`${folder}/link`)
    await expect(lstat(inside('link'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(sandbox.fs.deleteFile(`${folder}/dir`)).rejects.toMatchObject({ statusCode: 400 })
    await sandbox.fs.deleteFile(`${folder}/dir/file`)
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/dir/again`)
    await sandbox.fs.deleteFile(`${folder}/dir`, true)
    await expect(lstat(inside('dir'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(sandbox.fs.deleteFile(`${folder}/dir`)).rejects.toThrow(DaytonaFileNotFoundError)
  })

  test('Moves to a free path only', async () => {
    await sandbox.fs.uploadFile(Buffer.from('1'), `${folder}/one`)
    await sandbox.fs.uploadFile(Buffer.from('2'), `${folder}/two`)
    await sandbox.fs.moveFiles(`${folder}/one`, `${folder}/three`)
    expect(await readFile(inside('three'), 'utf8')).toBe('1')
    await expect(sandbox.fs.moveFiles(`${folder}/two`, `${folder}/three`)).rejects.toThrow(DaytonaConflictError)
    await expect(sandbox.fs.moveFiles(`${folder}/nope`, `${folder}/x`)).rejects.toThrow(DaytonaFileNotFoundError)
    await expect(sandbox.fs.moveFiles(`${folder}/two`, `${folder}/no/dir`)).rejects.toThrow(DaytonaFileNotFoundError)
    await sandbox.fs.createFolder(`${folder}/dir`, '755')
    await expect(sandbox.fs.moveFiles(`${folder}/dir`, `${folder}/dir/in`)).rejects.toMatchObject({ statusCode: 400 })
    expect(await readFile(inside('two'), 'utf8')).toBe('2')
  })

  test('Changes modes, and owners as far as the user may', async () => {
    await sandbox.fs.uploadFile(Buffer.from('x'), `${folder}/file`)
    await sandbox.fs.setFilePermissions(`${folder}/file`, { mode: '600', owner: 'daytona', group: 'daytona' })
    expect((await sandbox.fs.getFileDetails(`${folder}/file`)).permissions).toBe('0600')
    const set = (permissions: { mode?: string; owner?: string; group?: string }) =>
      sandbox.fs.setFilePermissions(`${folder}/file`, permissions)
    await expect(set({ mode: 'rwx' })).rejects.toMatchObject({ statusCode: 400 })
    await expect(set({ owner: 'nobody-of-that-name' })).rejects.toMatchObject({ statusCode: 400 })
    await expect(sandbox.fs.setFilePermissions(`${folder}/nope`, { mode: '644' })).rejects.toThrow(
      DaytonaFileNotFoundError,
    )
  })
})

describe('Searching and replacing', () => {
  test('Finds a text in lines of text files, not in binary ones', async () => {
    await sandbox.fs.uploadFile(Buffer.from('one\r\nneedle here\nx needle'), `${folder}/deep/text`)
    await sandbox.fs.uploadFile(Buffer.from('needle \0'), `${folder}/binary`)
    const file = inside('deep/text')
    expect(await sandbox.fs.findFiles(folder, 'needle')).toEqual([
      { file, line: 2, content: 'needle here' },
      { file, line: 3, content: 'x needle' },
    ])
    expect(await sandbox.fs.findFiles(file, 'n.edle')).toEqual([])
    expect(await sandbox.fs.findFiles(file, 'one')).toEqual([{ file, line: 1, content: 'one' }])
    await expect(sandbox.fs.findFiles(`${folder}/nope`, 'x')).rejects.toThrow(DaytonaFileNotFoundError)
  })

  test('Searches names by the patterns of Go', async () => {
    for (const name of ['a.ts', 'b.ts', 'c.tsx', '[x]', 'd.TS']) {
      await sandbox.fs.uploadFile(Buffer.from(''), `${folder}/sub/${name}`)
    }
    const search = async (pattern: string): Promise<string[]> => {
      const { files } = await sandbox.fs.searchFiles(folder, pattern)
      return files.map((file) => path.relative(inside('sub'), file))
    }
    expect(await search('*.ts')).toEqual(['a.ts', 'b.ts'])
    expect(await search('?.ts*')).toEqual(['a.ts', 'b.ts', 'c.tsx'])
    expect(await search('[^a].ts')).toEqual(['b.ts'])
    expect(await search('[a-b].[tT][sS]')).toEqual(['a.ts', 'b.ts'])
    expect(await search(String.raw`\[x\]`)).toEqual(['[x]'])
    expect(await search('{a,b}.ts')).toEqual([])
    expect(await search('s?b')).toEqual([''])
    await expect(search('[a')).rejects.toMatchObject({ statusCode: 400 })
    await expect(search('[]')).rejects.toMatchObject({ statusCode: 400 })
    await expect(search('a\\')).rejects.toMatchObject({ statusCode: 400 })
  })

  test('Replaces every occurrence of a text as it is, and keeps bytes that are no text', async () => {
    await sandbox.fs.uploadFile(Buffer.from('a.b axb ä.b a.b'), `${folder}/one`)
    await sandbox.fs.uploadFile(Buffer.from([0xff, 0x61, 0x2e, 0x62, 0xfe]), `${folder}/two`)
    await chmod(inside('one'), 0o755)
    const results = await sandbox.fs.replaceInFiles([`${folder}/one`, `${folder}/nope`, `${folder}/two`], 'a.b', '$& ü')
    expect(results).toEqual([
      { file: `${folder}/one`, success: true },
      { file: `${folder}/nope`, success: false, error: `file not found: ${folder}/nope` },
      { file: `${folder}/two`, success: true },
    ])
    expect(await readFile(inside('one'), 'utf8')).toBe('$& ü axb ä.b $& ü')
    expect(await readFile(inside('two'))).toEqual(
      Buffer.concat([Buffer.from([0xff]), Buffer.from('$& ü'), Buffer.from([0xfe])]),
    )
    expect((await stat(inside('one'))).mode & 0o777).toBe(0o755)
  })
})

test('A stream may be read as text', async () => {
  await sandbox.fs.uploadFile(Buffer.from('text'), `${folder}/text`)
  expect(await text(await sandbox.fs.downloadFileStream(`${folder}/text`))).toBe('text')
})

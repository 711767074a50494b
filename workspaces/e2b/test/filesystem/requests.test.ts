import { beforeAll, expect, test } from 'vitest'
import { E2BDisk, writeE2BFiles } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
const upload = 'POST /files'
const download = 'GET /files'
const look = 'POST /filesystem.Filesystem/Stat'
const make = 'POST /filesystem.Filesystem/MakeDir'
const script = 'POST /process.Process/Start'

let disk: E2BDisk

beforeAll(async () => {
  const workingDirectory = '/home/user/requests'
  await machine().sandbox.files.makeDir(workingDirectory)
  disk = new E2BDisk({ ...machine().access, workingDirectory })
  await disk.writeFile('a', 'content')
  await disk.writeFile('tree/b/c', 'content')
  await machine().sh(`ln -s a ${workingDirectory}/link`)
})

async function* pieces(): AsyncGenerator<string> {
  yield 'one'
  yield 'two'
}

const calls: Record<string, [run: () => Promise<unknown>, routes: string[]]> = {
  read: [async () => disk.readFile('a'), [download]],
  'read of something missing': [async () => disk.readFile('none').catch(() => undefined), [download]],
  'a stream': [async () => (await disk.readStream('a')).resume(), [download]],
  write: [async () => disk.writeFile('w', 'x', { mode: 0o600 }), [upload, script]],
  'exclusive write': [async () => disk.writeFile('new', 'x', { overwrite: false }), [upload, script]],
  'a written stream': [async () => disk.writeStream('w', pieces()), [upload, script]],
  append: [async () => disk.appendFile('w', 'x'), [upload, script]],
  stat: [async () => disk.stat('a'), [look]],
  'stat of a link': [async () => disk.stat('link'), [look, look]],
  exists: [async () => disk.exists('a'), [look]],
  'exists of something missing': [async () => disk.exists('none'), [look]],
  readdir: [async () => disk.readdir('.'), [script]],
  'recursive readdir': [async () => disk.readdir('.', { recursive: true }), [script]],
  walk: [async () => disk.walk('.'), [script]],
  mkdir: [async () => disk.mkdir('d/e'), [make]],
  'mkdir without parents': [async () => disk.mkdir('f', { recursive: false }), [look, make]],
  copy: [async () => disk.copyFile('a', 'copy'), [script]],
  move: [async () => disk.moveFile('copy', 'moved'), [script]],
  setPermissions: [async () => disk.setPermissions('a', 0o640), [script]],
  realpath: [async () => disk.realpath('link'), [script]],
  delete: [async () => disk.deleteFile('moved'), [script]],
  rmdir: [async () => disk.rmdir('tree', { recursive: true }), [script]],
  'many files': [
    async () =>
      writeE2BFiles(
        machine().access,
        [1, 2, 3].map((name) => ({ path: `/tmp/m/${name}`, content: 'x' })),
      ),
    [upload],
  ],
  'many files with modes': [
    async () => writeE2BFiles(machine().access, [{ path: '/tmp/m/4', content: 'x', mode: 0o700 }]),
    [upload, script],
  ],
}

test.each(Object.entries(calls))('The requests of %s', async (_, [run, routes]) => {
  const { last } = machine().emulator.journal
  await run()
  expect(machine().routesSince(last)).toEqual(routes)
})

test('Without a working directory one request, the first, asks where commands start', async () => {
  const { emulator, access, sh, routesSince } = machine()
  const { last } = emulator.journal
  for (let round = 0; round < 3; round++) await new E2BDisk(access).exists('a')
  expect(routesSince(last)).toEqual([look, look, look, look])
  await new E2BDisk(access).writeFile('in-home', 'x')
  expect(await sh('cat /home/user/in-home')).toBe('x')
})

test('A search lists with one request and reads each file that may match once', async () => {
  await disk.writeFile('search/deep/one.txt', 'needle')
  await disk.writeFile('search/two.txt', 'hay')
  const { last } = machine().emulator.journal
  await disk.grep({ pattern: 'needle', path: 'search' })
  expect(machine().routesSince(last)).toEqual([look, script, download, download])
})

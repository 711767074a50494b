import { beforeAll, expect, test } from 'vitest'
import { DaytonaDisk, writeDaytonaFiles, type DaytonaFileAccess } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
const upload = 'POST /toolbox/files/bulk-upload'
const download = 'POST /toolbox/files/bulk-download'
const script = 'POST /toolbox/process/execute'

let access: DaytonaFileAccess
let disk: DaytonaDisk

/** More than goes with a script. */
const large = Buffer.alloc(300_000, 'large')

beforeAll(async () => {
  const { home, sh } = machine()
  const workingDirectory = `${home}/requests`
  access = { ...machine().access, workingDirectory }
  disk = new DaytonaDisk(access)
  await disk.writeFile('a', 'content')
  await disk.writeFile('empty', '')
  await disk.writeFile('tree/b/c', 'content')
  await sh(`ln -s a ${workingDirectory}/link`)
})

async function* pieces(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) yield 'piece'.repeat(1000)
}

const calls: Record<string, [run: () => Promise<unknown>, routes: string[]]> = {
  'the first large write, which makes a place for uploads': [
    async () => disk.writeFile('first', large),
    [script, upload, script],
  ],
  read: [async () => disk.readFile('a'), [download]],
  'read of an empty file, which has to be confirmed': [async () => disk.readFile('empty'), [download, script]],
  'read of something missing': [async () => disk.readFile('none').catch(() => undefined), [download]],
  'a stream': [async () => (await disk.readStream('a')).resume(), [download]],
  write: [async () => disk.writeFile('w', 'x', { mode: 0o600 }), [script]],
  'exclusive write': [async () => disk.writeFile('new', 'x', { overwrite: false }), [script]],
  'large write': [async () => disk.writeFile('w', large), [upload, script]],
  'a written stream': [async () => disk.writeStream('w', pieces(2)), [script]],
  'a large written stream': [async () => disk.writeStream('w', pieces(100)), [upload, script]],
  append: [async () => disk.appendFile('w', 'x'), [script]],
  'large append': [async () => disk.appendFile('w', large), [upload, script]],
  stat: [async () => disk.stat('a'), [script]],
  'stat of a link': [async () => disk.stat('link'), [script]],
  exists: [async () => disk.exists('a'), [script]],
  'exists of something missing': [async () => disk.exists('none'), [script]],
  readdir: [async () => disk.readdir('.'), [script]],
  'recursive readdir': [async () => disk.readdir('.', { recursive: true }), [script]],
  walk: [async () => disk.walk('.'), [script]],
  mkdir: [async () => disk.mkdir('d/e'), [script]],
  'mkdir without parents': [async () => disk.mkdir('f', { recursive: false }), [script]],
  copy: [async () => disk.copyFile('a', 'copy'), [script]],
  move: [async () => disk.moveFile('copy', 'moved'), [script]],
  setPermissions: [async () => disk.setPermissions('a', 0o640), [script]],
  realpath: [async () => disk.realpath('link'), [script]],
  delete: [async () => disk.deleteFile('moved'), [script]],
  rmdir: [async () => disk.rmdir('tree', { recursive: true }), [script]],
  'many files': [
    async () =>
      writeDaytonaFiles(
        access,
        [1, 2, 3].map((name) => ({ path: `/tmp/m/${name}`, content: 'x', mode: 0o600 + name })),
      ),
    [script],
  ],
  'many files, one of them large': [
    async () =>
      writeDaytonaFiles(access, [
        { path: '/tmp/m/4', content: large },
        { path: '/tmp/m/5', content: 'x' },
      ]),
    [upload, script],
  ],
}

test.each(Object.entries(calls))('The requests of %s', async (_, [run, routes]) => {
  const { last } = machine().emulator.journal
  await run()
  expect(machine().routesSince(last)).toEqual(routes)
})

test('Without a working directory one request, the first, asks where commands start', async () => {
  const { emulator, sh, home, routesSince } = machine()
  const { last } = emulator.journal
  for (let round = 0; round < 3; round++) await new DaytonaDisk(machine().access).exists('a')
  expect(routesSince(last)).toEqual([script, script, script, script])
  await new DaytonaDisk(machine().access).writeFile('in-home', 'x')
  expect(await sh(`cat ${home}/in-home`)).toBe('x')
})

test('A search lists with one request and reads each file that may match once', async () => {
  await disk.writeFile('search/deep/one.txt', 'needle')
  await disk.writeFile('search/two.txt', 'hay')
  const { last } = machine().emulator.journal
  await disk.grep({ pattern: 'needle', path: 'search' })
  expect(machine().routesSince(last)).toEqual([script, script, download, download])
})

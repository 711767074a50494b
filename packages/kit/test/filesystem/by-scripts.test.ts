import { MachineDisk, writeMachineFiles } from '@caisson/kit/filesystem'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LocalMachine, localNames, type LocalMachineOptions } from './support/local-machine.js'

async function start(options: LocalMachineOptions = {}): Promise<{ machine: LocalMachine; disk: MachineDisk }> {
  const machine = await LocalMachine.forTest(options)
  return { machine, disk: new MachineDisk({ ...localNames, files: machine.files }) }
}

const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

async function* pieces(count: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) yield 'piece'.repeat(1000)
}

test('Where there is no file API each call is one script', async () => {
  const { machine, disk } = await start()
  await disk.writeFile('a', 'content')
  const calls: Record<string, () => Promise<unknown>> = {
    read: async () => disk.readFile('a'),
    'read of something missing': async () => codeOf(disk.readFile('none')),
    stream: async () => disk.readStream('a'),
    'late stream': async () => disk.readStream('a', { start: 5_000_000 }),
    write: async () => disk.writeFile('d/b', 'x', { mode: 0o600 }),
    'written stream': async () => disk.writeStream('c', pieces(2)),
    append: async () => disk.appendFile('c', 'x'),
    stat: async () => disk.stat('a'),
    exists: async () => disk.exists('none'),
    readdir: async () => disk.readdir('.', { recursive: true }),
    mkdir: async () => disk.mkdir('e/f'),
    'mkdir without parents': async () => disk.mkdir('g', { recursive: false }),
    copy: async () => disk.copyFile('a', 'h'),
    move: async () => disk.moveFile('h', 'i'),
    delete: async () => disk.deleteFile('i'),
    'many files': async () =>
      writeMachineFiles(machine.files, [
        { path: 'm/1', content: 'one', mode: 0o700 },
        { path: 'm/2', content: Buffer.alloc(0) },
        { path: 'm/3', content: 'three' },
      ]),
  }
  for (const [what, call] of Object.entries(calls)) {
    machine.inputs.length = 0
    await call()
    expect({ [what]: machine.inputs.length }).toEqual({ [what]: 1 })
  }
  expect(await Promise.all(['1', '2', '3'].map((name) => machine.read(`m/${name}`)))).toEqual(['one', '', 'three'])
})

test('Larger content goes in pieces of the size that input may have, and is exact', async () => {
  const { machine, disk } = await start({ inputBytes: 50_000, outputBytes: 70_000 })
  const content = Buffer.from(Array.from({ length: 160_001 }, (_, index) => (index * 7919) % 256))
  await disk.writeFile('a', content)
  expect(machine.inputs).toEqual([50_000, 50_000, 50_000, 10_001, -1])
  machine.inputs.length = 0
  expect(await disk.readFile('a')).toEqual(content)
  expect(machine.inputs).toHaveLength(3)
  await disk.appendFile('a', content)
  await writeMachineFiles(machine.files, [
    { path: 'b', content },
    { path: 'c', content: 'small' },
  ])
  expect(await disk.readFile('a')).toEqual(Buffer.concat([content, content]))
  expect(await disk.readFile('b')).toEqual(content)
  expect(await machine.read('c')).toBe('small')
  expect(await machine.leftovers()).toEqual([])
})

test('How much input a script takes may become known later', async () => {
  let inputBytes = 1000
  const { machine } = await start()
  const files = {
    ...machine.files,
    get inputBytes(): number {
      return inputBytes
    },
  }
  const disk = new MachineDisk({ ...localNames, files })
  await disk.writeFile('a', Buffer.alloc(1500))
  inputBytes = 2000
  await disk.writeFile('b', Buffer.alloc(1500))
  expect(machine.inputs).toEqual([1000, 500, -1, 1500])
})

test('Without a directory for uploads one is made that nobody else may enter, and is used by all', async () => {
  const { machine, disk } = await start({ inputBytes: 1000, staging: undefined })
  const place = `/tmp/.caisson-files-${process.getuid?.()}`
  onTestFinished(async () => rm(place, { recursive: true, force: true }))
  await disk.writeFile('a', Buffer.alloc(2500, 'x'))
  expect(machine.inputs).toEqual([-1, 1000, 1000, 500, -1])
  const other = new MachineDisk({ ...localNames, files: machine.files })
  machine.inputs.length = 0
  await other.writeFile('b', Buffer.alloc(1500))
  expect(machine.inputs).toEqual([1000, 500, -1])
  expect((await disk.stat(place)).mode).toBe(0o700)
})

test('A place for uploads that is a link is not used', async () => {
  const { machine, disk } = await start({ inputBytes: 1000, staging: undefined, isOtherUser: process.getuid?.() === 0 })
  const uid = process.getuid?.() === 0 ? 65534 : process.getuid?.()
  const place = `/tmp/.caisson-files-${uid}`
  await rm(place, { recursive: true, force: true })
  await symlink(machine.root, place)
  onTestFinished(async () => rm(place, { force: true }))
  await disk.writeFile('a', Buffer.alloc(2500, 'x'))
  expect((await disk.readFile('a')).length).toBe(2500)
  expect(await machine.leftovers()).toEqual([])
  const made = (await disk.readdir('/tmp')).filter(({ name }) => /^\.caisson-\w{12}$/.test(name))
  expect(made.length).toBeGreaterThan(0)
  for (const { name } of made) await rm(path.join('/tmp', name), { recursive: true })
})

test('Input that is cut on its way is an error, and changes nothing', async () => {
  let isCut = false
  const { machine, disk } = await start({ onInput: (input) => (isCut ? input.subarray(0, -1) : input) })
  await disk.writeFile('a', 'old')
  isCut = true
  const calls = [
    async () => disk.writeFile('a', 'new content'),
    async () => disk.writeFile('b', 'x'),
    async () => disk.appendFile('a', 'more'),
    async () => disk.appendFile('b', 'x'),
    async () => disk.writeFile('a', Buffer.alloc(200_000)),
    async () => writeMachineFiles(machine.files, [{ path: 'b', content: 'x', mode: 0o600 }]),
  ]
  for (const call of calls) expect(await codeOf(call())).toBe('EIO')
  expect(await machine.read('a')).toBe('old')
  expect(await disk.readdir('.')).toHaveLength(1)
  expect(await machine.leftovers()).toEqual([])
})

test('Output that is cut on its way is an error, never short content', async () => {
  let cutBytes = 0
  const { disk } = await start({
    onAnswer: (answer) => ({ ...answer, stdout: answer.stdout.subarray(0, answer.stdout.length - cutBytes) }),
  })
  await disk.writeFile('d/a', 'content')
  for (cutBytes of [1, 2, 5, 1000]) {
    const calls = [
      async () => disk.readFile('d/a'),
      async () => disk.readStream('d/a'),
      async () => disk.readdir('d'),
      async () => disk.stat('d/a'),
    ]
    for (const call of calls) {
      // Of a listing nothing at all looks like one that is empty.
      if (cutBytes === 1000 && call === calls[2]) continue
      expect(await codeOf(call())).toBe('EIO')
    }
  }
})

/** What other programs than those of GNU make of their options. */
const poorPrograms: Record<string, string> = {
  find: 'echo "find: unrecognized: $*" >&2; exit 1',
  readlink: 'case $1 in *m*) exit 1 ;; esac; exec /usr/bin/readlink "$@"',
  stat: 'n=$#; for a; do [ "$a" = %.9Y ] && a=%Y; [ "$a" = "%f %s %.9Y" ] && a="%f %s %Y"; set -- "$@" "$a"; done; shift $n; exec /usr/bin/stat "$@"',
}

test('A machine without the programs of GNU says so, and changes nothing that it cannot change well', async () => {
  const { machine } = await start()
  const programs = path.join(machine.root, 'programs')
  await mkdir(programs)
  for (const [name, text] of Object.entries(poorPrograms)) {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${text}\n`)
    await chmod(path.join(programs, name), 0o755)
  }
  const poor = await start({ path: `${programs}:${process.env['PATH']}` })
  await poor.disk.writeFile('a', 'x')
  await poor.disk.mkdir('d')
  await symlink('a', path.join(poor.machine.root, 'link'))
  const calls = [
    async () => poor.disk.readdir('.'),
    async () => poor.disk.stat('a'),
    async () => poor.disk.writeFile('a', 'new'),
    async () => poor.disk.writeFile('link', 'new'),
    async () => poor.disk.appendFile('a', 'new'),
    async () => poor.disk.copyFile('d', 'd/e', { recursive: true }),
  ]
  for (const call of calls) expect(await codeOf(call())).toBe('EUNSUPPORTED')
  expect(await poor.disk.readFile('a', { encoding: 'utf8' })).toBe('x')
  expect(await poor.machine.leftovers()).toEqual([])
})

test('A file that others replace meanwhile is read whole, as it was or as it is', async () => {
  const { machine, disk } = await start()
  const versions = ['old', 'longer than before', 'x'.repeat(20_000)]
  const place = path.join(machine.root, 'replaced')
  const over = new AbortController()
  const replace = async (): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await writeFile(`${place}.new`, versions[turn % versions.length] ?? '')
      await rename(`${place}.new`, place)
    }
  }
  await writeFile(place, 'old')
  const replacing = replace()
  try {
    for (let turn = 0; turn < 40; turn += 1) {
      expect(versions).toContain(await disk.readFile('replaced', { encoding: 'utf8' }))
    }
  } finally {
    over.abort()
    await replacing
  }
})

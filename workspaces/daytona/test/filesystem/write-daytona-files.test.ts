import { SandboxAbortError } from '@caisson/core'
import { expect, test } from 'vitest'
import { DaytonaDisk, writeDaytonaFiles } from '../../src/filesystem/index.js'
import { isFullMachine, useMachine } from './support/machine.js'

const machine = useMachine()
const odd = ['with "quotes"', 'line\nfeed', 'back\\slash', 'ö 😀', "it's", '-dash', '$(id)', 'a%20b', 'a;b=c']

test('Files of any name are written, and with modes', async () => {
  const access = { ...machine().access, workingDirectory: '/home/daytona/many' }
  const disk = new DaytonaDisk(access)
  for (const mode of [undefined, 0o640]) {
    const folder = mode === undefined ? 'plain' : 'modes'
    await writeDaytonaFiles(
      access,
      odd.map((name) => ({ path: `${folder}/${name}`, content: name, mode })),
    )
    expect((await disk.readdir(folder)).map(({ name }) => name)).toEqual(odd.toSorted())
    for (const name of odd) {
      expect(await disk.readFile(`${folder}/${name}`, { encoding: 'utf8' })).toBe(name)
      expect((await disk.stat(`${folder}/${name}`)).mode).toBe(mode ?? 0o644)
    }
  }
})

test('Each file gets its own mode, an existing one keeps its mode unless another is given', async () => {
  const access = { ...machine().access, workingDirectory: '/home/daytona/own' }
  const disk = new DaytonaDisk(access)
  await disk.writeFile('kept', 'old', { mode: 0o700 })
  await writeDaytonaFiles(access, [
    { path: 'run', content: '#!/bin/sh\necho ran', mode: 0o755 },
    { path: 'secret', content: Buffer.from([0, 255]), mode: 0o600 },
    { path: 'plain', content: '' },
    { path: 'kept', content: 'new' },
  ])
  const modes = await Promise.all(['run', 'secret', 'plain', 'kept'].map(async (path) => (await disk.stat(path)).mode))
  expect(modes).toEqual([0o755, 0o600, 0o644, 0o700])
  expect(await disk.readFile('secret')).toEqual(Buffer.from([0, 255]))
  // Weaker machines have one user only.
  const owner = isFullMachine(machine()) ? 'daytona' : 'root'
  expect(await machine().sh('/home/daytona/own/run; stat -c %U /home/daytona/own/secret')).toBe(`ran\n${owner}\n`)
})

test('Of two files with one path the later one counts', async () => {
  for (const mode of [undefined, 0o600]) {
    await writeDaytonaFiles(machine().access, [
      { path: '/tmp/twice', content: 'first', mode },
      { path: '/tmp/./twice', content: 'second', mode },
    ])
    expect(await machine().sh('cat /tmp/twice')).toBe('second')
  }
})

test('A list that is longer than a command may be is written', async () => {
  const files = Array.from({ length: 220 }, (_, index) => ({
    path: `/tmp/long/${'n'.repeat(200)}/${'m'.repeat(200)}/${'o'.repeat(200)}/${index}`,
    content: String(index),
    mode: 0o600,
  }))
  await writeDaytonaFiles(machine().access, files)
  expect(await machine().sh('cd /tmp/long && find . -type f -perm 600 | wc -l')).toBe('220\n')
}, 60_000)

test('A file that cannot be written is named', async () => {
  await machine().sh('mkdir -p /tmp/taken')
  const refused = async (files: { path: string; content: string; mode?: number }[]): Promise<unknown> =>
    writeDaytonaFiles(machine().access, files).then(
      () => 'done',
      (error: unknown) => error,
    )
  expect(await refused([{ path: '/tmp/taken', content: 'x' }])).toMatchObject({ code: 'EISDIR', path: '/tmp/taken' })
  const mixed = [
    { path: '/tmp/first', content: 'x', mode: 0o600 },
    { path: '/tmp/./taken', content: 'x' },
  ]
  expect(await refused(mixed)).toMatchObject({ code: 'EISDIR', path: '/tmp/./taken' })
  expect(await refused([{ path: '/tmp/x/', content: 'x' }])).toMatchObject({ code: 'EINVAL' })
  expect(await refused([{ path: '../../x', content: 'x' }])).toMatchObject({ code: 'EACCES' })
})

test('No file: no request', async () => {
  const { last } = machine().emulator.journal
  await writeDaytonaFiles(machine().access, [])
  expect(machine().routesSince(last)).toEqual([])
})

test.each([undefined, 0o600])('An abort ends an upload that hangs (mode %o)', async (mode) => {
  const content = Buffer.alloc(200_000)
  machine().emulator.faults.next('POST /toolbox/files/bulk-upload', { stall: true })
  const controller = new AbortController()
  setTimeout(() => controller.abort('enough'), 50)
  const write = writeDaytonaFiles(machine().access, [{ path: '/tmp/never', content, mode }], controller.signal)
  await expect(write).rejects.toBeInstanceOf(SandboxAbortError)
  expect(await machine().sh('ls /tmp')).not.toContain('never')
})

import { SandboxAbortError } from '@caisson/core'
import { expect, test } from 'vitest'
import type { DiskBench } from './disk-bench.js'

const odd = ['with "quotes"', 'line\nfeed', 'back\\slash', 'ö 😀', "it's", '-dash', '$(id)', 'a%20b', 'a;b=c']

/** How many files are written at once. */
export function testManyFiles(machine: () => DiskBench): void {
  testNamesAndModes(machine)
  testLists(machine)
  testFailures(machine)
}

function testNamesAndModes(machine: () => DiskBench): void {
  test('Files of any name are written, and with modes', async () => {
    const root = `${machine().home}/many`
    const disk = machine().open(root)
    for (const mode of [undefined, 0o640]) {
      const folder = mode === undefined ? 'plain' : 'modes'
      await machine().writeFiles(
        odd.map((name) => ({ path: `${folder}/${name}`, content: name, mode })),
        root,
      )
      expect((await disk.readdir(folder)).map(({ name }) => name)).toEqual(odd.toSorted())
      for (const name of odd) {
        expect(await disk.readFile(`${folder}/${name}`, { encoding: 'utf8' })).toBe(name)
        expect((await disk.stat(`${folder}/${name}`)).mode).toBe(mode ?? 0o644)
      }
    }
  })

  test('Each file gets its own mode, an existing one keeps its mode unless another is given', async () => {
    const root = `${machine().home}/own`
    const disk = machine().open(root)
    await disk.writeFile('kept', 'old', { mode: 0o700 })
    const files = [
      { path: 'run', content: '#!/bin/sh\necho ran', mode: 0o755 },
      { path: 'secret', content: Buffer.from([0, 255]), mode: 0o600 },
      { path: 'plain', content: '' },
      { path: 'kept', content: 'new' },
    ]
    await machine().writeFiles(files, root)
    const modes = await Promise.all(
      ['run', 'secret', 'plain', 'kept'].map(async (path) => (await disk.stat(path)).mode),
    )
    expect(modes).toEqual([0o755, 0o600, 0o644, 0o700])
    expect(await disk.readFile('secret')).toEqual(Buffer.from([0, 255]))
    expect(await machine().sh(`${root}/run; stat -c %U ${root}/secret`)).toBe(`ran\n${machine().owner}\n`)
  })
}

function testLists(machine: () => DiskBench): void {
  test('Of two files with one path the later one counts', async () => {
    for (const mode of [undefined, 0o600]) {
      await machine().writeFiles([
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
    await machine().writeFiles(files)
    expect(await machine().sh('cd /tmp/long && find . -type f -perm 600 | wc -l')).toBe('220\n')
  }, 60_000)

  test('No file: no request', async () => {
    const { last } = machine().emulator.journal
    await machine().writeFiles([])
    expect(machine().routesSince(last)).toEqual([])
  })
}

function testFailures(machine: () => DiskBench): void {
  test('A file that cannot be written is named', async () => {
    await machine().sh('mkdir -p /tmp/taken')
    const refused = async (files: { path: string; content: string; mode?: number }[]): Promise<unknown> =>
      machine()
        .writeFiles(files)
        .then(
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

  test.each([undefined, 0o600])('An abort ends an upload that hangs (mode %o)', async (mode) => {
    const content = Buffer.alloc(200_000)
    machine().emulator.faults.next(machine().routes.upload, { stall: true })
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 50)
    const write = machine().writeFiles([{ path: '/tmp/never', content, mode }], undefined, controller.signal)
    await expect(write).rejects.toBeInstanceOf(SandboxAbortError)
    expect(await machine().sh('ls /tmp')).not.toContain('never')
  })
}

import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { planBinds } from '../../src/sandbox/local/isolation/bind.js'
import { bwrapArguments } from '../../src/sandbox/local/isolation/bwrap-arguments.js'
import { seatbeltProfile } from '../../src/sandbox/local/isolation/seatbelt-profile.js'
import { parseProcStat, parsePs } from '../../src/sandbox/local/process/process-table.js'
import { temporaryDirectory } from './support/driver-machine.js'

describe('planBinds', () => {
  it('binds what a path really is, at the path too where nothing else leads there [BR-134]', async () => {
    const parent = await temporaryDirectory()
    const place = (name: string): string => path.join(parent, name)
    await mkdir(place('real/sub'), { recursive: true })
    await mkdir(place('work'))
    await writeFile(place('work/file'), '')
    await symlink(place('real'), place('link'))
    await symlink(place('work/file'), place('work/inner'))
    const missing: string[] = []
    const binds = await planBinds(
      [
        { path: place('work'), access: 'write' },
        { path: place('link/sub'), access: 'read' },
        { path: place('work/inner'), access: 'read' },
        { path: place('nowhere'), access: 'read' },
      ],
      [],
      (name) => void missing.push(name),
    )
    expect(missing).toEqual([place('nowhere')])
    expect(binds).toEqual([
      { source: place('work'), target: place('work'), access: 'write' },
      { source: place('real/sub'), target: place('real/sub'), access: 'read' },
      { source: place('real/sub'), target: place('link/sub'), access: 'read' },
      { source: place('work/file'), target: place('work/file'), access: 'read' },
    ])
  })

  it('lets reading win where one path was given both rights', async () => {
    const both = await realpath(await temporaryDirectory())
    const wishes = (['read', 'write'] as const).map((access) => ({ path: both, access }))
    expect((await planBinds(wishes, [], () => undefined)).map(({ access }) => access)).toEqual(['write', 'read'])
  })
})

describe('bwrapArguments', () => {
  const plan = { allowNetwork: false, allowSystemBinaries: true, replacement: undefined, binds: [] }

  it('unshares everything and drops every capability', () => {
    const args = bwrapArguments(plan).join(' ')
    for (const part of [
      '--die-with-parent',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-net',
      '--unshare-cgroup-try',
      '--cap-drop ALL',
    ]) {
      expect(args).toContain(part)
    }
    expect(bwrapArguments({ ...plan, allowNetwork: true })).not.toContain('--unshare-net')
  })

  it('mounts the whole disk before, and everything else after, what it has of its own', () => {
    const binds = [
      { source: '/', target: '/', access: 'read' },
      { source: '/tmp/w', target: '/tmp/w', access: 'write' },
    ] as const
    const text = bwrapArguments({ ...plan, allowSystemBinaries: false, binds }).join(' ')
    expect(text).toMatch(/--ro-bind \/ \/ --proc \/proc --dev \/dev --tmpfs \/tmp --bind \/tmp\/w \/tmp\/w$/)
    expect(text).not.toContain('/usr')
    expect(bwrapArguments(plan).slice(-2)).toEqual(['--remount-ro', '/'])
  })
})

describe('seatbeltProfile', () => {
  it('forbids everything but reading, starting programs and writing where it was told', () => {
    expect(seatbeltProfile({ allowNetwork: false, writable: ['/w'], protectedPaths: ['/w/.git'] })).toBe(
      `(version 1)
(deny default)
(allow process*)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow mach-lookup)
(allow ipc-posix*)
(allow file-read*)
(allow file-ioctl)
(allow file-write* (subpath "/private/tmp"))
(allow file-write* (subpath "/private/var/folders"))
(allow file-write* (literal "/dev/null"))
(allow file-write* (literal "/dev/zero"))
(allow file-write* (literal "/dev/tty"))
(allow file-write* (regex #"^/dev/fd/"))
(allow file-write* (subpath "/w"))
(deny file-write* (subpath "/w/.git"))
(deny network*)
`,
    )
    expect(seatbeltProfile({ allowNetwork: true, writable: [], protectedPaths: [] })).toContain('(allow network*)')
  })

  it('does not let a path end its quotes', () => {
    const profile = seatbeltProfile({ allowNetwork: false, writable: ['/a")(allow default)("\\'], protectedPaths: [] })
    expect(profile).toContain(String.raw`(subpath "/a\")(allow default)(\"\\")`)
    expect(() => seatbeltProfile({ allowNetwork: false, writable: ['/a\nb'], protectedPaths: [] })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })
})

describe('process tables', () => {
  it('reads /proc/<pid>/stat whatever a program is called', () => {
    const rest = '1 40 41 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 12345 9 10'
    const expected = { pid: 42, parent: 1, group: 40, session: 41, startTime: '12345' }
    expect(parseProcStat(42, `42 (sh) S ${rest}`)).toEqual({ ...expected, isDead: false })
    expect(parseProcStat(42, `42 (a) Z (b) ) R ${rest}`)).toEqual({ ...expected, isDead: false })
    expect(parseProcStat(42, `42 (x) Z ${rest}`)).toEqual({ ...expected, isDead: true })
  })

  it('reads the list of ps', () => {
    const text = '    1     0     1 Ss   Mon Nov 29 10:00:00 2026\n  420     1   400 Z+   Mon Nov 29 10:00:01 2026\n'
    expect(parsePs(text)).toEqual([
      { pid: 1, parent: 0, group: 1, session: 0, startTime: 'Mon Nov 29 10:00:00 2026', isDead: false },
      { pid: 420, parent: 1, group: 400, session: 0, startTime: 'Mon Nov 29 10:00:01 2026', isDead: true },
    ])
  })
})

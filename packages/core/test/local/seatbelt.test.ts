import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import type { LocalSandboxOptions } from '../../src/sandbox/local/index.js'
import { temporaryDirectory } from './support/driver-machine.js'
import { localSandbox } from './support/local-sandbox.js'
import { isRunning, pidsIn, untilTrue } from './support/processes.js'

/** Notes how it was called and starts the command without isolation: what the profile does can only be seen on macOS. */
const standIn = `#!/bin/sh
printf '%s\\n' "$1" "$2" > "$(dirname "$0")/called"
shift 2
exec "$@"
`

describe.skipIf(process.platform === 'win32')('LocalSandbox with seatbelt, up to the call of sandbox-exec', () => {
  async function onMac(
    options: LocalSandboxOptions = {},
  ): Promise<Awaited<ReturnType<typeof localSandbox>> & { called: () => Promise<string> }> {
    const programs = await temporaryDirectory()
    await writeFile(path.join(programs, 'sandbox-exec'), standIn)
    await chmod(path.join(programs, 'sandbox-exec'), 0o755)
    const before = { platform: process.platform, path: process.env['PATH'] }
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    process.env['PATH'] = `${programs}:${before.path ?? ''}`
    onTestFinished(() => {
      Object.defineProperty(process, 'platform', { value: before.platform })
      process.env['PATH'] = before.path
    })
    const made = await localSandbox({ isolation: 'seatbelt', ...options })
    return { ...made, called: () => readFile(path.join(programs, 'called'), 'utf8') }
  }

  it('hands over a profile that names the working directory, what was added and what is mounted', async () => {
    const shared = await temporaryDirectory()
    const { sandbox, parent, directory, called } = await onMac({
      nativeSandbox: { readWritePaths: [shared], readOnlyPaths: ['.git', '/missing'] },
    })
    const [open, closed] = [path.join(parent, 'open'), path.join(parent, 'closed')]
    for (const place of [open, closed, path.join(directory, '.git')]) await mkdir(place, { recursive: true })
    await sandbox.mount(new LocalFilesystem({ basePath: open }), '/open')
    await sandbox.mount(new LocalFilesystem({ basePath: closed, readOnly: true }), '/closed')
    expect(await sandbox.executeCommand('echo "a  b"; exit 3')).toMatchObject({ stdout: 'a  b\n', exitCode: 3 })
    const profile = await called()
    expect(profile).toMatch(/^-p\n\(version 1\)\n\(deny default\)/)
    for (const place of [directory, shared, open]) expect(profile).toContain(`(allow file-write* (subpath "${place}"))`)
    for (const place of [path.join(directory, '.git'), closed])
      expect(profile).toContain(`(deny file-write* (subpath "${place}"))`)
    expect(profile).toMatch(/\(deny network\*\)\n/)
    expect(profile).not.toContain('missing')
  })

  it('takes a profile of the user as it is, and leaves it', async () => {
    const parent = await temporaryDirectory()
    const seatbeltProfilePath = path.join(parent, 'mine.sb')
    await writeFile(seatbeltProfilePath, '(version 1)(allow default)')
    const { sandbox, called } = await onMac({ nativeSandbox: { seatbeltProfilePath } })
    await sandbox.executeCommand('true')
    expect(await called()).toBe(`-f\n${seatbeltProfilePath}\n`)
    await sandbox.destroy()
    expect(await readFile(seatbeltProfilePath, 'utf8')).toBe('(version 1)(allow default)')
  })

  it('writes the generated profile where it was told, for nobody else to read, and removes it at destroy', async () => {
    const parent = await temporaryDirectory()
    const seatbeltProfilePath = path.join(parent, 'generated.sb')
    const { sandbox, directory } = await onMac({ nativeSandbox: { seatbeltProfilePath, allowNetwork: true } })
    await sandbox.start()
    const profile = await readFile(seatbeltProfilePath, 'utf8')
    expect(profile).toContain(directory)
    expect(profile).toContain('(allow network*)')
    expect((await stat(seatbeltProfilePath)).mode & 0o777).toBe(0o600)
    await sandbox.stop()
    expect(await readFile(seatbeltProfilePath, 'utf8')).toBe(profile)
    await sandbox.start()
    await sandbox.destroy()
    await expect(stat(seatbeltProfilePath)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses to hide the system binaries', async () => {
    await expect(onMac({ nativeSandbox: { allowSystemBinaries: false } })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
    })
  })

  it('ends trees by what ps tells of parents and groups', async () => {
    const { sandbox } = await onMac()
    expect(sandbox.supports.killsEscapedSessions).toBe(false)
    const handle = await sandbox.processes.spawn("setsid sh -c 'echo $$; exec sleep 60' & sleep 60 & echo $!; wait")
    await untilTrue(() => pidsIn(handle.stdout).length === 2)
    expect(await handle.kill()).toBe(true)
    expect(pidsIn(handle.stdout).filter(isRunning)).toEqual([])
  })
})

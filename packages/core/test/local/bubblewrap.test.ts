import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { LocalSandbox, type LocalSandboxOptions } from '../../src/sandbox/local/index.js'
import { ProcessTag } from '../../src/sandbox/local/process/process-tag.js'
import { findTree } from '../../src/sandbox/local/process/process-tree.js'
import { whyNoBubblewrap } from './support/bubblewrap.js'
import { temporaryDirectory } from './support/driver-machine.js'
import { startHost } from './support/host-program.js'
import { localSandbox } from './support/local-sandbox.js'
import { RecordingLogger } from './support/recording-logger.js'
import { pidsIn, untilTrue } from './support/processes.js'

const reason = whyNoBubblewrap()

describe.skipIf(reason !== undefined)(`LocalSandbox with bubblewrap${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const isolated = (options: LocalSandboxOptions = {}): ReturnType<typeof localSandbox> =>
    localSandbox({ isolation: 'bwrap', ...options })

  it('runs commands in the working directory, Node included', async () => {
    const { sandbox, directory } = await isolated()
    const result = await sandbox.executeCommand('pwd; node -p process.version; echo x > kept')
    expect(result).toMatchObject({ exitCode: 0, stdout: `${directory}\n${process.version}\n`, stderr: '' })
    expect(await readFile(path.join(directory, 'kept'), 'utf8')).toBe('x\n')
    expect((await sandbox.executeCommand('exit 7')).exitCode).toBe(7)
    expect(await sandbox.executeCommand('kill -SEGV $$')).toMatchObject({ exitCode: 139 })
  })

  it('has devices, a /proc, a private /tmp and shared memory of its own [BR-136]', async () => {
    const { sandbox } = await isolated()
    const text = 'echo a >/dev/null && head -c4 /dev/urandom | wc -c && ls /dev/fd /proc/self >/dev/null && echo ok'
    expect(await sandbox.executeCommand(text)).toMatchObject({ stdout: '4\nok\n', exitCode: 0 })
    const mine = `caisson-private-${process.pid}`
    const shm = `echo x > /dev/shm/${mine} && echo y > /tmp/${mine} && cat /dev/shm/${mine} /tmp/${mine}`
    expect((await sandbox.executeCommand(shm)).stdout).toBe('x\ny\n')
    for (const place of ['/tmp', '/dev/shm']) {
      await expect(readFile(path.join(place, mine))).rejects.toMatchObject({ code: 'ENOENT' })
    }
  })

  it('hides the host: files, processes, the right to write and to mount', async () => {
    const { sandbox, parent } = await isolated()
    await writeFile(path.join(parent, 'secret'), 'zzz')
    const { stdout } = await sandbox.executeCommand(
      `cat ${path.join(parent, 'secret')} 2>&1; ls /home /root 2>/dev/null; touch /usr/x /x 2>&1; mount -t tmpfs x /usr 2>&1 | head -1; grep CapEff /proc/self/status; ls -d /proc/[0-9]* | wc -l`,
    )
    expect(stdout).not.toContain('zzz')
    expect(stdout).toMatch(/No such file or directory/)
    expect(stdout.match(/Read-only file system/g)).toHaveLength(2)
    expect(stdout).toMatch(/CapEff:\t0{16}\n/)
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThan(10)
  })

  it('has no network unless allowed', async () => {
    const server = createServer((_request, response) => response.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const fetch = `node -e 'fetch("http://127.0.0.1:${port}").then(async (r) => console.log(await r.text()), () => console.log("refused"))'`
    const { sandbox: closed } = await isolated()
    expect((await closed.executeCommand(fetch)).stdout).toBe('refused\n')
    const { sandbox: open } = await isolated({ nativeSandbox: { allowNetwork: true } })
    expect((await open.executeCommand(fetch)).stdout).toBe('reached\n')
  })

  it(
    'keeps the secrets of the host even from those who look at other processes [BR-063]',
    { timeout: 30_000 },
    async () => {
      const parent = await temporaryDirectory()
      const host = startHost(
        `const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(parent)} + '/w', isolation: 'bwrap', env: { MINE: 'shown' } })
      const { stdout } = await sandbox.executeCommand('cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\\\0" "\\\\n"')
      await sandbox.destroy()
      process.stdout.write(stdout)`,
        { CANARY_API_KEY: 'zzz' },
      )
      expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
      expect(host.stdout()).toContain('MINE=shown')
      expect(host.stdout()).not.toContain('zzz')
    },
  )

  it('points HOME and TMPDIR to places that are there', async () => {
    const { sandbox, directory } = await isolated()
    expect((await sandbox.executeCommand('echo $HOME $TMPDIR; cd && pwd; mktemp')).stdout).toMatch(
      new RegExp(`^${directory} /tmp\n${directory}\n/tmp/`),
    )
  })

  it('protects read-only paths by their links and by what they lead to, and skips missing ones [BR-134]', async () => {
    const parent = await temporaryDirectory()
    const work = path.join(parent, 'work')
    await mkdir(path.join(work, 'real'), { recursive: true })
    await mkdir(path.join(parent, 'outside/sub'), { recursive: true })
    await writeFile(path.join(work, 'real/file'), 'real')
    await writeFile(path.join(work, 'plain'), 'plain')
    await writeFile(path.join(parent, 'outside/sub/file'), 'outside')
    await symlink('real', path.join(work, 'link'))
    await symlink(path.join(parent, 'outside'), path.join(parent, 'alias'))
    const logger = new RecordingLogger()
    const { sandbox } = await isolated({
      workingDirectory: work,
      logger,
      nativeSandbox: {
        readOnlyPaths: [
          'link',
          'plain',
          path.join(parent, 'alias/sub'),
          path.join(parent, 'missing'),
          '~/certainly-missing',
        ],
      },
    })
    const alias = path.join(parent, 'alias/sub/file')
    const real = path.join(parent, 'outside/sub/file')
    const result = await sandbox.executeCommand(
      `echo ok; cat link/file plain ${alias} ${real}; for f in link/file real/file plain ${alias} ${real}; do echo x > $f && echo WRITTEN $f; done; echo y > free && cat free`,
    )
    expect(result.stdout).toBe('ok\nrealplainoutsideoutsidey\n')
    expect(logger.lines.debug).toContainEqual(expect.stringContaining(path.join(parent, 'missing')))
  })

  it('lets read-write paths be written, and a read-only working directory not', async () => {
    const parent = await temporaryDirectory()
    const shared = path.join(parent, 'shared')
    await mkdir(shared)
    const { sandbox } = await isolated({
      workingDirectory: path.join(parent, 'w'),
      nativeSandbox: { readWritePaths: [shared], readOnly: true },
    })
    const result = await sandbox.executeCommand(`echo x > ${shared}/a && cat ${shared}/a; echo x > here`)
    expect(result.stdout).toBe('x\n')
    expect(result.stderr).toContain('Read-only file system')
    expect(await sandbox.filesystem?.readFile(path.join(shared, 'a'), { encoding: 'utf-8' })).toBe('x\n')
    await expect(sandbox.filesystem?.writeFile('b', 'x')).rejects.toMatchObject({ code: 'READ_ONLY' })
  })

  it('starts commands only in directories that the sandbox was given [BR-066]', async () => {
    const parent = await temporaryDirectory()
    const shared = path.join(parent, 'shared')
    await mkdir(shared)
    const { sandbox } = await isolated({
      workingDirectory: path.join(parent, 'w'),
      nativeSandbox: { readOnlyPaths: [shared] },
    })
    expect((await sandbox.executeCommand('pwd', [], { cwd: shared })).stdout).toBe(`${shared}\n`)
    for (const cwd of ['/usr', parent, '../shared']) {
      await expect(sandbox.executeCommand('pwd', [], { cwd })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
      await expect(sandbox.processes.spawn('pwd', { cwd })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    await expect(sandbox.executeCommand('pwd', [], { cwd: 'missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await sandbox.executeCommand('find . -mindepth 1 -delete')
    expect((await sandbox.executeCommand('echo ok')).stdout).toBe('ok\n')
  })

  it('makes the directory anew when it was lost [BR-068]', async () => {
    const { sandbox, directory } = await isolated()
    await sandbox.start()
    await rm(directory, { recursive: true })
    expect((await sandbox.executeCommand('pwd')).stdout).toBe(`${directory}\n`)
  })

  it('does not take a failure of bubblewrap for one of the command', async () => {
    const parent = await temporaryDirectory()
    const shared = path.join(parent, 'shared')
    await mkdir(shared)
    const { sandbox } = await isolated({
      workingDirectory: path.join(parent, 'w'),
      nativeSandbox: { readWritePaths: [shared] },
    })
    await sandbox.start()
    await rm(shared, { recursive: true })
    await expect(sandbox.executeCommand('echo never')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      partialOutput: { stderr: expect.stringContaining(shared) },
    })
  })

  it('does without system binaries when told to, and says what is missing', async () => {
    const { sandbox: bare } = await isolated({ nativeSandbox: { allowSystemBinaries: false } })
    await expect(bare.start()).rejects.toMatchObject({
      code: 'ISOLATION_UNAVAILABLE',
      message: expect.stringContaining('readOnlyPaths must bring /bin/sh'),
    })
    const libraries = ['/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu', '/lib64', '/lib/ld-linux-aarch64.so.1']
    const { sandbox } = await isolated({
      nativeSandbox: { allowSystemBinaries: false, readOnlyPaths: ['/bin/sh', ...libraries] },
    })
    const result = await sandbox.executeCommand('echo ok; ls; test -e /usr/bin/env || echo none')
    expect(result.stdout).toBe('ok\nnone\n')
    expect(result.stderr).toContain('ls: not found')
  })

  it('takes other arguments in place of its own', async () => {
    const bwrapArgs = [
      '--ro-bind',
      '/',
      '/',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--unshare-pid',
      '--setenv',
      'TOKEN',
      'hidden',
    ]
    const { sandbox } = await isolated({ nativeSandbox: { bwrapArgs } })
    const result = await sandbox.executeCommand('echo $TOKEN; test -e /root && echo all; echo x > y')
    expect(result.stdout).toBe('hidden\nall\n')
    expect(result.stderr).toContain('Read-only file system')
    expect(JSON.stringify(await sandbox.getInfo())).not.toContain('hidden')
    const { sandbox: broken } = await isolated({ nativeSandbox: { bwrapArgs: ['--no-such-option'] } })
    await expect(broken.start()).rejects.toMatchObject({
      code: 'ISOLATION_UNAVAILABLE',
      reason: expect.stringContaining('--no-such-option'),
    })
  })

  it('detects at start that bubblewrap is there but cannot work, and says why', async () => {
    const parent = await temporaryDirectory()
    await writeFile(
      path.join(parent, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
    )
    await chmod(path.join(parent, 'bwrap'), 0o755)
    const before = process.env['PATH']
    process.env['PATH'] = `${parent}:${before ?? ''}`
    onTestFinished(() => {
      process.env['PATH'] = before
    })
    const sandbox = new LocalSandbox({ workingDirectory: path.join(parent, 'w'), isolation: 'bwrap' })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'ISOLATION_UNAVAILABLE',
      reason: 'bwrap: No permissions to create new namespace',
    })
  })

  it('mounts directories, read-only ones so that commands cannot write', async () => {
    const { sandbox, parent } = await isolated()
    const [open, closed] = [path.join(parent, 'open'), path.join(parent, 'closed')]
    await mkdir(open)
    await mkdir(closed)
    await writeFile(path.join(closed, 'file'), 'kept')
    await sandbox.mount(new LocalFilesystem({ basePath: open }), '/open')
    await sandbox.mount(new LocalFilesystem({ basePath: closed, readOnly: true }), '/closed')
    const text =
      'echo x > open/a && cat open/a closed/file; echo y > closed/file; echo y > closed/new; cd closed && pwd -P'
    const result = await sandbox.executeCommand(text)
    expect(result.stdout).toBe(`x\nkept${closed}\n`)
    expect(result.stderr.match(/Read-only file system/g)).toHaveLength(2)
    expect((await sandbox.executeCommand('pwd -P', [], { cwd: 'open' })).stdout).toBe(`${open}\n`)
    await sandbox.mount(new LocalFilesystem({ basePath: open }), '/again')
    await sandbox.unmount('/open')
    expect((await sandbox.executeCommand('cat again/a; echo z > again/a; cat again/a')).stdout).toBe('x\nz\n')
    await sandbox.unmount('/again')
    expect((await sandbox.executeCommand(`ls ${open}`)).exitCode).toBe(2)
  })

  it('ends the tree, orderly where the program wants to, and everything at destroy', async () => {
    const { sandbox } = await isolated()
    const polite = await sandbox.processes.spawn(
      `trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done`,
    )
    await untilTrue(() => polite.stdout.includes('ready'))
    expect(await polite.kill()).toBe(true)
    expect(await polite.wait()).toMatchObject({ exitCode: 137, killed: true, stdout: 'ready\nbye\n' })
    const stubborn = await sandbox.processes.spawn(
      `trap '' TERM; echo ready; setsid sleep 300 & while :; do sleep 0.05; done`,
    )
    await untilTrue(() => stubborn.stdout.includes('ready'))
    expect(await stubborn.kill()).toBe(true)
    expect(await sandbox.executeCommand('sleep 300 & sleep 300', [], { timeout: 300 })).toMatchObject({ exitCode: 124 })
    const stopped = await sandbox.processes.spawn(
      `trap 'echo bye > end; exit' TERM; echo ready; while :; do sleep 0.05; done`,
    )
    await untilTrue(() => stopped.stdout.includes('ready'))
    await sandbox.stop()
    expect((await sandbox.executeCommand('cat end')).stdout).toBe('bye\n')
    const left = await sandbox.executeCommand('sleep 300 & echo $!')
    expect(pidsIn(left.stdout)).toHaveLength(1)
    const again = await sandbox.processes.spawn('setsid sleep 300 & sleep 300')
    await untilTrue(() => findTree({ tag: ProcessTag.host }).length > 3)
    await sandbox.destroy()
    expect(again.exitCode).toBeGreaterThan(128)
    expect(findTree({ tag: ProcessTag.host })).toEqual([])
  })

  it('carries stdin and the private channel', async () => {
    const { sandbox } = await isolated()
    const handle = await sandbox.processes.spawn('read a <&3; read b; echo "$a $b"; echo back >&3', { channel: true })
    const received: string[] = []
    handle.channel?.onData((data) => void received.push(Buffer.from(data).toString()))
    await handle.channel?.send('over\n')
    await handle.sendStdin('in\n')
    expect(await handle.wait()).toMatchObject({ exitCode: 0, stdout: 'over in\n' })
    expect(received.join('')).toBe('back\n')
  })

  it('learns that a command has closed its input [BR-031]', async () => {
    const { sandbox } = await isolated()
    const handle = await sandbox.processes.spawn('exec 0<&-; echo closed; sleep 300')
    await untilTrue(() => handle.stdout.includes('closed'))
    await expect(handle.sendStdin('x'.repeat(1 << 20))).rejects.toMatchObject({ code: 'INVALID_STATE' })
    expect(await handle.kill()).toBe(true)
    const sorted = await sandbox.processes.spawn('sort')
    await sorted.sendStdin('b\na\n')
    await sorted.closeStdin()
    expect(await sorted.wait()).toMatchObject({ exitCode: 0, stdout: 'a\nb\n' })
  })

  it('ends in order what is still being started when it is killed', async () => {
    // With this grace period only a SIGTERM that arrives lets the test end in time.
    const { sandbox } = await isolated({ killGraceMs: 60_000 })
    for (let round = 0; round < 5; round += 1) {
      const handle = await sandbox.processes.spawn('sleep 300')
      expect(await handle.kill()).toBe(true)
    }
  })
})

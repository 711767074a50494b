import { lstat, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LocalSandbox } from '../../src/sandbox/local/index.js'
import { localSandbox } from './support/local-sandbox.js'
import { RecordingLogger } from './support/recording-logger.js'

describe('LocalSandbox: life of the directory [C13]', () => {
  it('creates the directory once and finds it again', async () => {
    const { sandbox, directory } = await localSandbox()
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    await writeFile(path.join(directory, 'kept'), 'x')
    await sandbox.stop()
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    await sandbox.destroy()
    expect(await readFile(path.join(directory, 'kept'), 'utf8')).toBe('x')
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  it('keeps all files over stops and starts, and after destroy [BR-089]', async () => {
    const { sandbox, directory } = await localSandbox()
    for (const round of ['0', '1', '2']) {
      await sandbox.filesystem?.writeFile(`f${round}`, round)
      await sandbox.stop()
      await sandbox.start()
      for (let earlier = 0; earlier <= Number(round); earlier += 1) {
        expect(await sandbox.filesystem?.readFile(`f${earlier}`, { encoding: 'utf-8' })).toBe(String(earlier))
      }
    }
    await sandbox.destroy()
    expect(await readFile(path.join(directory, 'f2'), 'utf8')).toBe('2')
  })

  it('refuses a working directory that is a file, and names it', async () => {
    const { sandbox, directory } = await localSandbox()
    await writeFile(directory, '')
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(directory),
    })
  })

  it('writes files at once, whole and with their modes from the first byte [BR-124]', async () => {
    const { sandbox, directory } = await localSandbox()
    await sandbox.writeFiles([
      { path: 'bin/run.sh', content: '#!/bin/sh\necho ran', mode: 0o755 },
      { path: 'secret', content: new Uint8Array([0, 255]), mode: 0o600 },
    ])
    expect((await sandbox.executeCommand('./bin/run.sh')).stdout).toBe('ran\n')
    expect((await stat(path.join(directory, 'secret'))).mode & 0o777).toBe(0o600)
    expect((await readFile(path.join(directory, 'secret'))).toString('hex')).toBe('00ff')
    expect((await sandbox.executeCommand('ls -A')).stdout).toBe('bin\nsecret\n')
  })
})

describe('LocalSandbox: what it tells', () => {
  it('describes itself without secrets', async () => {
    const { sandbox, directory } = await localSandbox({ env: { TOKEN: 'very-secret' } })
    await sandbox.start()
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({
      id: sandbox.id,
      provider: 'local',
      name: 'LocalSandbox',
      status: 'running',
      resources: { memoryMB: expect.any(Number), cpuCores: expect.any(Number) },
      metadata: {
        workingDirectory: directory,
        sandboxId: directory,
        platform: process.platform,
        nodeVersion: process.version,
        isolation: 'none',
        isolationConfig: {},
        envNames: ['TOKEN'],
      },
    })
    for (const text of [JSON.stringify(info), JSON.stringify(sandbox), sandbox.getInstructions()]) {
      expect(text).not.toContain('very-secret')
    }
    expect(sandbox.id).toMatch(/^local-sandbox-[0-9a-z]+-[0-9a-z]+$/)
    expect(sandbox.getInstructions()).toContain(directory)
  })

  it('lets instructions be replaced, extended and suppressed', async () => {
    const make = (instructions: LocalInstructions): string =>
      new LocalSandbox({ workingDirectory: '/x', instructions }).getInstructions()
    expect(make('mine')).toBe('mine')
    expect(make('')).toBe('')
    expect(make(({ defaultInstructions }) => `${defaultInstructions}!`)).toMatch(/"\/x"\.!$/)
  })

  it('resolves the working directory at once: home, relative, default', () => {
    expect(new LocalSandbox({ workingDirectory: '~/x/../y' }).workingDirectory).toBe(path.join(homedir(), 'y'))
    expect(new LocalSandbox({ workingDirectory: 'rel' }).workingDirectory).toBe(path.resolve('rel'))
    expect(new LocalSandbox().workingDirectory).toBe(path.resolve('.sandbox'))
  })
})

type LocalInstructions = string | ((options: { defaultInstructions: string }) => string)

describe('LocalSandbox.clone', () => {
  it('keeps the configuration, is independent, and touches nothing', async () => {
    const onStart = vi.fn<() => void>()
    const { sandbox, parent, directory } = await localSandbox({
      env: { A: '1' },
      timeout: 77,
      onStart,
      instructions: 'mine',
    })
    const clone = sandbox.clone({ workingDirectory: path.join(parent, 'other') })
    onTestFinished(() => clone.destroy())
    expect(clone.id).not.toBe(sandbox.id)
    expect(clone.getInstructions()).toBe('mine')
    await expect(stat(path.join(parent, 'other'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await clone.getInfo()).metadata).toMatchObject({ timeout: 77, envNames: ['A'] })
    sandbox.setEnv(() => ({ A: '2' }))
    expect((await clone.executeCommand('echo $A; pwd')).stdout).toBe(`1\n${path.join(parent, 'other')}\n`)
    expect(onStart).toHaveBeenCalledTimes(1)
    expect(sandbox.clone().workingDirectory).toBe(directory)
    expect(sandbox.clone({ id: 'mine', env: { B: '1' } }).getEnv()).toEqual({ B: '1' })
    expect(sandbox.clone({ id: 'mine', idleTimeoutMinutes: 5, actingUserId: 'u' }).id).toBe('mine')
  })
})

describe('LocalSandbox: checkpoints', () => {
  it('saves and starts from what was saved, links as links', async () => {
    const { sandbox, directory, parent } = await localSandbox({ checkpointName: 'one' })
    expect(sandbox.supportsCheckpoints).toBe(true)
    await sandbox.writeFiles([{ path: 'd/file', content: 'v1', mode: 0o640 }])
    await symlink('d/file', path.join(directory, 'link'))
    await sandbox.snapshot()
    await sandbox.filesystem?.writeFile('d/file', 'v2')
    const elsewhere = path.join(parent, 'deep', 'next')
    const next = sandbox.clone({ workingDirectory: elsewhere })
    onTestFinished(() => next.destroy())
    await next.start()
    expect(await readFile(path.join(elsewhere, 'd', 'file'), 'utf8')).toBe('v1')
    expect((await stat(path.join(elsewhere, 'd', 'file'))).mode & 0o777).toBe(0o640)
    expect((await lstat(path.join(elsewhere, 'link'))).isSymbolicLink()).toBe(true)
  })

  it('never fills a directory that holds something', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'one' })
    await sandbox.filesystem?.writeFile('a', 'saved')
    await sandbox.snapshot()
    await sandbox.filesystem?.writeFile('a', 'mine')
    await sandbox.stop()
    await sandbox.start()
    expect(await readFile(path.join(parent, 'work', 'a'), 'utf8')).toBe('mine')
  })

  it('starts from the seed while there is no checkpoint of its own, and says when there is no seed', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'base' })
    await sandbox.filesystem?.writeFile('a', 'from the seed')
    await sandbox.snapshot()
    const child = sandbox.clone({
      workingDirectory: path.join(parent, 'child'),
      checkpointName: 'child',
      seedCheckpointName: 'base',
    })
    onTestFinished(() => child.destroy())
    expect((await child.executeCommand('cat a')).stdout).toBe('from the seed')
    await child.filesystem?.writeFile('a', 'its own')
    await child.snapshot()
    const again = child.clone({ workingDirectory: path.join(parent, 'again') })
    onTestFinished(() => again.destroy())
    expect((await again.executeCommand('cat a')).stdout).toBe('its own')
    const logger = new RecordingLogger()
    const { sandbox: orphan } = await localSandbox({ seedCheckpointName: 'nowhere', logger })
    await orphan.start()
    expect(logger.lines.warn).toEqual([expect.stringContaining('nowhere')])
    expect(orphan.supportsCheckpoints).toBe(false)
  })

  it('saves one after the other, and uses the backup when a save was cut off half way', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'one' })
    await sandbox.filesystem?.writeFile('a', '1')
    await Promise.all([sandbox.snapshot(), sandbox.snapshot(), sandbox.snapshot()])
    const store = path.join(parent, '.checkpoints')
    expect(await readdir(store)).toEqual(['one'])
    await rename(path.join(store, 'one'), path.join(store, '.bak-one'))
    await mkdir(path.join(store, '.tmp-interrupted', 'copy'), { recursive: true })
    const next = sandbox.clone({ workingDirectory: path.join(parent, 'next') })
    onTestFinished(() => next.destroy())
    expect((await next.executeCommand('cat a')).stdout).toBe('1')
    await next.filesystem?.writeFile('a', '2')
    await next.snapshot()
    expect((await readdir(store)).toSorted()).toEqual(['.tmp-interrupted', 'one'])
  })

  it('leaves out sockets and pipes, and keeps the old checkpoint when a save fails', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'one' })
    await sandbox.executeCommand('mkfifo pipe; echo x > a')
    await sandbox.snapshot()
    const store = path.join(parent, '.checkpoints', 'one')
    await expect(lstat(path.join(store, 'pipe'))).rejects.toMatchObject({ code: 'ENOENT' })
    await sandbox.executeCommand('rm -rf "$PWD"')
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await readFile(path.join(store, 'a'), 'utf8')).toBe('x\n')
  })
})

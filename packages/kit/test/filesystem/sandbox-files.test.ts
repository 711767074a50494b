import { LocalSandbox, type WorkspaceSandbox } from '@caisson/core'
import { sh } from '@caisson/core/driver'
import { MachineDisk, sandboxFiles, writeMachineFiles } from '@caisson/kit/filesystem'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localNames } from './support/local-machine.js'

async function start(): Promise<{ sandbox: LocalSandbox; disk: MachineDisk; root: string }> {
  const root = await mkdtemp('/tmp/caisson-sandbox-files-')
  const sandbox = new LocalSandbox({ workingDirectory: root })
  onTestFinished(async () => {
    await sandbox.destroy()
    await rm(root, { recursive: true, force: true })
  })
  return { sandbox, root, disk: new MachineDisk({ ...localNames, files: sandboxFiles(sandbox) }) }
}

test('A sandbox with nothing but processes has a disk', async () => {
  const { sandbox, disk, root } = await start()
  const content = Buffer.from(Array.from({ length: 150_001 }, (_, index) => (index * 7919) % 256))
  await disk.writeFile('d/large', content)
  expect(await disk.readFile('d/large')).toEqual(content)
  await writeMachineFiles(sandboxFiles(sandbox), [
    { path: 'tool', content: '#!/bin/sh\necho ran', mode: 0o755 },
    { path: 'secret', content: 'word', mode: 0o600 },
  ])
  expect((await stat(path.join(root, 'secret'))).mode & 0o777).toBe(0o600)
  expect((await sandbox.executeCommand('./tool')).stdout).toBe('ran\n')
  expect(await sandbox.processes.list()).toEqual([])
})

test('Bytes come as they are, and content is in no text of a command and in no variable of a script', async () => {
  const { sandbox, disk } = await start()
  const texts: string[] = []
  const { processes } = sandbox
  const { spawn } = processes
  processes.spawn = async (command, options) => {
    texts.push(command)
    return spawn.call(processes, command, options)
  }
  await disk.writeFile('a', 'the word')
  expect(texts.join('')).not.toContain(Buffer.from('the word').toString('base64').slice(0, 8))
  const seen = await sandboxFiles(sandbox).run(sh`printf '%s' "\${CAISSON_INPUT-none}"; cat`, {
    stdin: Buffer.from([0xff, 0]),
  })
  expect(Buffer.from(seen.stdout)).toEqual(Buffer.concat([Buffer.from('none'), Buffer.from([0xff, 0])]))
})

test('An abort ends the script, and is what the caller is told', async () => {
  const { sandbox, root } = await start()
  const abort = new AbortController()
  const files = sandboxFiles(sandbox)
  const running = files.run(sh`echo here >mark; exec sleep 60`, { signal: abort.signal })
  await expect.poll(async () => readFile(path.join(root, 'mark'), 'utf8').catch(() => '')).toBe('here\n')
  const reason = new RangeError('enough')
  abort.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(await sandbox.processes.list()).toEqual([])
})

test('A script that somebody else killed is an error, never a result', async () => {
  const { sandbox, root } = await start()
  const running = sandboxFiles(sandbox).run(sh`echo here >mark; exec sleep 60`, {})
  running.catch(() => undefined)
  await expect.poll(async () => readFile(path.join(root, 'mark'), 'utf8').catch(() => '')).toBe('here\n')
  for (const { pid } of await sandbox.processes.list()) await sandbox.processes.kill(pid)
  await expect(running).rejects.toMatchObject({ code: 'EXECUTION_FAILED' })
})

test('A sandbox without processes is refused', () => {
  const sandbox: WorkspaceSandbox = {
    id: 'a',
    name: 'a',
    provider: 'none',
    status: 'running',
    snapshot: async () => undefined,
  }
  expect(() => sandboxFiles(sandbox)).toThrow(expect.objectContaining({ code: 'FEATURE_NOT_SUPPORTED' }))
})

import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()

test('creates a sandbox, runs a command in it and kills it', async () => {
  const sandbox = await Sandbox.create({ ...context.connection, metadata: { a: 'b' }, envs: { GREETING: 'hello' } })
  const result = await sandbox.commands.run('echo $GREETING; whoami; pwd; python --version')
  expect(result.stdout).toMatch(/^hello\nuser\n\/home\/user\nPython 3/)
  expect(await sandbox.isRunning()).toBe(true)
  expect(await sandbox.kill()).toBe(true)
  expect(await sandbox.isRunning()).toBe(false)
  expect(await sandbox.kill()).toBe(false)
})

test('keeps processes through a pause', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const { pid } = await sandbox.commands.run('sleep 100', { background: true, timeoutMs: 0 })
    expect(await sandbox.pause()).toBe(true)
    expect(await sandbox.pause()).toBe(false)
    expect(await sandbox.isRunning()).toBe(false)
    await sandbox.connect()
    expect((await sandbox.commands.list()).map((process) => process.pid)).toContain(pid)
  })
})

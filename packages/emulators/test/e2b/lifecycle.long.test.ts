import { Sandbox, SandboxNotFoundError, TimeoutError } from 'e2b'
import { expect, test } from 'vitest'
import { isPrivate } from './backing.js'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()

test('keeps processes through a pause with memory', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const { pid } = await sandbox.commands.run('sleep 100', { background: true, timeoutMs: 0 })
    expect(await sandbox.pause()).toBe(true)
    expect(await sandbox.pause()).toBe(false)
    expect((await sandbox.getInfo()).state).toBe('paused')
    expect(await sandbox.isRunning()).toBe(false)
    await expect(sandbox.commands.run('true')).rejects.toThrow(SandboxNotFoundError)
    await expect(sandbox.files.read('x')).rejects.toThrow(TimeoutError)
    await expect(sandbox.setTimeout(1000)).rejects.toThrow(SandboxNotFoundError)
    await sandbox.connect()
    expect((await sandbox.commands.list()).map((process) => process.pid)).toContain(pid)
    expect((await sandbox.commands.connect(pid)).pid).toBe(pid)
  })
})

test('cuts the streams of a sandbox that is paused', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const command = await sandbox.commands.run('sleep 60', { background: true })
    const ended = /killed or reached its end of life/
    await Promise.all([expect(command.wait()).rejects.toThrow(ended), sandbox.pause()])
  })
})

test('keeps the disk and no process through a pause without memory', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const { pid } = await sandbox.commands.run('sleep 100', { background: true, timeoutMs: 0 })
    await sandbox.files.write('kept.txt', 'kept')
    await sandbox.pause({ keepMemory: false })
    await Sandbox.connect(sandbox.sandboxId, context.connection)
    expect(await sandbox.files.read('kept.txt')).toBe('kept')
    expect((await sandbox.commands.list()).map((process) => process.pid)).not.toContain(pid)
  })
})

test.skipIf(!isPrivate)('boots anew after a pause without memory (needs namespaces)', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const bootId = async (): Promise<string> => {
      return (await sandbox.commands.run('cat /proc/sys/kernel/random/boot_id')).stdout
    }
    const first = await bootId()
    expect(await bootId()).toBe(first)
    await sandbox.pause({ keepMemory: false })
    await sandbox.connect()
    expect(await bootId()).not.toBe(first)
  })
})

test('kills a sandbox at the end of its time', async () => {
  const sandbox = await Sandbox.create({ ...context.connection, timeoutMs: 1000 })
  await expect.poll(() => sandbox.isRunning()).toBe(false)
  await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
})

test('gives a sandbox more and less time', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.setTimeout(600_000)
    const { endAt } = await sandbox.getInfo()
    await Sandbox.connect(sandbox.sandboxId, { ...context.connection, timeoutMs: 1000 })
    expect((await sandbox.getInfo()).endAt).toEqual(endAt)
    await sandbox.setTimeout(1000)
    await expect.poll(() => sandbox.isRunning()).toBe(false)
  })
})

test('pauses at the end of its time where that was asked for, and wakes by connecting only', async () => {
  const options = {
    ...context.connection,
    timeoutMs: 1000,
    lifecycle: { onTimeout: 'pause', autoResume: false },
  } as const
  const sandbox = await Sandbox.create(options)
  try {
    await expect.poll(async () => (await sandbox.getInfo()).state).toBe('paused')
    expect(await sandbox.isRunning()).toBe(false)
    await sandbox.connect()
    expect(await sandbox.isRunning()).toBe(true)
  } finally {
    await sandbox.kill()
  }
})

test('wakes a sandbox by a request where that was asked for', async () => {
  const options = {
    ...context.connection,
    timeoutMs: 1000,
    lifecycle: { onTimeout: 'pause', autoResume: true },
  } as const
  const sandbox = await Sandbox.create(options)
  try {
    await expect.poll(async () => (await sandbox.getInfo()).state).toBe('paused')
    expect((await sandbox.commands.run('echo awake')).stdout).toBe('awake\n')
    expect((await sandbox.getInfo()).state).toBe('running')
  } finally {
    await sandbox.kill()
  }
})

test('kills a paused sandbox', async () => {
  const sandbox = await Sandbox.create({ ...context.connection })
  await sandbox.pause()
  expect(await sandbox.kill()).toBe(true)
  expect(await sandbox.pause().catch((error: unknown) => error)).toBeInstanceOf(SandboxNotFoundError)
})

test('does changes of one sandbox one after another', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    for (let round = 0; round < 5; round += 1) {
      const paused = await Promise.all([sandbox.pause(), sandbox.pause(), sandbox.pause()])
      expect(paused.filter(Boolean)).toHaveLength(1)
      await Promise.all([sandbox.connect(), sandbox.connect(), sandbox.connect()])
      expect((await sandbox.commands.run('echo on')).stdout).toBe('on\n')
    }
  })
})

test.skipIf(!isPrivate)('ends a sandbox whose daemon has ended (needs namespaces)', async () => {
  const sandbox = await Sandbox.create({ ...context.connection })
  const pids =
    'ps -eo pid,args | grep "[l]auncher.cjs\\|[c]aisson/daemon.cjs" | tr -s " " | sed "s/^ //" | cut -d" " -f1'
  await sandbox.commands.run(`sudo kill -9 $(${pids})`).catch(() => undefined)
  await expect.poll(() => sandbox.isRunning()).toBe(false)
  const asked = (): Promise<unknown> => sandbox.getInfo().catch((error: unknown) => error)
  await expect.poll(asked).toBeInstanceOf(SandboxNotFoundError)
})

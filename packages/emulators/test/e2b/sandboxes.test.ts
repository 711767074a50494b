import { RateLimitError, Sandbox, SandboxNotFoundError, TimeoutError } from 'e2b'
import { expect, test } from 'vitest'
import { isPrivate } from './backing.js'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()

test('creates a sandbox, runs a command in it and kills it', async () => {
  const sandbox = await Sandbox.create({ ...context.connection, metadata: { a: 'b' }, envs: { GREETING: 'hello' } })
  const result = await sandbox.commands.run('echo $GREETING')
  expect(result.stdout).toBe('hello\n')
  expect(await sandbox.isRunning()).toBe(true)
  expect(await sandbox.kill()).toBe(true)
  expect(await sandbox.isRunning()).toBe(false)
  expect(await sandbox.kill()).toBe(false)
})

test.skipIf(!isPrivate)(
  'gives commands the user, the home and the variables of the vendor (needs namespaces)',
  async () => {
    await withSandbox(context.connection, async (sandbox) => {
      const { stdout } = await sandbox.commands.run(
        'whoami; pwd; sudo whoami; echo $E2B_SANDBOX $E2B_SANDBOX_ID; hostname',
      )
      expect(stdout.split('\n')).toEqual(['user', '/home/user', 'root', `true ${sandbox.sandboxId}`, 'e2b.local', ''])
    })
  },
)

test('answers operations on a killed sandbox as the vendor does', async () => {
  const sandbox = await Sandbox.create({ ...context.connection })
  await sandbox.kill()
  await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
  await expect(sandbox.setTimeout(1000)).rejects.toThrow(SandboxNotFoundError)
  await expect(Sandbox.connect(sandbox.sandboxId, context.connection)).rejects.toThrow(SandboxNotFoundError)
  await expect(sandbox.commands.run('true')).rejects.toThrow(SandboxNotFoundError)
  await expect(sandbox.files.read('x')).rejects.toThrow(TimeoutError)
  await expect(sandbox.createSnapshot()).rejects.toThrow(SandboxNotFoundError)
  await expect(sandbox.fork()).rejects.toThrow(SandboxNotFoundError)
})

test('cuts a command that runs when its sandbox is killed', async () => {
  const sandbox = await Sandbox.create({ ...context.connection })
  const command = await sandbox.commands.run('sleep 60', { background: true })
  const ended = /killed or reached its end of life/
  await Promise.all([expect(command.wait()).rejects.toThrow(ended), sandbox.kill()])
})

test('shows what a sandbox was made with', async () => {
  const options = { ...context.connection, metadata: { a: 'b' }, timeoutMs: 60_000, allowInternetAccess: false }
  const sandbox = await Sandbox.create(options)
  try {
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({
      sandboxId: sandbox.sandboxId,
      name: 'base',
      metadata: { a: 'b' },
      state: 'running',
      allowInternetAccess: false,
      lifecycle: { onTimeout: 'kill', autoResume: false },
    })
    expect(info.endAt.getTime() - info.startedAt.getTime()).toBe(60_000)
  } finally {
    await sandbox.kill()
  }
})

test('replaces the network settings, and never tells the password of a proxy', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.updateNetwork({
      denyOut: ['8.8.8.8'],
      egressProxy: { address: 'proxy:1080', username: 'me', password: 'secret' },
    })
    const { network } = await sandbox.getInfo()
    expect(network).toMatchObject({ denyOut: ['8.8.8.8'] })
    expect(JSON.stringify(network)).not.toContain('secret')
    await sandbox.updateNetwork({ allowOut: ['1.1.1.1'] })
    expect((await sandbox.getInfo()).network).toMatchObject({ allowOut: ['1.1.1.1'] })
    expect((await sandbox.getInfo()).network?.denyOut).toBeUndefined()
  })
})

test('records figures of a sandbox', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const [sample] = await sandbox.getMetrics()
    expect(sample).toMatchObject({ cpuCount: 2 })
    expect(sample?.memTotal).toBeGreaterThan(0)
    expect(sample?.diskTotal).toBeGreaterThan(0)
    const hourAgo = Date.now() - 3_600_000
    const old = await sandbox.getMetrics({ start: new Date(hourAgo), end: new Date(hourAgo + 60_000) })
    expect(old).toEqual([])
  })
})

test('lets no more sandboxes run than allowed', async () => {
  context.emulator.faults.limitSandboxes(1)
  try {
    await withSandbox(context.connection, async () => {
      await expect(Sandbox.create({ ...context.connection })).rejects.toThrow(RateLimitError)
    })
    await withSandbox(context.connection, async (sandbox) => expect(await sandbox.isRunning()).toBe(true))
  } finally {
    context.emulator.faults.limitSandboxes(undefined)
  }
})

test('leaves nothing of a killed sandbox', async () => {
  const { emulator, connection } = context
  const before = await Sandbox.list({ ...connection }).nextItems()
  await withSandbox(connection, async (sandbox) => {
    await sandbox.commands.run('sleep 100', { background: true })
  })
  expect(await Sandbox.list({ ...connection }).nextItems()).toEqual(before)
  await emulator.reset()
  expect(emulator.journal.count()).toBe(0)
})

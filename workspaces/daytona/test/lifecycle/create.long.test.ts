import { Image } from '@daytonaio/sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { testLostCreation, testRefusedCreation, testSharedCreation } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, ownerKey } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

const creation = 'POST /sandbox'

describe('a new machine', () => {
  it('costs two requests with the look-up', async () => {
    await target.make({ id: 'box' }).start()
    expect(target.emulator.journal.routes({ kind: 'call' })).toEqual({ 'GET /sandbox': 1, [creation]: 1 })
  })

  it('carries its owner and what the options say', async () => {
    const labels = { team: 'search', build: 7, nightly: false }
    const sandbox = target.make({ id: 'box', labels, env: { GREETING: 'hello' }, autoStopInterval: 30 })
    await sandbox.start()
    const { daytona } = sandbox
    expect(daytona.name).toBe('box')
    expect(daytona.labels).toMatchObject({ team: 'search', build: '7', nightly: 'false', [ownerKey]: 'box' })
    expect(daytona.autoStopInterval).toBe(30)
    expect((await daytona.process.executeCommand('echo $GREETING')).result).toBe('hello\n')
  })

  it('is made from an image, with its sizes', async () => {
    const image = 'daytonaio/sandbox:latest'
    const sandbox = target.make({ image, resources: { cpu: 2, memory: 4, disk: 6 } })
    await sandbox.start()
    expect((await sandbox.getInfo()).resources).toMatchObject({ cpuCores: 2, memoryMB: 4096, diskMB: 6144 })
  })

  it('warns once of options that are ignored', async () => {
    const warnings: string[] = []
    const logger = { debug: () => undefined, info: () => undefined, error: () => undefined }
    const warn = (text: string): void => void warnings.push(text)
    const sandbox = target.make({ resources: { cpu: 2 }, logger: { ...logger, warn } })
    expect(warnings).toEqual([])
    await sandbox.start()
    await target.emulator.faults.kill(sandbox.sandboxId ?? '')
    await sandbox.executeCommand('true')
    expect(warnings.filter((text) => text.includes('resources'))).toHaveLength(1)
  })
})

describe('a name that is taken', () => {
  it('by another sandbox id is a conflict, and nothing is created [D7]', async () => {
    await makeForeign(target, 'somebody', { name: 'shared' })
    const sandbox = target.make({ id: 'box', name: 'shared' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'CONFLICT', retry: 'never' })
    await expect(sandbox.start()).rejects.toThrow('shared')
    expect(await listAll(target)).toHaveLength(1)
  })

  it('by a machine of nobody as well', async () => {
    await makeForeign(target, undefined, { name: 'box' })
    await expect(target.make({ id: 'box' }).start()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await listAll(target)).toHaveLength(1)
  })

  it('by a machine that was made for the same id at the same time is no conflict: it is the machine', async () => {
    const sandboxes = [target.make({ id: 'box' }), target.make({ id: 'box' }), target.make({ id: 'box' })]
    await Promise.all(sandboxes.map((sandbox) => sandbox.start()))
    expect(new Set(sandboxes.map(({ sandboxId }) => sandboxId)).size).toBe(1)
    expect(await listAll(target)).toHaveLength(1)
  })
})

describe('a create request whose answer does not come [BR-003] [P2]', () => {
  testLostCreation(bench)
})

describe('a new machine that fails', () => {
  it('to build is removed, and the error says why [D19]', async () => {
    const image = Image.base('debian:12').runCommands('echo the build is broken >&2; exit 7')
    await expect(target.make({ image }).start()).rejects.toMatchObject({ code: 'EXECUTION_FAILED', retry: 'never' })
    expect(await listAll(target)).toEqual([])
  })

  it('while it starts is removed, and another may be made', async () => {
    const release = target.emulator.faults.holdTransitions()
    const sandbox = target.make({ id: 'box' })
    const starting = sandbox.start()
    const outcome = starting.catch((error: unknown) => error)
    await expect.poll(async () => (await listAll(target)).length).toBe(1)
    await target.emulator.faults.fail((await listAll(target))[0]?.id ?? '', 'the runner is full')
    release()
    expect(await outcome).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
    expect(await listAll(target)).toEqual([])
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })
})

describe('a create request that is refused creates nothing and is told as what it is', () => {
  testRefusedCreation(bench)

  it('an unknown snapshot', async () => {
    const sandbox = target.make({ snapshot: 'no-such-snapshot' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', retry: 'never' })
    expect(await listAll(target)).toEqual([])
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('one that would outlast the start is told with its wait', async () => {
    target.emulator.faults.rateLimit(creation, { retryAfterSeconds: 100 })
    await expect(target.make({ startTimeoutMs: 20_000 }).start()).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      retryAfterMs: 100_000,
    })
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('without credentials nothing is sent', async () => {
    const sandbox = target.make({ apiKey: '' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(target.emulator.journal.count()).toBe(0)
  })
})

describe('several at once', () => {
  testSharedCreation(bench)
})

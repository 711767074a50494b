import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import type { S3Credentials } from '../../src/index.js'
import { useEmulator } from '../support/use-emulator.js'

const first = { accessKeyId: 'FIRST', secretAccessKey: 'first/secret', sessionToken: 'first+token' }
const second = { accessKeyId: 'SECOND', secretAccessKey: 'second/secret', sessionToken: 'second+token' }
const emulated = useEmulator({ accounts: [first, second] })

const soon = (): Date => new Date(Date.now() + 60_000)
const later = (): Date => new Date(Date.now() + 3_600_000)

describe('a function that supplies credentials', () => {
  it('is not asked before they are needed', async () => {
    const credentials = vi.fn<() => S3Credentials>(() => first)
    const filesystem = emulated.make({ credentials })
    filesystem.getMountConfig()
    filesystem.getInfo()
    expect(credentials).not.toHaveBeenCalled()
  })

  it('is asked once for many requests, and for the next ones before its keys end', async () => {
    const supply = [
      { ...first, expiration: later() },
      { ...second, expiration: later() },
    ]
    const credentials = vi.fn<() => Promise<S3Credentials>>(async () => supply.shift() ?? second)
    const filesystem = emulated.make({ credentials })
    await Promise.all(['a', 'b', 'c'].map(async (name) => filesystem.writeFile(name, name)))
    expect(await filesystem.readdir('/')).toHaveLength(3)
    expect(credentials).toHaveBeenCalledTimes(1)
  })

  it('is asked again when its keys are about to end', async () => {
    const supply = [
      { ...first, expiration: soon() },
      { ...second, expiration: later() },
    ]
    const credentials = vi.fn<() => S3Credentials>(() => supply.shift() ?? second)
    const filesystem = emulated.make({ credentials })
    await filesystem.writeFile('a', 'x')
    await filesystem.readFile('a')
    await expect.poll(async () => (await filesystem.client.config.credentials()).accessKeyId).toBe('SECOND')
    emulated.emulator.faults.expireToken('FIRST')
    await filesystem.writeFile('b', 'x')
    expect(credentials).toHaveBeenCalledTimes(2)
  })

  it('BR-103 is asked for a mount as well, which gets the token and the end', async () => {
    const expiration = later()
    const credentials = vi.fn<() => S3Credentials>(() => ({ ...first, expiration }))
    const filesystem = emulated.make({ credentials, prefix: 'p', readOnly: true })
    expect(filesystem.getMountConfig()).toEqual({
      type: 's3',
      bucket: 'data',
      region: 'us-east-1',
      endpoint: emulated.emulator.url,
      forcePathStyle: true,
      prefix: 'p',
      readOnly: true,
    })
    const resolved = await filesystem.resolveMountConfig()
    expect(resolved).toEqual({
      config: { ...filesystem.getMountConfig(), ...first },
      expiresAtMs: expiration.getTime(),
    })
    await filesystem.resolveMountConfig()
    expect(credentials).toHaveBeenCalledTimes(2)
  })

  it('may be one of the SDK', async () => {
    const origin = emulated.make()
    await origin.init()
    const filesystem = emulated.make({ credentials: origin.client.config.credentials })
    await filesystem.writeFile('a', 'x')
    await expect(filesystem.resolveMountConfig()).resolves.toMatchObject({ config: first })
  })

  it('is not waited for when the caller gives up', async () => {
    const filesystem = emulated.make({ credentials: async () => new Promise<S3Credentials>(() => undefined) })
    const stop = new AbortController()
    const resolving = filesystem.resolveMountConfig(stop.signal)
    stop.abort(new RangeError('enough'))
    await expect(resolving).rejects.toThrow('enough')
    await expect(filesystem.resolveMountConfig(AbortSignal.abort(new RangeError('before')))).rejects.toThrow('before')
  })

  it.each([
    ['fails', () => Promise.reject(new RangeError('no service')), 'the function failed'],
    ['returns nothing', () => undefined, 'the function did not return an object'],
    ['returns half', () => ({ accessKeyId: 'hunter2' }), 'the function did not return secretAccessKey'],
    [
      'returns a wrong end',
      () => ({ ...first, expiration: 'hunter2' }),
      'the function did not return a Date as expiration',
    ],
    [
      'returns a header',
      () => ({ ...first, sessionToken: 'hunter2\r\nx: y' }),
      'the function did not return sessionToken',
    ],
  ])('that %s is told without being quoted', async (_, credentials, text) => {
    const filesystem = emulated.make({ credentials: credentials as never })
    const after = emulated.emulator.journal.last
    const failures = await Promise.allSettled([filesystem.resolveMountConfig(), filesystem.writeFile('a', 'x')])
    for (const failure of failures) {
      expect(failure.status).toBe('rejected')
      expect(inspect(failure, { depth: 9 })).toContain(`S3Filesystem option credentials: ${text}`)
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('hunter2')
    }
    expect(emulated.emulator.journal.count({ after })).toBe(0)
  })
})

describe('keys that are given', () => {
  it('stand in the configuration of a mount at once', async () => {
    const filesystem = emulated.make({ credentials: { ...first, expiration: new Date(0) }, endpoint: undefined })
    const config = { type: 's3', bucket: 'data', region: 'us-east-1', ...first }
    expect(filesystem.getMountConfig()).toEqual(config)
    await expect(filesystem.resolveMountConfig()).resolves.toEqual({ config, expiresAtMs: 0 })
  })

  it('are in nothing that is shown', async () => {
    const filesystem = emulated.make()
    await filesystem.init()
    const shown = [filesystem.getInfo(), filesystem.getInstructions(), JSON.stringify(filesystem), inspect(filesystem)]
    for (const secret of ['first/secret', 'first+token', 'FIRST'])
      expect(inspect(shown, { depth: 9 })).not.toContain(secret)
  })
})

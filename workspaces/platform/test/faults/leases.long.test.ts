import { effects, type EffectName, type Sight } from '@caisson/testing'
import type { FaultOptions } from '@caisson/emulators'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PlatformSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { routes } from './support/routes.js'
import { seePlatform } from './support/see-platform.js'
import { controlLook } from './support/sights.js'

const target = useEmulated()
let sandbox: PlatformSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterEach(() => target.emulator.faults.clear())
afterAll(() => sandbox.destroy())

const html = { 'Content-Type': 'text/html' }
const unreadable = 'PlatformApiError UNAVAILABLE safe'

const rows: readonly (readonly [string, FaultOptions, Sight])[] = [
  ...Object.entries(controlLook).map(([name, sight]) => [name, effects[name as EffectName], sight] as const),
  ['a page with 502', { status: 502, headers: html, body: '<html>Bad Gateway</html>' }, unreadable],
  ['a page with 200', { status: 200, headers: html, body: '<html>Please log in</html>' }, unreadable],
  ['JSON that ends too soon', { status: 200, body: '{"jwt": "' }, unreadable],
  ['JSON of another shape', { status: 200, body: { jwt: 5 } }, unreadable],
  ['no body', { status: 204, body: '' }, unreadable],
]

describe('a lease that is refused when the next one is needed: no command has begun, and the next one works', () => {
  it.each(rows)('%s', async (_name, fault, sight) => {
    target.emulator.faults.expireLeases()
    const ordered = target.emulator.faults.next(routes.lease, fault)
    expect(await seePlatform(sandbox.executeCommand('echo run >> runs'))).toBe(sight)
    expect(ordered.hits).toBe(1)
    expect(sandbox.status).toBe('running')
    expect(await sandbox.executeCommand('cat runs 2>/dev/null; echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

it('leases that nobody takes any more are replaced by one request for all commands', async () => {
  target.emulator.faults.expireLeases()
  const after = target.emulator.journal.last
  const results = await Promise.all([1, 2, 3, 4].map((number) => sandbox.executeCommand(`echo ${number}`)))
  expect(results.map(({ stdout }) => stdout)).toEqual(['1\n', '2\n', '3\n', '4\n'])
  expect(target.emulator.journal.count({ route: routes.lease, after })).toBeLessThanOrEqual(2)
})

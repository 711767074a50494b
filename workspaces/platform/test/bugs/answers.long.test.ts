import { gzipSync } from 'node:zlib'
import { SandboxError } from '@caisson/core'
import type { FaultOptions } from '@caisson/emulators'
import { afterEach, describe, expect, it } from 'vitest'
import { PlatformApiError } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { makeForeign } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const html = { 'Content-Type': 'text/html' }
const json = { 'Content-Type': 'application/json' }

/** Answers that are not what the protocol says, as proxies and login pages give them. */
const answers: readonly (readonly [string, FaultOptions])[] = [
  ['a page with 502', { status: 502, headers: html, body: '<html>Bad Gateway</html>' }],
  ['a page with 200', { status: 200, headers: html, body: '<html>Please log in</html>' }],
  ['nothing with 200', { status: 200, body: '' }],
  ['204', { status: 204, body: '' }],
  ['500 without a message', { status: 500, body: {} }],
  ['text with 413', { status: 413, headers: { 'Content-Type': 'text/plain' }, body: 'too large' }],
  ['JSON that ends too soon', { status: 200, headers: json, body: '{"id": "i' }],
  ['packed bytes that nobody announced', { status: 200, headers: json, body: gzipSync('{}').toString('latin1') }],
]

/** What the user learns: that it worked, or what was tried and what it means. */
async function told(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (error instanceof PlatformApiError) return `PlatformApiError ${error.status} ${error.operation}`
    if (!SandboxError.isInstance(error)) return String(error)
    return `${error.name} ${error.code} ${error.provider} ${error.operation}`
  }
}

describe('[BR-182] a creation that is answered by', () => {
  it.each(answers)('%s is a typed error that says what was tried, and the next start works', async (_name, fault) => {
    const sandbox = target.make({ startTimeoutMs: 8000 })
    target.emulator.faults.next('POST /sandbox', fault)
    expect(await told(sandbox.start())).toBe(`PlatformApiError ${fault.status} create a sandbox`)
    expect(target.emulator.journal.count({ route: 'POST /sandbox' })).toBe(1)
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

describe('[BR-182] a look at a sandbox that is answered by', () => {
  it.each(answers)('%s is no reason to make another one', async (_name, fault) => {
    const sandboxId = await makeForeign(target)
    const sandbox = target.make({ sandboxId, startTimeoutMs: 8000 })
    target.emulator.faults.next('GET /sandbox/{id}', fault)
    expect(await told(sandbox.start())).toBe(`PlatformApiError ${fault.status} look at a sandbox`)
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
    expect(sandbox.sandboxId).toBe(sandboxId)
  })
})

describe('[BR-182] a lease that is answered by', () => {
  it.each(answers)('%s is an error before anything has begun', async (_name, fault) => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.expireLeases()
    target.emulator.faults.next('POST /sandbox/{id}/exec-lease', fault)
    const seen = await told(sandbox.executeCommand('echo run >> runs'))
    expect(seen).toBe(`PlatformApiError ${fault.status} lease the right to run commands`)
    expect(await sandbox.executeCommand('cat runs 2>/dev/null; echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

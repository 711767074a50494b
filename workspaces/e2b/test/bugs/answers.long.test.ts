import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { SandboxError } from '@caisson/core'
import type { FaultOptions } from '@caisson/emulators'
import { useEmulated } from '../support/emulated.js'

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
  ['JSON that ends too soon', { status: 200, headers: json, body: '{"sandboxID": "i' }],
  ['packed bytes that nobody announced', { status: 200, headers: json, body: gzipSync('{}').toString('latin1') }],
]

const routes = ['GET /v2/sandboxes', 'POST /v2/sandboxes'] as const

/** What the user learns: that it worked, or the error's parts that say what was tried and what it means. */
async function told(start: Promise<unknown>): Promise<string> {
  try {
    await start
    return 'started'
  } catch (error) {
    if (!SandboxError.isInstance(error)) return String(error)
    return `${error.name} ${error.code} ${error.provider} ${error.operation} ${error.message.slice(0, 19)}`
  }
}

describe.each(routes)('[BR-182] %s that is answered by', (route) => {
  it.each(answers)('%s is a typed error that says what was tried', async (_name, fault) => {
    const sandbox = target.make({ startTimeoutMs: 8000 })
    target.emulator.faults.next(route, fault)
    expect(await told(sandbox.start())).toMatch(
      /^(started|SandboxProviderError [A-Z_]+ e2b start e2b: start failed: )$/,
    )
    target.emulator.faults.clear()
    await sandbox.start()
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

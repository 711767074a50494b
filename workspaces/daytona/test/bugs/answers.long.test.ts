import { gzipSync } from 'node:zlib'
import { SandboxError } from '@caisson/core'
import type { FaultOptions } from '@caisson/emulators'
import { afterEach, describe, expect, it } from 'vitest'
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
  ['JSON that ends too soon', { status: 200, headers: json, body: '{"id": "i' }],
  ['packed bytes that nobody announced', { status: 200, headers: json, body: gzipSync('{}').toString('latin1') }],
]

/** What the user learns: that it worked, or the error's parts that say what was tried and what it means. */
async function told(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (!SandboxError.isInstance(error)) return String(error)
    return `${error.name} ${error.code} ${error.provider} ${error.operation}`
  }
}

describe.each(['GET /sandbox', 'POST /sandbox'])('[BR-182] %s that is answered by', (route) => {
  it.each(answers)('%s is a typed error that says what was tried', async (_name, fault) => {
    const sandbox = target.make({ startTimeoutMs: 8000 })
    target.emulator.faults.next(route, fault)
    expect(await told(sandbox.start())).toMatch(/^(done|Sandbox\w*Error [A-Z_]+ daytona start)$/)
    target.emulator.faults.clear()
    await sandbox.start()
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
  })
})

const machineRoutes = [
  ['POST /toolbox/process/execute', {}],
  ['POST /toolbox/process/session', { onStdout: () => undefined }],
  ['POST /toolbox/process/session/{id}/exec', { onStdout: () => undefined }],
] as const

describe.each(machineRoutes)('[BR-182] %s that is answered by', (route, options) => {
  it.each(answers)('%s is a typed error, and never an invented end', async (_name, fault) => {
    const sandbox = target.make()
    await sandbox.start()
    const ordered = target.emulator.faults.next(route, fault)
    const command = sandbox.executeCommand('echo run >> runs; exit 5', [], options)
    const seen = await told(command.then(({ exitCode }) => expect(exitCode).toBe(5)))
    expect(ordered.hits).toBe(1)
    expect(seen).toMatch(
      /^(done|(Sandbox|Relay)\w*Error [A-Z_]+ daytona .+|RelayError UNAVAILABLE undefined run a command)$/,
    )
    const { stdout } = await sandbox.executeCommand('cat runs 2>/dev/null | wc -l')
    expect(Number(stdout)).toBeLessThanOrEqual(1)
  })
})

import type { Sandbox } from '@daytonaio/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestToolbox } from './support/start-toolbox.js'
import { startTestToolbox } from './support/start-toolbox.js'
import type { StubGateway } from './support/stub-gateway.js'
import { startStubGateway } from './support/stub-gateway.js'

let toolbox: TestToolbox
let gateway: StubGateway
let sandbox: Sandbox

beforeAll(async () => {
  toolbox = await startTestToolbox()
  gateway = await startStubGateway(toolbox.url)
  sandbox = gateway.sandbox
})

afterAll(async () => {
  await gateway.stop()
  await toolbox.stop()
})

describe('a session', () => {
  it('runs commands in one shell', async () => {
    await sandbox.process.createSession('one')
    const first = await sandbox.process.executeSessionCommand('one', {
      command: 'cd /tmp; A=1; echo out; echo err >&2; (exit 3)',
    })
    expect(first).toMatchObject({ stdout: 'out\n', stderr: 'err\n', exitCode: 3 })
    const second = await sandbox.process.executeSessionCommand('one', { command: 'pwd; echo $A; id -u; cat' })
    expect(second).toMatchObject({ stdout: expect.stringMatching(/^\/tmp\n1\n\d+\n$/), exitCode: 0 })
    const { cmdId } = await sandbox.process.executeSessionCommand('one', {
      command: 'read x; echo got:$x',
      runAsync: true,
    })
    await sandbox.process.sendSessionCommandInput('one', cmdId, 'hello')
    let text = ''
    await sandbox.process.getSessionCommandLogs(
      'one',
      cmdId,
      (chunk) => (text += chunk),
      () => undefined,
    )
    expect(text).toBe('hello\ngot:hello\n')
    await sandbox.process.deleteSession('one')
  })
})

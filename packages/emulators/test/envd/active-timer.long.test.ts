import { expect, onTestFinished, test } from 'vitest'
import { afterActive } from '../../src/daemon/active-timer.js'
import { startTestEnvdHere } from './support/test-envd.js'
import { call, openStream } from './support/wire.js'

const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

test('An action comes after its time, also a short one, and can be called off', async () => {
  const startedMs = performance.now()
  await new Promise<void>((resolve) => void afterActive(700, resolve))
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(695)
  await new Promise<void>((resolve) => void afterActive(0, resolve))
  let called = false
  const cancel = afterActive(20, () => (called = true))
  cancel()
  await wait(60)
  expect(called).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'A deadline does not run while the daemon is frozen (needs signals)',
  async () => {
    const envd = await startTestEnvdHere()
    const message = { process: { cmd: 'sleep', args: ['60'] }, tag: 'frozen', stdin: false }
    const started = await openStream(envd, 'process.Process/Start', message, { 'Connect-Timeout-Ms': '2500' })
    process.kill(envd.pid, 'SIGSTOP')
    const thaw = () => void process.kill(envd.pid, 'SIGCONT')
    onTestFinished(thaw)
    await wait(3500)
    thaw()
    await wait(200)
    expect((await call(envd, 'process.Process/List', {})).text).toContain('"tag":"frozen"')
    expect((await started.finish()).end).toMatchObject({ error: { code: 'deadline_exceeded' } })
  },
)

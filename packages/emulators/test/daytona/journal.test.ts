import { expect, test } from 'vitest'
import { useEmulator } from './start.js'

const context = useEmulator()

function callsOf(): Readonly<Record<string, number>> {
  return context.emulator.journal.routes({ kind: 'call' })
}

test('counts what the client asks, not what it repeats until something changes', async () => {
  const sandbox = await context.create()
  await sandbox.process.executeCommand('true')
  await sandbox.stop()
  await sandbox.start()
  await context.daytona.get(sandbox.id)
  await sandbox.delete(5, true)
  expect(callsOf()).toEqual({
    'POST /sandbox': 1,
    'POST /toolbox/process/execute': 1,
    'POST /sandbox/{id}/stop': 1,
    'POST /sandbox/{id}/start': 1,
    'GET /sandbox/{id}': 1,
    'DELETE /sandbox/{id}': 1,
  })
  expect(context.emulator.journal.count({ kind: 'poll', sandboxId: sandbox.id })).toBeGreaterThanOrEqual(2)
})

test('names the sandbox also where it was asked for by name', async () => {
  const sandbox = await context.create({ name: 'named' })
  await context.daytona.get('named')
  expect(context.emulator.journal.count({ route: 'GET /sandbox/{id}', sandboxId: sandbox.id })).toBe(1)
})

test('shows routes without ids', async () => {
  const sandbox = await context.create()
  await sandbox.process.createSession('my-session')
  await sandbox.process.executeSessionCommand('my-session', { command: 'true' })
  await sandbox.process.deleteSession('my-session')
  await sandbox.getPreviewLink(3000)
  await sandbox.setAutostopInterval(3)
  expect(Object.keys(callsOf()).toSorted()).toEqual([
    'DELETE /toolbox/process/session/{id}',
    'GET /sandbox/{id}/ports/{port}/preview-url',
    'POST /sandbox',
    'POST /sandbox/{id}/autostop/{minutes}',
    'POST /toolbox/process/session',
    'POST /toolbox/process/session/{id}/exec',
  ])
})

test('keeps no secret', async () => {
  const sandbox = await context.create()
  const { token } = await sandbox.getPreviewLink(3000)
  await fetch(`${context.emulator.url}/preview/${sandbox.id}/3000?DAYTONA_SANDBOX_AUTH_KEY=${token}`)
  const signed = await sandbox.getSignedPreviewUrl(3000)
  await fetch(signed.url)
  await sandbox.expireSignedPreviewUrl(3000, signed.token)
  await sandbox.fs.uploadFile(Buffer.from('x'), 'x')
  await fetch(await sandbox.downloadUrl('/home/daytona/x'))
  const text = JSON.stringify(context.emulator.journal.entries())
  for (const secret of [context.emulator.env.DAYTONA_API_KEY, token, signed.token]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/signature=v1/)
})

test('tells what no daemon knows', async () => {
  const sandbox = await context.create()
  expect((await context.ask('GET', `/toolbox/${sandbox.id}/nothing/here`)).status).toBe(404)
  expect(context.emulator.journal.unrouted().map(({ route }) => route)).toEqual(['GET /toolbox/nothing/here'])
})

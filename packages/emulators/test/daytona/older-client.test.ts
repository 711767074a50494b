import { createRequire } from 'node:module'
import { Daytona as OlderDaytona } from 'daytona-sdk-0.143'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DaytonaEmulator, startDaytonaEmulator } from '@caisson/emulators'

let emulator: DaytonaEmulator
let daytona: OlderDaytona

beforeAll(async () => {
  emulator = await startDaytonaEmulator()
  const { DAYTONA_API_KEY: apiKey, DAYTONA_API_URL: apiUrl, DAYTONA_TARGET: target } = emulator.env
  daytona = new OlderDaytona({ apiKey, apiUrl, target })
})

afterAll(() => emulator?.close())

test('is really the older one', () => {
  const manifest = createRequire(import.meta.url).resolve('daytona-sdk-0.143')
  expect(manifest).toContain('0.143')
})

test('creates, finds, lists, stops, starts and deletes', async () => {
  const sandbox = await daytona.create({ labels: { app: 'old' }, envVars: { A: 'b' }, name: 'older' })
  expect(sandbox).toMatchObject({ state: 'started', env: { A: 'b' }, networkBlockAll: false })
  expect((await daytona.findOne({ labels: { app: 'old' } })).id).toBe(sandbox.id)
  expect((await daytona.findOne({ idOrName: 'older' })).id).toBe(sandbox.id)
  const page = await daytona.list({ app: 'old' }, 1, 10)
  expect(page).toMatchObject({ total: 1, page: 1, totalPages: 1 })
  await sandbox.stop()
  expect(sandbox.state).toBe('stopped')
  await sandbox.start()
  await sandbox.setLabels({ app: 'new' })
  await sandbox.setAutostopInterval(30)
  await sandbox.refreshData()
  expect(sandbox).toMatchObject({ state: 'started', autoStopInterval: 30, labels: { app: 'new' } })
  await sandbox.delete()
})

test('runs commands, alone and in sessions', async () => {
  const sandbox = await daytona.create()
  expect(await sandbox.process.executeCommand('echo $A; pwd', '/tmp', { A: 'b' })).toMatchObject({
    exitCode: 0,
    result: 'b\n/tmp\n',
  })
  await sandbox.process.createSession('s')
  const sync = await sandbox.process.executeSessionCommand('s', { command: 'echo out; echo err >&2; (exit 3)' })
  expect(sync).toMatchObject({ exitCode: 3, stdout: 'out\n', stderr: 'err\n' })
  // Its types do not have what the server takes.
  const quiet = { command: 'read line; echo got $line', runAsync: true, suppressInputEcho: true }
  const { cmdId } = await sandbox.process.executeSessionCommand('s', quiet)
  let [stdout, stderr] = ['', '']
  const logs = sandbox.process.getSessionCommandLogs(
    's',
    cmdId,
    (text) => void (stdout += text),
    (text) => void (stderr += text),
  )
  await sandbox.process.sendSessionCommandInput('s', cmdId, 'hello')
  await logs
  expect([stdout, stderr]).toEqual(['got hello\n', ''])
  await sandbox.process.deleteSession('s')
  await sandbox.delete()
})

test('reads and writes files, and opens ports', async () => {
  const sandbox = await daytona.create()
  await sandbox.fs.uploadFile(Buffer.from('content'), '/home/daytona/file.txt')
  expect((await sandbox.fs.downloadFile('/home/daytona/file.txt')).toString()).toBe('content')
  expect((await sandbox.fs.listFiles('/home/daytona')).map(({ name }) => name)).toContain('file.txt')
  expect((await sandbox.getPreviewLink(3000)).url).toBe(`${emulator.url}/preview/${sandbox.id}/3000`)
  await sandbox.delete()
})

test('gets errors with statuses', async () => {
  await expect(daytona.get('nowhere')).rejects.toMatchObject({ statusCode: 404 })
})

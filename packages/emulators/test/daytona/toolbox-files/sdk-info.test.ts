import { createServer } from 'node:net'
import { DaytonaServiceUnavailableError, LspLanguageId, type Sandbox } from '@daytonaio/sdk'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { useConnectedToolbox } from './support/connect-sdk.js'
import { startTestToolboxHere, type TestToolbox } from './support/test-toolbox.js'
import { send } from './support/wire.js'

const connection = useConnectedToolbox()
let toolbox: TestToolbox
let sandbox: Sandbox

beforeAll(() => {
  ;({ toolbox, sandbox } = connection())
})

test('Tells home, work directory and version', async () => {
  expect(await sandbox.getUserHomeDir()).toBe(toolbox.home)
  expect(await sandbox.getWorkDir()).toBe(toolbox.home)
  expect((await send(toolbox, { path: '/version' })).json).toEqual({ version: '0.218.0-test' })
})

test("Relative paths begin at the image's work directory", async () => {
  const own = await startTestToolboxHere({ workDir: '/usr/share' })
  expect((await send(own, { path: '/work-dir' })).json).toEqual({ dir: '/usr/share' })
  expect((await send(own, { path: '/user-home-dir' })).json).toEqual({ dir: own.home })
  expect((await send(own, { path: '/files/info?path=.' })).json).toMatchObject({ path: '/usr/share' })
})

test('Tells figures of the machine', async () => {
  const metrics = await sandbox.getMetricsLatest()
  expect(metrics.cpuCount).toBeGreaterThan(0)
  expect(metrics.cpuUsedPct).toBeGreaterThanOrEqual(0)
  expect(metrics.memTotal).toBeGreaterThan(metrics.memUsed)
  expect(metrics.memUsed).toBeGreaterThan(0)
  expect(metrics.diskTotal).toBeGreaterThan(0)
  const raw = (await send(toolbox, { path: '/system/metrics' })).json as Record<string, unknown>
  expect(Number(raw['diskUsed']) + Number(raw['diskFree'])).toBe(raw['diskTotal'])
  expect(Math.floor(Date.parse(String(raw['timestamp'])) / 1000)).toBe(raw['timestampUnix'])
})

/** Listens at some port between two, or the next one that is free. */
async function listen(first: number): Promise<number> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(first, '127.0.0.1', () => resolve(true))
  })
  if (!isListening) return listen(first + 1)
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return first
}

test('Tells which ports are in use, of those that the vendor watches', async () => {
  const port = await listen(4321)
  const outside = await listen(19_321)
  const { ports } = (await send(toolbox, { path: '/port' })).json as { ports: number[] }
  expect(ports).toContain(port)
  expect(ports).not.toContain(outside)
  expect((await send(toolbox, { path: `/port/${port}/in-use` })).json).toEqual({ isInUse: true })
  for (const refused of ['2999', '10000', 'x', '4321.5', '-1']) {
    expect((await send(toolbox, { path: `/port/${refused}/in-use` })).status).toBe(400)
  }
})

test('Language servers are taken for granted and find nothing', async () => {
  const server = await sandbox.createLspServer(LspLanguageId.PYTHON, 'project')
  await server.start()
  await server.didOpen('/project/a.py')
  expect(await server.documentSymbols('/project/a.py')).toEqual([])
  expect(await server.sandboxSymbols('x')).toEqual([])
  expect(await server.completions('/project/a.py', { line: 0, character: 0 })).toEqual({
    isIncomplete: false,
    items: [],
  })
  await server.didClose('/project/a.py')
  await server.stop()
  expect((await send(toolbox, { path: '/lsp/workspacesymbols?languageId=cobol' })).status).toBe(400)
})

test('There is no desktop, and each call says so', async () => {
  const { computerUse } = sandbox
  await expect(computerUse.start()).rejects.toThrow(DaytonaServiceUnavailableError)
  await expect(computerUse.mouse.getPosition()).rejects.toThrow(DaytonaServiceUnavailableError)
  await expect(computerUse.screenshot.takeFullScreen()).rejects.toThrow(DaytonaServiceUnavailableError)
  await expect(computerUse.display.getInfo()).rejects.toThrow('not available')
  await expect(computerUse.getProcessLogs('xvfb')).rejects.toThrow(DaytonaServiceUnavailableError)
})

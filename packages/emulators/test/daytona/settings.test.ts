import { DaytonaUnprocessableEntityError, DaytonaValidationError } from '@daytonaio/sdk'
import { describe, expect, test } from 'vitest'
import { objectOf, useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 0 })

test('labels are replaced as a whole', async () => {
  const sandbox = await context.create({ labels: { a: '1', b: '2' } })
  expect(await sandbox.setLabels({ c: '3' })).toEqual({ c: '3' })
  expect((await context.daytona.get(sandbox.id)).labels).toEqual({ c: '3' })
  const response = await context.ask('PUT', `/api/sandbox/${sandbox.id}/labels`, { labels: { a: {} } })
  expect(response.status).toBe(400)
})

test('intervals', async () => {
  const sandbox = await context.create()
  await sandbox.setAutostopInterval(7)
  await sandbox.setAutoArchiveInterval(0)
  await sandbox.setAutoDeleteInterval(-1)
  await sandbox.setAutoPauseInterval(3)
  await sandbox.setTtl(10)
  expect(await context.daytona.get(sandbox.id)).toMatchObject({
    autoStopInterval: 7,
    autoArchiveInterval: 43_200,
    autoDeleteInterval: -1,
    autoPauseInterval: 3,
    autoDestroyAt: new Date(Date.parse(sandbox.createdAt ?? '') + 600_000).toISOString(),
  })
  for (const path of ['autostop/-1', 'autostop/soon', 'autoarchive/-5', 'autostop/1.5', 'ttl/-1']) {
    const response = await context.ask('POST', `/api/sandbox/${sandbox.id}/${path}`)
    expect([path, response.status]).toEqual([path, 400])
  }
  expect((await context.ask('POST', `/api/sandbox/${sandbox.id}/autostop/9`)).status).toBe(201)
})

test('networks are kept and shown', async () => {
  const sandbox = await context.create()
  await sandbox.updateNetworkSettings({ networkAllowList: '192.168.0.0/16,10.0.0.1/32' })
  await sandbox.updateNetworkSettings({ domainAllowList: 'example.com' })
  expect(await context.daytona.get(sandbox.id)).toMatchObject({
    networkBlockAll: false,
    networkAllowList: '192.168.0.0/16,10.0.0.1/32',
    domainAllowList: 'example.com',
  })
  await expect(sandbox.updateNetworkSettings({ networkAllowList: '10.0.0.1' })).rejects.toThrow(DaytonaValidationError)
  const empty = await context.ask('POST', `/api/sandbox/${sandbox.id}/network-settings`, {})
  expect(empty.status).toBe(400)
})

test('activity', async () => {
  const sandbox = await context.create()
  const before = (await context.daytona.get(sandbox.id)).lastActivityAt ?? ''
  await new Promise((resolve) => setTimeout(resolve, 5))
  await sandbox.refreshActivity()
  const after = (await context.daytona.get(sandbox.id)).lastActivityAt ?? ''
  expect(Date.parse(after)).toBeGreaterThan(Date.parse(before))
  await new Promise((resolve) => setTimeout(resolve, 5))
  await sandbox.process.executeCommand('true')
  const later = (await context.daytona.get(sandbox.id)).lastActivityAt ?? ''
  expect(Date.parse(later)).toBeGreaterThan(Date.parse(after))
})

test('secrets come as variables without their values, and can be changed', async () => {
  const { daytona } = context
  await daytona.secret.create({ name: 'first', value: 'top-secret-1' })
  await daytona.secret.create({ name: 'second', value: 'top-secret-2' })
  const sandbox = await context.create({ secrets: { TOKEN: 'first' } })
  const show = async (): Promise<string> => (await sandbox.process.executeCommand('echo $TOKEN:$OTHER')).result
  expect(await show()).toMatch(/^dtn_secret_\w+:\n$/)
  await sandbox.updateSecrets({ OTHER: 'second' })
  expect(await show()).toMatch(/^:dtn_secret_\w+\n$/)
  await sandbox.stop()
  await sandbox.start()
  expect(await show()).toMatch(/^:dtn_secret_\w+\n$/)
  await expect(sandbox.updateSecrets({ OTHER: 'third' })).rejects.toThrow('Secret third not found')
})

test('ssh is refused by name', async () => {
  const sandbox = await context.create()
  const message = `SSH access to sandbox ${sandbox.id} is not emulated`
  await expect(sandbox.createSshAccess(5)).rejects.toThrow(DaytonaUnprocessableEntityError)
  await expect(sandbox.createSshAccess(5)).rejects.toThrow(message)
  await expect(sandbox.revokeSshAccess('token')).rejects.toThrow(message)
  expect(await sandbox.validateSshAccess('token')).toMatchObject({ valid: false })
})

test('figures of the machine, of now and of before', async () => {
  const sandbox = await context.create()
  const latest = await sandbox.getMetricsLatest()
  expect(latest.memTotal).toBeGreaterThan(0)
  const [sample] = await sandbox.getMetrics()
  expect(sample).toMatchObject({ cpuCount: latest.cpuCount, memTotal: latest.memTotal })
  expect(await sandbox.getMetrics(new Date(0), new Date(1000))).toEqual([])
  await sandbox.stop()
  expect(await sandbox.getMetrics()).toHaveLength(1)
})

describe('what clients ask beside sandboxes', () => {
  test('the configuration, without a key', async () => {
    const response = await fetch(`${context.emulator.apiUrl}/config`)
    expect(await objectOf(response)).toMatchObject({
      defaultSnapshot: 'daytonaio/sandbox:latest',
      proxyToolboxUrl: `${context.emulator.url}/toolbox`,
      maintananceMode: false,
    })
  })

  test('where the toolbox is', async () => {
    const sandbox = await context.create()
    const response = await context.ask('GET', `/api/sandbox/${sandbox.id}/toolbox-proxy-url`)
    expect(await objectOf(response)).toEqual({ url: `${context.emulator.url}/toolbox` })
  })

  test('the log of a build that was never made', async () => {
    const sandbox = await context.create()
    expect((await context.ask('GET', `/api/sandbox/${sandbox.id}/build-logs-url`)).status).toBe(404)
  })

  test('what there is not names itself, and stands in the journal', async () => {
    const response = await context.ask('GET', '/api/no/such/thing')
    expect(await objectOf(response)).toMatchObject({
      statusCode: 404,
      error: 'Not Found',
      message: 'The emulator knows no route GET /api/no/such/thing',
    })
    expect(context.emulator.journal.unrouted().map(({ route }) => route)).toEqual(['GET /api/no/such/thing'])
  })
})

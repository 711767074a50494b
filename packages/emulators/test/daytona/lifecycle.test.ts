import { DaytonaConflictError, DaytonaError, DaytonaNotFoundError, DaytonaValidationError } from '@daytonaio/sdk'
import { describe, expect, test } from 'vitest'
import { objectOf, useEmulator } from './start.js'
import { isPrivate } from '../e2b/backing.js'

const context = useEmulator({ transitionMs: 40 })
const missing = '00000000-0000-4000-8000-000000000000'

describe('create', () => {
  test('answers when it is started, with the defaults of the vendor', async () => {
    const sandbox = await context.create()
    expect(sandbox).toMatchObject({
      name: sandbox.id,
      state: 'started',
      user: 'daytona',
      public: false,
      networkBlockAll: false,
      autoStopInterval: 15,
      autoArchiveInterval: 10_080,
      autoDeleteInterval: -1,
      target: 'us',
      cpu: 1,
      memory: 1,
      disk: 3,
      snapshot: 'daytonaio/sandbox:latest',
      labels: { 'code-toolbox-language': 'python' },
      toolboxProxyUrl: `${context.emulator.url}/toolbox`,
    })
    expect(context.emulator.journal.count({ kind: 'call' })).toBe(1)
  })

  test('runs programs as the user of the sandbox, with its variables', async ({ skip }) => {
    skip(!isPrivate, 'machines have no users of their own here')
    const sandbox = await context.create({ envVars: { GREETING: 'hello there' } })
    const { result } = await sandbox.process.executeCommand(
      'id -un; pwd; echo $GREETING $DAYTONA_SANDBOX_ID $DAYTONA_SANDBOX_SNAPSHOT $DAYTONA_SANDBOX_USER',
    )
    expect(result).toBe(`daytona\n/home/daytona\nhello there ${sandbox.id} daytonaio/sandbox:latest daytona\n`)
  })

  test('runs them as another user where that was asked for', async () => {
    const sandbox = await context.create({ user: 'root' })
    expect((await sandbox.process.executeCommand('id -u; pwd')).result).toBe('0\n/root\n')
  })

  test('ends in an error for a user that the image does not have', async () => {
    await expect(context.create({ user: 'nobody-here', name: 'lost' })).rejects.toThrow(
      /status: error, error reason: .*unable to find user nobody-here/,
    )
    const sandbox = await context.daytona.get('lost')
    expect(sandbox).toMatchObject({ state: 'error', recoverable: false })
    await expect(sandbox.start()).rejects.toThrow('Sandbox is in an errored state')
    await expect(sandbox.stop()).rejects.toThrow('Sandbox is in an errored state')
    await sandbox.delete(5, true)
  })

  test('shows what it was made with', async () => {
    const sandbox = await context.create({
      name: 'shown',
      labels: { team: 'blue' },
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 0,
      autoDeleteInterval: 120,
      ttlMinutes: 60,
      networkAllowList: '10.0.0.0/8',
      domainAllowList: '*.example.com',
    })
    expect(await context.daytona.get('shown')).toMatchObject({
      id: sandbox.id,
      labels: { team: 'blue', 'code-toolbox-language': 'python' },
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 43_200,
      autoDeleteInterval: 120,
      networkAllowList: '10.0.0.0/8',
      domainAllowList: '*.example.com',
      autoDestroyAt: new Date(Date.parse(sandbox.createdAt ?? '') + 3_600_000).toISOString(),
    })
  })

  test('refuses a name that is taken', async () => {
    await context.create({ name: 'taken' })
    const again = context.create({ name: 'taken' })
    await expect(again).rejects.toThrow(DaytonaConflictError)
    await expect(again).rejects.toThrow('Sandbox with name taken already exists')
  })

  test.each([
    [{ snapshot: 'nowhere' }, 400, 'Snapshot nowhere not found. Did you add it through the Daytona Dashboard?'],
    [{ cpu: 2 }, 400, 'Cannot specify Sandbox resources when using a snapshot'],
    [
      { snapshot: 'x', buildInfo: { dockerfileContent: 'FROM x\n' } },
      400,
      'Cannot specify a snapshot when using a build info entry',
    ],
    [{ autoStopInterval: -1 }, 400, 'autoStopInterval must be an integer number not less than 0'],
    [{ labels: { a: 1 } }, 400, 'labels must be an object of strings'],
    [{ env: 'A=b' }, 400, 'env must be an object of strings'],
    [{ networkAllowList: 'everything' }, 400, 'Invalid CIDR block in the network allow list: "everything"'],
    [{ volumes: [{ volumeId: missing, mountPath: '/v' }] }, 404, `Volume '${missing}' not found`],
    [{ secrets: [{ A: 'unknown' }] }, 400, 'Secret unknown not found'],
  ])('refuses %j', async (body, status, message) => {
    const response = await context.ask('POST', '/api/sandbox', body)
    const { timestamp, ...rest } = await objectOf(response)
    expect(rest).toEqual({
      path: '/api/sandbox',
      statusCode: status,
      error: status === 400 ? 'Bad Request' : 'Not Found',
      message,
    })
    expect(Date.parse(String(timestamp))).not.toBeNaN()
    expect([...((await objectOf(await context.ask('GET', '/api/sandbox')))['items'] as unknown[])]).toEqual([])
  })
})

describe('start and stop', () => {
  test('keep files, end processes, and show the states in between', async () => {
    const sandbox = await context.create()
    const mark = `sleep 31${process.pid}`
    await sandbox.process.executeCommand(`echo kept > kept.txt; (${mark} >/dev/null 2>&1 &)`)
    const stopped = await objectOf(await context.ask('POST', `/api/sandbox/${sandbox.id}/stop`))
    expect(stopped).toMatchObject({ state: 'stopping', desiredState: 'stopped' })
    await sandbox.waitUntilStopped()
    await expect(sandbox.stop()).rejects.toThrow('Sandbox is not in a stoppable state')
    await sandbox.start()
    const { result } = await sandbox.process.executeCommand(`cat kept.txt; pgrep -xf '${mark}' || echo none`)
    expect(result).toBe('kept\nnone\n')
  })

  test('start answers as it is when it is started', async () => {
    const sandbox = await context.create()
    await sandbox.start()
    expect(sandbox.state).toBe('started')
  })

  test('refuse while something is under way', async () => {
    const sandbox = await context.create()
    const release = context.emulator.faults.holdTransitions()
    await context.ask('POST', `/api/sandbox/${sandbox.id}/stop`)
    for (const [method, path] of [
      ['POST', '/start'],
      ['POST', '/stop'],
      ['POST', '/archive'],
      ['DELETE', ''],
    ] as const) {
      const response = await context.ask(method, `/api/sandbox/${sandbox.id}${path}`)
      expect([response.status, (await objectOf(response))['message']]).toEqual([
        409,
        'Sandbox state change in progress',
      ])
    }
    release()
    await sandbox.waitUntilStopped()
  })

  test('stop of an ephemeral sandbox deletes it', async () => {
    const sandbox = await context.create({ ephemeral: true, name: 'brief' })
    await sandbox.stop()
    expect(sandbox.state).toBe('destroyed')
    await expect(context.daytona.get(sandbox.id)).rejects.toThrow(DaytonaNotFoundError)
  })
})

describe('archive', () => {
  test('keeps files until the next start', async () => {
    const sandbox = await context.create()
    await sandbox.fs.uploadFile(Buffer.from('kept'), 'kept.txt')
    await expect(sandbox.archive()).rejects.toThrow('Sandbox is not stopped')
    await sandbox.stop()
    await sandbox.archive()
    expect(sandbox.state).toBe('archiving')
    await expect.poll(async () => (await context.daytona.get(sandbox.id)).state).toBe('archived')
    expect(await context.daytona.get(sandbox.id)).toMatchObject({ backupState: 'Completed' })
    const release = context.emulator.faults.holdTransitions()
    const restoring = await objectOf(await context.ask('POST', `/api/sandbox/${sandbox.id}/start`))
    expect(restoring['state']).toBe('restoring')
    release()
    await sandbox.waitUntilStarted()
    expect((await sandbox.fs.downloadFile('kept.txt')).toString()).toBe('kept')
  })

  test('can be called off by a start', async () => {
    const sandbox = await context.create()
    await sandbox.stop()
    await sandbox.archive()
    await sandbox.start()
    expect((await sandbox.process.executeCommand('echo up')).result).toBe('up\n')
  })
})

describe('delete', () => {
  test('frees the name at once; the sandbox is found by its id as long as it is there', async () => {
    const sandbox = await context.create({ name: 'reused' })
    const release = context.emulator.faults.holdTransitions()
    await sandbox.delete()
    expect(sandbox.state).toBe('destroying')
    await expect(context.daytona.get('reused')).rejects.toThrow('Sandbox with ID or name reused not found')
    expect((await context.daytona.get(sandbox.id)).state).toBe('destroying')
    release()
    const again = await context.create({ name: 'reused' })
    expect(again.id).not.toBe(sandbox.id)
    await expect.poll(async () => (await context.ask('GET', `/api/sandbox/${sandbox.id}`)).status).toBe(404)
  })

  test('is a definite end where that is waited for', async () => {
    const sandbox = await context.create()
    await sandbox.delete(5, true)
    expect(sandbox.state).toBe('destroyed')
    await expect(sandbox.start()).rejects.toThrow(DaytonaNotFoundError)
    await expect(sandbox.delete()).rejects.toThrow(`Sandbox with ID or name ${sandbox.id} not found`)
  })
})

describe('errors', () => {
  test('that can be overcome are', async () => {
    const sandbox = await context.create()
    await sandbox.process.executeCommand('echo kept > kept.txt')
    await context.emulator.faults.fail(sandbox.id, 'the disk is full', { recoverable: true })
    await sandbox.refreshData()
    expect(sandbox).toMatchObject({ state: 'error', errorReason: 'the disk is full', recoverable: true })
    await sandbox.recover()
    expect(sandbox).toMatchObject({ state: 'started', recoverable: false })
    expect((await sandbox.process.executeCommand('cat kept.txt')).result).toBe('kept\n')
  })

  test('that cannot are refused', async () => {
    const sandbox = await context.create()
    await expect(sandbox.recover()).rejects.toThrow('Sandbox must be in error state to recover')
    await context.emulator.faults.fail(sandbox.id, 'broken')
    await expect(sandbox.recover()).rejects.toThrow('Sandbox is not in a recoverable state')
  })

  test('a daemon that ends by itself leaves a stopped sandbox', async ({ skip }) => {
    skip(!isPrivate, 'there is no sudo in machines here')
    const sandbox = await context.create()
    await sandbox.process.executeCommand('sudo pkill -KILL -xf daytona').catch(() => undefined)
    await expect.poll(async () => (await context.daytona.get(sandbox.id)).state).toBe('stopped')
    await sandbox.start()
    expect((await sandbox.process.executeCommand('echo up')).result).toBe('up\n')
  })
})

describe('what containers cannot do', () => {
  test.each(['pause', 'fork'] as const)('%s', async (operation) => {
    const sandbox = await context.create()
    const result = operation === 'pause' ? sandbox.pause() : sandbox.fork({ name: 'other' })
    await expect(result).rejects.toThrow(DaytonaError)
    await expect(result).rejects.toMatchObject({ statusCode: 422 })
  })
})

describe('resize', () => {
  test('of a started sandbox adds, of a stopped one also to its disk', async () => {
    const sandbox = await context.create()
    await sandbox.resize({ cpu: 2, memory: 4 })
    expect(sandbox).toMatchObject({ state: 'started', cpu: 2, memory: 4 })
    await expect(sandbox.resize({ cpu: 1 })).rejects.toThrow(DaytonaValidationError)
    await expect(sandbox.resize({ disk: 5 })).rejects.toThrow('Sandbox must be stopped to resize its disk')
    await sandbox.stop()
    await sandbox.resize({ cpu: 1, disk: 5 })
    expect(sandbox).toMatchObject({ state: 'stopped', cpu: 1, disk: 5 })
    await expect(sandbox.resize({ disk: 4 })).rejects.toThrow('Disk size can only be increased')
    await expect(sandbox.resize({})).rejects.toThrow('Resize needs at least one resource that differs')
  })
})

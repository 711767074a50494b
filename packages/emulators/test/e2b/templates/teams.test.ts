import { Sandbox, Template } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { type E2BEmulatorOptions, type E2BTeamTemplate, startE2BEmulator } from '@caisson/emulators'
import { useEmulator } from '../start.js'
import { ask } from './ask.js'

const othersKey = 'e2b_of_others'
const foreignTemplates: readonly (string | E2BTeamTemplate)[] = [
  'taken',
  { name: 'shown', isPublic: true },
  { name: 'promoted', isPromoted: true },
]
const teams = [{ name: 'others', apiKeys: [othersKey], templates: ['theirs'] }]

describe('names that are shared among teams', () => {
  const context = useEmulator({ foreignTemplates, teams, apiKeys: ['e2b_own'] })
  afterEach(() => context.emulator.journal.clear())

  it('say that a template exists which is of no use, as the client does [E30]', async () => {
    const { emulator, connection } = context
    expect(await Template.exists('taken', connection)).toBe(true)
    expect((await ask(emulator, 'GET', '/templates/aliases/taken')).status).toBe(403)
    const created = Sandbox.create('taken', { ...connection })
    await expect(created).rejects.toThrow("403: you don't have access to template 'taken'")
    const built = Template.build(Template().fromBaseImage(), 'taken', connection)
    await expect(built).rejects.toThrow("403: Alias 'taken' already used")
    expect(emulator.journal.routes()).toEqual({
      'GET /templates/aliases/{alias}': 2,
      'POST /v2/sandboxes': 1,
      'POST /v3/templates': 1,
    })
  })

  it('let everybody use what is public, and nobody else build over it', async () => {
    const { emulator, connection } = context
    const sandbox = await Sandbox.create('shown', { ...connection })
    await sandbox.kill()
    expect((await ask(emulator, 'POST', '/v3/templates', { name: 'shown' })).status).toBe(403)
    expect((await ask(emulator, 'GET', '/templates/aliases/shown')).status).toBe(403)
  })

  it('hide what a team has from the others', async () => {
    const { emulator, connection } = context
    const others = { ...connection, apiKey: othersKey }
    const sandbox = await Sandbox.create('theirs', { ...others })
    try {
      expect(await Sandbox.list(connection).nextItems()).toEqual([])
      expect(await Sandbox.list(others).nextItems()).toHaveLength(1)
      await expect(Sandbox.getInfo(sandbox.sandboxId, connection)).rejects.toThrow(/not found/)
      expect(await Sandbox.kill(sandbox.sandboxId, connection)).toBe(false)
    } finally {
      await sandbox.kill()
    }
    const names = async (apiKey: string): Promise<unknown[]> => {
      const { body } = await ask(emulator, 'GET', '/v2/templates', undefined, apiKey)
      return (body as { names: string[] }[]).flatMap((template) => template.names)
    }
    expect(await names(othersKey)).toEqual(['others/theirs'])
    expect(await names(connection.apiKey)).toEqual(['local/base'])
  })

  it('let a team change, tag, remove and read its own templates only', async () => {
    const { emulator } = context
    const { body } = await ask(emulator, 'GET', '/templates/aliases/theirs', undefined, othersKey)
    const { templateID } = body as { templateID: string }
    const statuses = async (apiKey?: string): Promise<number[]> => {
      const refused: [string, string, unknown?][] = [
        ['GET', `/templates/${templateID}`],
        ['GET', '/templates/theirs/tags'],
        ['GET', `/templates/${templateID}/builds/x/status`],
        ['PATCH', '/v2/templates/theirs', {}],
        ['POST', '/templates/tags', { target: 'theirs', tags: ['x'] }],
        ['DELETE', '/templates/tags', { name: 'theirs', tags: ['x'] }],
      ]
      const answers = refused.map(([method, path, content]) => ask(emulator, method, path, content, apiKey))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403])
    expect(await statuses(othersKey)).toEqual([200, 200, 400, 200, 201, 204])
    expect((await ask(emulator, 'DELETE', '/templates/theirs')).status).toBe(403)
  })

  it('know no other key', async () => {
    const wrong = { ...context.connection, apiKey: 'e2b_wrong' }
    await expect(Sandbox.list(wrong).nextItems()).rejects.toThrow(/Invalid API key/)
  })
})

describe('names that are the teams’ own', () => {
  const context = useEmulator({ foreignTemplates, teams, templateNames: 'ownToTeams' })

  it('are not found by others, and free for them', async () => {
    const { emulator, connection } = context
    expect(await Template.exists('taken', connection)).toBe(false)
    await expect(Sandbox.create('taken', { ...connection })).rejects.toThrow("404: template 'taken' not found")
    await expect(Sandbox.create('foreign/taken', { ...connection })).rejects.toThrow(/404/)
    expect(await ask(emulator, 'POST', '/v3/templates', { name: 'taken' })).toMatchObject({
      status: 202,
      body: { names: ['local/taken'], tags: ['default'] },
    })
    expect(await Template.exists('taken', connection)).toBe(true)
  })

  it('are looked up as forbidden where another’s is promoted, and are free for them nevertheless', async () => {
    const { emulator, connection } = context
    expect((await ask(emulator, 'GET', '/templates/aliases/promoted')).status).toBe(403)
    await expect(Sandbox.create('promoted', { ...connection })).rejects.toThrow(/404/)
    expect((await ask(emulator, 'POST', '/v3/templates', { name: 'promoted' })).status).toBe(202)
    expect((await ask(emulator, 'GET', '/templates/aliases/promoted')).status).toBe(200)
  })

  it('reach what is public with the name of the team', async () => {
    const { emulator, connection } = context
    const sandbox = await Sandbox.create('foreign/shown', { ...connection })
    await sandbox.kill()
    const refused = await ask(emulator, 'GET', '/templates/aliases/foreign%2Fshown')
    expect(refused).toMatchObject({
      status: 400,
      body: { message: "namespace 'foreign' must match your team 'local'" },
    })
    expect((await ask(emulator, 'POST', '/v3/templates', { name: 'foreign/new' })).status).toBe(400)
  })

  it('of base mean the vendor’s for all teams', async () => {
    const sandbox = await Sandbox.create('base', { ...context.connection, apiKey: othersKey })
    await sandbox.kill()
  })

  it('become known to all when made public by older clients', async () => {
    const { emulator, connection } = context
    expect((await ask(emulator, 'PATCH', '/templates/theirs', { public: true }, othersKey)).status).toBe(200)
    const sandbox = await Sandbox.create('theirs', { ...connection })
    await sandbox.kill()
  })
})

it.each<[E2BEmulatorOptions, RegExp]>([
  [{ teams: [{ name: 'local', apiKeys: ['a'] }] }, /given local twice/],
  [{ teams: [{ name: 'a', apiKeys: [] }] }, /expected the team a to have keys/],
  [{ teams: [{ name: 'A b', apiKeys: ['a'] }] }, /given A b/],
  [{ apiKeys: ['a'], teams: [{ name: 'a', apiKeys: ['a'] }] }, /each key to be of one team/],
  [{ foreignTemplates: ['a:b'] }, /given a:b/],
  [{ foreignTemplates: ['base'] }, /given base twice/],
  [{ templateLagMs: -1 }, /templateLagMs/],
  [{ backing: 'directory', trustedCertificates: ['x'] }, /needs the backing namespaces, and this is directory/],
])('%j is refused', async (options, message) => {
  await expect(startE2BEmulator(options)).rejects.toThrow(message)
})

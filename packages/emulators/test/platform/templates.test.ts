import { userInfo } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TemplateAnswer } from '../../src/platform/control/templates/index.js'
import { openTemplates, type TemplateBench } from './template-bench.js'

let bench: TemplateBench | undefined

beforeAll(async () => {
  bench = await openTemplates({ failureKeptMs: 60_000 })
})
afterEach(() => bench?.builds.clear())
afterAll(() => bench?.close())

function current(): TemplateBench {
  if (bench === undefined) throw new TypeError('nothing is served yet')
  return bench
}

interface Definition {
  readonly schemaVersion: number
  readonly operations: readonly unknown[]
  readonly family?: unknown
}

function define(...operations: readonly (readonly [string, ...unknown[]])[]): Definition {
  return { schemaVersion: 1, operations: operations.map(([method, ...args]) => ({ method, args })) }
}

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(current().url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
}

async function request(templateDefinition: unknown, more: Record<string, unknown> = {}): Promise<TemplateAnswer> {
  const body = { environmentId: 'e1', templateDefinition, ...more }
  const answer = await post('/sandbox/templates/builds', body)
  expect(answer.ok).toBe(true)
  return (await answer.json()) as TemplateAnswer
}

/** Asks again and again, as clients do, until it is over. */
async function build(definition: unknown, more: Record<string, unknown> = {}): Promise<TemplateAnswer> {
  let answer = await request(definition, more)
  while (answer.status === 'pending') {
    expect(answer.retryAfterMs).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    answer = await request(definition, more)
  }
  return answer
}

async function refusalOf(definition: unknown, envs?: unknown): Promise<readonly [number, string | undefined]> {
  const body = { environmentId: 'e1', templateDefinition: definition, templateBuildEnvs: envs }
  const answer = await post('/sandbox/templates/builds', body)
  const { error } = (await answer.json()) as { error?: { type: string; message: string } }
  expect(error?.type).toBe('invalid_request')
  return [answer.status, error?.message]
}

describe('what is built', () => {
  it('does the steps in order, and keeps what they leave', async () => {
    const definition = define(
      ['setEnvs', { GREETING: 'hello there' }],
      ['setWorkdir', 'site'],
      ['runCmd', ['echo "$GREETING" > first', 'cat first first > second']],
      ['setWorkdir', '/srv/other'],
      ['runCmd', 'pwd > place; id -un > who; echo "$GREETING" >> place'],
    )
    expect(await build(definition)).toEqual({ status: 'ready', templateId: expect.stringMatching(/^tpl_[\da-f]{32}$/) })
    const choice = current().choose(definition)
    expect(choice.templatePending).toBeUndefined()
    expect(choice.image).toMatchObject({ env: { GREETING: 'hello there' }, workDir: '/srv/other' })
    const run = current().runInside(choice.image)
    expect(await run(`cat ${current().workDir}/site/second`)).toBe('hello there\nhello there\n')
    expect(await run('cat /srv/other/place')).toBe('/srv/other\nhello there\n')
    expect(await run('cat /srv/other/who')).toBe(current().isPrivate ? 'sandbox\n' : `${userInfo().username}\n`)
  })

  it('gives the variables of the build to its commands and keeps them nowhere', async () => {
    const secret = 'a-token-of-the-build'
    const definition = define(['runCmd', 'printf %s "$TOKEN" | wc -c > length'], ['setEnvs', { OPEN: '1' }])
    const answer = await build(definition, { templateBuildEnvs: { TOKEN: secret } })
    expect(answer.status).toBe('ready')
    const { image } = current().choose(definition)
    expect(image?.env).toEqual({ OPEN: '1' })
    const run = current().runInside(image)
    expect(Number(await run(`cat ${current().workDir}/length`))).toBe(secret.length)
    expect(await run(`grep -rl ${secret} ${current().workDir} || true`)).toBe('')
  })

  it('needs no machine to note resources', async () => {
    const definition = define(['cpuCount', 4], ['memoryMB', 512], ['cpuCount', 2], ['setEnvs', { A: '1' }])
    expect((await build(definition)).status).toBe('ready')
    const { image } = current().choose(definition)
    expect(image).toMatchObject({ resources: { cpuCount: 2, memoryMB: 512 }, env: { A: '1' } })
    await image?.disk.release()
  })
})

describe('builds that fail', () => {
  it('say which step, how, and what was printed last, without the secrets of the build', async () => {
    const definition = define(['setEnvs', { A: '1' }], ['runCmd', 'echo "token is $TOKEN"; exit 7'])
    const answer = await build(definition, { templateBuildEnvs: { TOKEN: 'very-secret' } })
    expect(answer.status).toBe('failed')
    expect(answer.error).toContain('step 2 (runCmd): the command ended with exit code 7')
    expect(answer.error).toMatch(/token is \*\*\*$/)
    expect(JSON.stringify(answer)).not.toContain('very-secret')
    const choice = current().choose(definition, { TOKEN: 'very-secret' })
    expect(choice).toEqual({ image: undefined })
  })

  it('are told again, and done again with other variables', async () => {
    const definition = define(['runCmd', 'test "$TOKEN" = good'])
    const bad = { templateBuildEnvs: { TOKEN: 'bad' } }
    expect((await build(definition, bad)).status).toBe('failed')
    expect((await request(definition, bad)).status).toBe('failed')
    expect((await request(definition, { templateBuildEnvs: { TOKEN: 'good' } })).status).toBe('pending')
    expect((await build(definition, { templateBuildEnvs: { TOKEN: 'good' } })).status).toBe('ready')
  })

  it('end with the emulator', async () => {
    const definition = define(['runCmd', 'sleep 600'])
    await request(definition)
    await expect.poll(() => current().machineCount()).toBe(1)
    await current().builds.clear()
    expect(current().machineCount()).toBe(0)
  })
})

describe('which template is meant', () => {
  it('is one for the same definition, in whatever order it is written', async () => {
    current().builds.hold()
    const one = await request({ schemaVersion: 1, operations: [{ method: 'runCmd', args: ['true'] }], family: 'f' })
    const same = await request({ family: 'f', operations: [{ args: ['true'], method: 'runCmd' }], schemaVersion: 1 })
    const other = await request(define(['runCmd', 'true']))
    const elsewhere = await request(define(['runCmd', 'true']), { environmentId: 'e2' })
    expect(same.templateId).toBe(one.templateId)
    expect(new Set([one, other, elsewhere].map(({ templateId }) => templateId)).size).toBe(3)
  })

  it('boots the recipe while it is not ready, and never waits', async () => {
    const release = current().builds.hold()
    const definition = define(['runCmd', 'true'])
    const choice = current().choose(definition)
    const { templateId } = await request(definition)
    expect(choice).toEqual({ image: undefined, templatePending: { templateId, retryAfterMs: 1000 } })
    release()
    expect((await build(definition)).status).toBe('ready')
  })

  it('boots a ready one of its family with the same resources, where the backend has families', async () => {
    const family = (command: string, cpuCount = 2): Definition => ({
      ...define(['cpuCount', cpuCount], ['runCmd', command]),
      family: 'repo:one',
    })
    expect((await build(family('touch old'))).status).toBe('ready')
    const release = current().builds.hold()
    const near = current().choose(family('touch new'), undefined, { families: true })
    expect(near.templatePending).toBeDefined()
    expect(await current().runInside(near.image)(`ls ${current().workDir}`)).toBe('old\n')
    expect(current().choose(family('touch new')).image).toBeUndefined()
    expect(current().choose(family('touch new', 8), undefined, { families: true }).image).toBeUndefined()
    release()
  })
})

describe('the older routes', () => {
  it('queue, and are asked by id', async () => {
    const release = current().builds.hold()
    const answer = await post('/templates', { environmentId: 'e1', definition: define(['runCmd', 'true']) })
    expect(answer.status).toBe(201)
    const { templateId, status } = (await answer.json()) as { templateId: string; status: string }
    expect(status).toBe('queued')
    const look = async (environmentId: string): Promise<unknown> => {
      return (await fetch(`${current().url}/templates/${templateId}?environmentId=${environmentId}`)).json()
    }
    expect(await look('e2')).toMatchObject({ error: { type: 'not_found' } })
    release()
    await expect.poll(() => look('e1')).toEqual({ templateId, status: 'ready' })
  })
})

describe('definitions', () => {
  it.each([
    [null],
    [[]],
    [{ schemaVersion: 2, operations: [] }],
    [{ schemaVersion: 1 }],
    [{ schemaVersion: 1, operations: [], other: 1 }],
    [{ schemaVersion: 1, operations: [], family: '' }],
    [{ schemaVersion: 1, operations: [], family: 'x'.repeat(201) }],
    [{ schemaVersion: 1, operations: [{ method: 'runCmd' }] }],
    [{ schemaVersion: 1, operations: [{ method: 'copy', args: [] }] }],
    [{ schemaVersion: 1, operations: [{ method: 'constructor', args: [] }] }],
    [{ schemaVersion: 1, operations: [{ method: 'runCmd', args: ['true'], extra: 1 }] }],
    [{ schemaVersion: 1, operations: Array.from({ length: 257 }, () => ({ method: 'cpuCount', args: [1] })) }],
    [define(['cpuCount', 0])],
    [define(['memoryMB', '512'])],
    [define(['runCmd', ''])],
    [define(['runCmd', []])],
    [define(['runCmd', 'x'.repeat(32_769)])],
    [define(['runCmd', Array.from({ length: 513 }, () => 'true')])],
    [define(...Array.from({ length: 9 }, () => ['runCmd', 'x'.repeat(30_000)] as const))],
    [define(['setWorkdir', 1])],
    [define(['setEnvs', { 'A B': '1' }])],
    [define(['setEnvs', { A: 1 }])],
    [define(['setEnvs', { A: '1' }, { ephemeral: true }])],
    [define(['aptInstall', []])],
    [define(['aptInstall', 'git', { unknown: true }])],
    [define(['pipInstall', null, { g: 'yes' }])],
    [define(['npmInstall', 'tsx', { g: true }, 'more'])],
  ])('refuses %j', async (definition) => {
    const [status, message] = await refusalOf(definition)
    expect(status).toBe(400)
    expect(message).toMatch(/^templateDefinition/)
  })

  it.each([[[]], [{ 'A=B': '1' }], [{ A: 1 }], ['text']])('refuses the variables %j', async (envs) => {
    expect(await refusalOf(define(['runCmd', 'true']), envs)).toEqual([
      400,
      expect.stringMatching(/^templateBuildEnvs/),
    ])
  })

  it.each([{}, { environmentId: 1 }, { environmentId: '' }])('refuses %j without an environment', async (body) => {
    const answer = await post('/sandbox/templates/builds', { templateDefinition: define(['runCmd', 'true']), ...body })
    expect(answer.status).toBe(400)
  })

  it('refuses what is no JSON', async () => {
    expect((await post('/sandbox/templates/builds', '{')).status).toBe(400)
  })
})

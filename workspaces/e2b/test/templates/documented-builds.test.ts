import { startRecordingProxy, type RecordingProxy } from '@caisson/testing'
import { Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, E2BSandbox, type TemplateSpec } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

/** What users are shown, as it comes to E2B. Builds fail before their first step: what they bring is tested elsewhere. */
const target = useEmulated()
let proxy: RecordingProxy

beforeAll(async () => {
  proxy = await startRecordingProxy(target.emulator.url)
  target.emulator.faults.nextBuild({ at: 'base', fail: 'it is not to be built', times: 100 })
})
afterAll(() => proxy.close())

interface Step {
  readonly type: string
  readonly args: readonly string[]
}

interface Sent {
  readonly request: { readonly name: string; readonly cpuCount?: number; readonly memoryMB?: number }
  readonly spec: { readonly fromTemplate?: string; readonly fromImage?: string; readonly steps: readonly Step[] }
}

/** The two requests of the build that the call asks for. */
async function buildOf(call: () => Promise<unknown>): Promise<Sent> {
  const before = proxy.requests.length
  await expect(call()).rejects.toThrow('it is not to be built')
  const sent = proxy.requests.slice(before)
  const bodies = (pattern: RegExp): string[] =>
    sent.filter(({ path, body }) => pattern.test(path) && body !== '').map(({ body }) => body)
  const [requests, specs] = [bodies(/^\/v3\/templates$/), bodies(/^\/v2\/templates\/\w+\/builds\/[\w-]+$/)]
  expect([requests.length, specs.length]).toEqual([1, 1])
  return {
    request: JSON.parse(requests[0] ?? '') as Sent['request'],
    spec: JSON.parse(specs[0] ?? '') as Sent['spec'],
  }
}

const connection = (): { apiKey: string; apiUrl: string; sandboxUrl: string } => ({
  apiKey: 'e2b_test',
  apiUrl: proxy.url,
  sandboxUrl: proxy.url,
})
const startOf = (template: TemplateSpec) => async () => new E2BSandbox({ ...connection(), template }).start()

const install = (packages: string): Step =>
  expect.objectContaining({
    type: 'RUN',
    args: [expect.stringMatching(new RegExp(`apt-get install .*-y ${packages}$`)) as string, 'root'],
  }) as Step
const run = (...args: string[]): Step => expect.objectContaining({ type: 'RUN', args }) as Step

/** The default mountable template, which functions add to. */
const mountable: readonly Step[] = [
  install('s3fs fuse'),
  expect.objectContaining({
    type: 'RUN',
    args: [expect.stringContaining('version=24.20.0') as string, 'root'],
  }) as Step,
  expect.objectContaining({ type: 'ENV', args: ['COREPACK_ENABLE_DOWNLOAD_PROMPT', '0'] }) as Step,
  expect.objectContaining({ type: 'USER', args: ['user'] }) as Step,
  expect.objectContaining({ type: 'WORKDIR', args: ['/home/user'] }) as Step,
]

describe('the builds of the documented forms', () => {
  it('[T02] createDefaultMountableTemplate, by Template.build(template, id)', async () => {
    const { template, id } = createDefaultMountableTemplate()
    const { request, spec } = await buildOf(() => Template.build(template, id, connection()))
    expect(request.name).toBe(id)
    expect(spec.fromTemplate).toBe('base')
    expect(spec.steps).toEqual(mountable)
  })

  it('[T04] a definition', async () => {
    const definition = Template()
      .fromUbuntuImage('22.04')
      .aptInstall(['s3fs', 'curl'])
      .setEnvs({ NODE_ENV: 'production' })
    const { request, spec } = await buildOf(startOf(definition))
    expect(request.name).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(spec.fromImage).toBe('ubuntu:22.04')
    expect(spec.steps).toEqual([
      install('s3fs curl'),
      expect.objectContaining({ type: 'ENV', args: ['NODE_ENV', 'production'] }),
    ])
  })

  it.for<{ title: string; template: TemplateSpec; steps: readonly Step[] }>([
    {
      title: 'packages of all three kinds',
      template: (base) =>
        base
          .aptInstall(['ffmpeg', 'imagemagick', 'poppler-utils'])
          .pipInstall(['pandas', 'numpy'])
          .npmInstall(['sharp']),
      steps: [
        install('ffmpeg imagemagick poppler-utils'),
        run('pip install pandas numpy', 'root'),
        run('npm install sharp'),
      ],
    },
    {
      title: 'packages and a command',
      template: (base) => base.aptInstall(['nodejs', 'npm']).runCmd('npm install -g typescript'),
      steps: [install('nodejs npm'), run('npm install -g typescript')],
    },
    {
      title: 'gcsfuse, which comes from the repository of its vendor',
      template: (base) => base.aptInstall(['gcsfuse']),
      steps: [
        expect.objectContaining({
          type: 'RUN',
          args: [expect.stringContaining('packages.cloud.google.com') as string, 'root'],
        }) as Step,
      ],
    },
  ])('[T05] a function over the default: $title', async ({ template, steps }) => {
    const { request, spec } = await buildOf(startOf(template))
    expect(request).toMatchObject({ name: expect.stringMatching(/^caisson-[0-9a-f]{16}$/) as string, cpuCount: 2 })
    expect(request.memoryMB).toBe(1024)
    expect(spec.fromTemplate).toBe('base')
    expect(spec.steps).toEqual([...mountable, ...steps])
  })

  it('[T01] none: the default is built meanwhile, for later machines', async () => {
    const before = proxy.requests.length
    await using sandbox = new E2BSandbox(connection())
    await sandbox.start()
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: 'base' })
    await expect.poll(() => proxy.requests.slice(before).filter(({ path }) => path === '/v3/templates').length).toBe(1)
    const { body } = proxy.requests.slice(before).find(({ path }) => path === '/v3/templates') ?? { body: '' }
    const { id } = createDefaultMountableTemplate()
    expect(JSON.parse(body)).toMatchObject({ name: id, cpuCount: 2, memoryMB: 1024 })
  })

  it('[T03] a name: nothing is built', async () => {
    const before = proxy.requests.length
    await expect(startOf('my-custom-template')()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(proxy.requests.slice(before).filter(({ path }) => path.includes('/templates'))).toEqual([])
  })
})

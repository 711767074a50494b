import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Template, type TemplateBuilder, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLogger } from '@caisson/core/driver'
import { resolveE2BOptions } from '../../src/options/index.js'
import { ensureNamedTemplate } from '../../src/templates/ensure-named-template.js'
import { useEmulated } from '../support/emulated.js'
import { builtSince, routes } from './support/requests.js'

const target = useEmulated()
afterEach(async () => target.emulator.reset())

let count = 0

/** A definition that no other test has. */
function definition(command = 'true'): TemplateBuilder {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ COUNT: `${count}` })
    .runCmd(command)
}

/** What another program asks for, which knows nothing of what this one does. */
async function askElsewhere(template: TemplateClass, ref: string, tags: string[] = []): Promise<void> {
  await Template.buildInBackground(template, ref, { ...target.connection, tags })
}

describe('programs that ask for the same in the same moment', () => {
  it.each([1, 2, 3])('all get their machines (round %i)', async () => {
    const { url } = target.emulator
    const shared = definition('sleep 0.5')
    // By the account's address builds are told apart: three names of one emulator are three programs.
    const urls = [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '127.1')]
    const sandboxes = urls.map((apiUrl) => target.make({ apiUrl, template: shared }))
    await Promise.all(sandboxes.map(async (sandbox) => sandbox.start()))
    const made = await Promise.all(sandboxes.map(async (sandbox) => (await sandbox.getInfo()).metadata))
    expect(new Set(made.map((metadata) => metadata?.['templateName'])).size).toBe(1)
    await Promise.all(sandboxes.map(async (sandbox) => sandbox.destroy()))
  })
})

describe('a build that is overtaken before it has its definition', () => {
  /** Starts a sandbox whose files take a while to be sent; the other build is asked for meanwhile. */
  async function overtaken(ref: string, otherRef: string, tags: string[]): Promise<Record<string, unknown>> {
    const folder = await mkdtemp(path.join(tmpdir(), 'caisson-rivals-'))
    await writeFile(path.join(folder, 'file'), `content ${Date.now()}`)
    const template = Template({ fileContextPath: folder }).fromTemplate('base').copy('file', '/home/user/file')
    target.emulator.faults.next(routes.upload, { latencyMs: 2000 })
    await using sandbox = target.make({ template: { ref, template, buildTags: tags } })
    const started = sandbox.start()
    started.catch(() => undefined)
    await expect.poll(() => target.emulator.journal.count({ route: routes.request })).toBe(1)
    await askElsewhere(definition('sleep 1'), otherRef, tags)
    await started
    await rm(folder, { recursive: true })
    return (await sandbox.getInfo()).metadata ?? {}
  }

  it('by one of the same ref is taken from that, or asked for again', async () => {
    const metadata = await overtaken('overtaken:v1', 'overtaken:v1', [])
    expect(metadata).toMatchObject({ templateName: 'overtaken:v1' })
    expect(metadata).not.toHaveProperty('templateFallback')
  })

  it('by one of another ref with a tag in common is asked for again', async () => {
    const metadata = await overtaken('repo:sha-1', 'repo:sha-2', ['current'])
    expect(metadata).toMatchObject({ templateName: 'repo:sha-1' })
    expect(metadata).not.toHaveProperty('templateFallback')
  })
})

describe('a build of another program', () => {
  it.each(['joined', 'joined:v1'])(
    'that was joined and that a third one ended is taken from that (%s)',
    async (ref) => {
      const release = target.emulator.faults.holdBuilds('joined')
      const template = definition()
      await askElsewhere(template, ref)
      const { last } = target.emulator.journal
      await using sandbox = target.make({ template: { ref, template } })
      const started = sandbox.start()
      started.catch(() => undefined)
      const polled = { route: 'GET /templates/{id}/builds/{build}/status', after: last }
      await expect.poll(() => target.emulator.journal.count(polled)).toBeGreaterThan(0)
      await askElsewhere(template, ref)
      release()
      await started
      expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: ref })
      expect((await sandbox.getInfo()).metadata).not.toHaveProperty('templateFallback')
      expect(builtSince(target, last)).toBe(1)
    },
  )

  it('that fails at a step of its own fails for whoever joined it, since the same would come of it', async () => {
    const stalled = target.emulator.faults.nextBuild({ at: 3, stall: true })
    const template = definition('echo begun').runCmd('exit 3')
    await askElsewhere(template, 'broken')
    const { last } = target.emulator.journal
    const sandbox = target.make({ template: { ref: 'broken', template, fallbackTemplate: 'base' } })
    const started = sandbox.start()
    const polled = { route: 'GET /templates/{id}/builds/{build}/status', after: last }
    await expect.poll(() => target.emulator.journal.count(polled)).toBeGreaterThan(0)
    stalled.cancel()
    await started
    expect((await sandbox.getInfo()).metadata?.['templateFallback']).toMatch(/^broken: .*exit status 3/)
    expect(builtSince(target, last)).toBe(0)
    await sandbox.destroy()
  })

  it('that began while the answer to ours was lost is not taken for ours', async () => {
    const { sandboxUrl: _unused, ...connection } = target.connection
    await Template.build(definition(), 'repo:v0', connection)
    target.emulator.faults.next(routes.request, { loseResponse: true, latencyMs: 700 })
    const after = target.emulator.journal.last
    const spec = { ref: 'repo:sha-1', template: definition() }
    const watch = { limitMs: 30_000, logger: silentLogger }
    const built = ensureNamedTemplate(spec, resolveE2BOptions(connection), watch)
    built.catch(() => undefined)
    await expect.poll(() => target.emulator.journal.count({ route: routes.tags, after })).toBe(2)
    // After our last look for builds, and before the answer that is lost.
    await new Promise((resolve) => void setTimeout(resolve, 100))
    await askElsewhere(definition('sleep 2'), 'repo:sha-2')
    expect(await built).toBe('built')
    expect(await Template.exists('repo:sha-1', connection)).toBe(true)
  })
})

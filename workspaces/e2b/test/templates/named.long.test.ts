import { Template, type TemplateClass } from 'e2b'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, type E2BSandbox, type NamedTemplateSpec } from '../../src/index.js'
import { resolveE2BOptions } from '../../src/options/index.js'
import { ensureNamedTemplate } from '../../src/templates/ensure-named-template.js'
import { useEmulated } from '../support/emulated.js'
import { keepingLogger } from './support/keeping-logger.js'
import { buildQuickBase } from './support/quick-base.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated({ foreignTemplates: ['theirs', { name: 'open-to-all', isPublic: true }] })
beforeEach(async () => buildQuickBase(target))
afterEach(() => target.emulator.reset())

const { list, create, alias, template: look, tags, request, trigger } = routes
let count = 0

function definition(command = 'true'): TemplateClass & object {
  count += 1
  return Template()
    .fromTemplate('base')
    .setEnvs({ NUMBER: `${count}` })
    .runCmd(command)
}

const broken = (): TemplateClass & object => definition('exit 3')

/** A name that no other test has: failures are remembered for a while. */
function freshRef(): string {
  count += 1
  return `named-${count}`
}

async function observed(sandbox: E2BSandbox): Promise<Record<string, unknown>> {
  return (await sandbox.getInfo()).metadata ?? {}
}

describe('a named template [T06]', () => {
  it('is made from its older build at once while the newer one is built, once', async () => {
    const ref = freshRef()
    const older = `${ref}:current`
    await Template.build(definition(), older, { ...target.connection })
    const { last } = target.emulator.journal
    const release = target.emulator.faults.holdBuilds(ref)
    const spec: NamedTemplateSpec = {
      ref: `${ref}:sha-2`,
      staleRef: older,
      template: definition(),
      buildTags: ['current'],
    }
    const { said, logger } = keepingLogger()
    await using first = target.make({ template: spec, logger })
    await first.start()
    expect(await observed(first)).toMatchObject({ templateName: older })
    expect(await observed(first)).not.toHaveProperty('templateFallback')
    await expect.poll(() => target.emulator.journal.count({ route: trigger, after: last })).toBe(1)
    expect(sentSince(target, last).slice(0, 3)).toEqual([list, create, create])
    const during = target.emulator.journal.last
    await using second = target.make({ template: spec })
    await second.start()
    expect(sentSince(target, during)).toEqual([list, create])
    release()
    await expect.poll(() => said.join('\n')).toContain('the build is done')
    const after = target.emulator.journal.last
    await using third = target.make({ template: spec })
    await third.start()
    expect(await observed(third)).toMatchObject({ templateName: `${ref}:sha-2` })
    expect(sentSince(target, after)).toEqual([list, create])
    expect(builtSince(target, last)).toBe(1)
  })

  it.each([
    ['a name', () => 'open-to-all', /^open-to-all$/],
    ['a definition', () => definition(), /^caisson-[0-9a-f]{16}$/],
    ['another named one', () => ({ ref: 'fallback:v1', template: definition() }), /^fallback:v1$/],
  ])('falls back to %s when its build fails', async (_what, fallback, name) => {
    const { warnings, logger } = keepingLogger()
    const ref = freshRef()
    const template: NamedTemplateSpec = { ref, template: broken(), fallbackTemplate: fallback() }
    await using sandbox = target.make({ logger, template })
    await sandbox.start()
    const { templateName, templateFallback } = await observed(sandbox)
    expect(templateName).toMatch(name)
    expect(templateFallback).toMatch(new RegExp(`^${ref}: .*exit status 3`))
    expect(warnings.join('\n')).toContain(`template ${ref} cannot be used`)
  })

  it.each([
    ['is not there', () => 'nobody-has-this'],
    ['does not build either', broken],
    [
      'is named, and its own fallback does not count',
      () => ({ ref: freshRef(), template: broken(), fallbackTemplate: 'base' }),
    ],
  ])('falls back to the default, of its size, when its fallback %s', async (_what, fallback) => {
    const buildResources = { cpuCount: 4, memoryMB: 4096 }
    const { id, template, resources } = createDefaultMountableTemplate(buildResources)
    await Template.build(template, id, { ...resources, ...target.connection })
    const spec = { ref: freshRef(), template: broken(), fallbackTemplate: fallback(), buildResources }
    await using sandbox = target.make({ template: spec })
    await sandbox.start()
    expect(await observed(sandbox)).toMatchObject({ templateName: id })
  })

  it('falls back when its definition cannot be made, and when its build takes too long', async () => {
    const { warnings, logger } = keepingLogger()
    const maker = async (): Promise<never> => Promise.reject(new TypeError('no git here'))
    const one = { ref: freshRef(), template: maker, fallbackTemplate: 'open-to-all' }
    await using first = target.make({ logger, template: one })
    await first.start()
    expect(warnings.join('\n')).toContain('no git here')
    const two = freshRef()
    const release = target.emulator.faults.holdBuilds(two)
    const spec = { ref: two, template: definition(), fallbackTemplate: 'open-to-all' }
    await using second = target.make({ logger, buildTimeoutMs: 1000, template: spec })
    await second.start()
    release()
    expect((await observed(second))['templateFallback']).toMatch(/has not ended within 1000ms/)
  })

  it('falls back when E2B does not take its build', async () => {
    const { warnings, logger } = keepingLogger()
    target.emulator.faults.next(request, { status: 502, times: 2 })
    const ref = freshRef()
    await using sandbox = target.make({ logger, template: { ref, template: definition(), fallbackTemplate: 'base' } })
    await sandbox.start()
    expect((await observed(sandbox))['templateFallback']).toMatch(new RegExp(`^${ref}: .*could not be asked for: 502`))
    expect(warnings.join('\n')).toContain(`template ${ref} cannot be used`)
  })

  it('does not fall back when E2B does not take the credentials', async () => {
    target.emulator.faults.next(request, { status: 401 })
    const sandbox = target.make({ template: { ref: freshRef(), template: definition(), fallbackTemplate: 'base' } })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', operation: 'build' })
  })

  it('a private template of another team is not used: the name gets a suffix of this account', async () => {
    const { last } = target.emulator.journal
    await using sandbox = target.make({ template: { ref: 'theirs', template: definition() } })
    await sandbox.start()
    expect((await observed(sandbox))['templateName']).toMatch(/^theirs-[0-9a-f]{8}$/)
    expect(sentSince(target, last)).toEqual([list, create, create, alias, request, trigger, create])
    const after = target.emulator.journal.last
    await using next = target.make({ template: { ref: 'theirs', template: definition() } })
    await next.start()
    expect(sentSince(target, after)).toEqual([list, create])
  })

  it('what the definition is made with is put away once it was sent, and also when it could not be', async () => {
    const disposed: string[] = []
    const maker = (name: string) => async () => ({
      template: definition(),
      dispose: async () => void disposed.push(name),
    })
    await using sandbox = target.make({ template: { ref: freshRef(), template: maker('sent') } })
    await sandbox.start()
    target.emulator.faults.next(request, { status: 401 })
    const refused = target.make({ template: { ref: freshRef(), template: maker('refused') } })
    await expect(refused.start()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(disposed).toEqual(['sent', 'refused'])
  })
})

describe('a deferred template [T06]', () => {
  it('that cannot be found out leads to the default, with a warning', async () => {
    const { warnings, logger } = keepingLogger()
    const resolveSpec = async (): Promise<never> => Promise.reject(new TypeError('the host is away'))
    const release = target.emulator.faults.holdBuilds()
    await using sandbox = target.make({ logger, template: { resolveSpec } })
    await sandbox.start()
    release()
    expect(warnings.join('\n')).toContain('the host is away')
    expect((await observed(sandbox))['templateFallback']).toContain('the host is away')
  })

  it('is found out while the machine is looked for, where there can be none', async () => {
    const events: string[] = []
    const resolveSpec = async (): Promise<NamedTemplateSpec> => {
      events.push(`asked after ${target.emulator.journal.count({ route: list, after })} look-ups`)
      return { ref: 'open-to-all', template: definition() }
    }
    target.emulator.faults.next(list, { latencyMs: 300, times: 2 })
    const after = target.emulator.journal.last
    await using fresh = target.make({ template: { resolveSpec } })
    await using known = target.make({ id: 'known', template: { resolveSpec } })
    await fresh.start()
    await known.start()
    expect(events[0]).toBe('asked after 0 look-ups')
    expect(events[1]).not.toBe('asked after 0 look-ups')
    expect(events).toHaveLength(2)
  })
})

describe('ensureNamedTemplate', () => {
  const connection = (): ReturnType<typeof resolveE2BOptions> => resolveE2BOptions({ ...target.connection })
  const watch = { limitMs: 60_000, logger: keepingLogger().logger }

  it('builds what is missing, and nothing else', async () => {
    const ref = `${freshRef()}:v1`
    const { last } = target.emulator.journal
    expect(await ensureNamedTemplate({ ref, template: definition() }, connection(), watch)).toBe('built')
    expect(sentSince(target, last)).toEqual([alias, alias, request, trigger])
    const after = target.emulator.journal.last
    expect(await ensureNamedTemplate({ ref, template: definition() }, connection(), watch)).toBe('reused')
    expect(sentSince(target, after)).toEqual([alias, look, tags])
  })

  it('does not take a name of another team for there', async () => {
    const spec = { ref: 'theirs:v9', template: definition() }
    expect(await ensureNamedTemplate(spec, connection(), watch)).toBe('built')
    expect(await ensureNamedTemplate(spec, connection(), watch)).toBe('reused')
  })

  it('rejects when the build fails', async () => {
    const spec = { ref: freshRef(), template: broken() }
    await expect(ensureNamedTemplate(spec, connection(), watch)).rejects.toMatchObject({ code: 'EXECUTION_FAILED' })
  })
})

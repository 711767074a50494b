import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readTemplate, Template, templateHash } from '../../src/templates/index.js'
import { templateRequest } from '../../src/templates/template-request.js'

/** What no caller may give, given nevertheless. */
function wrongly(method: string, ...args: readonly unknown[]): () => unknown {
  return () => Reflect.apply(Reflect.get(Template(), method) as () => unknown, Template(), args)
}

describe('a template', () => {
  it('is serialised step by step', () => {
    const template = Template()
      .cpuCount(2)
      .memoryMB(1024)
      .setEnvs({ A: '1', B: '' })
      .setWorkdir('/srv')
      .runCmd('echo one')
      .runCmd(['echo two', 'echo three'])
      .aptInstall('git')
      .aptInstall(['a', 'b'], { noInstallRecommends: true, fixMissing: false })
      .pipInstall()
      .pipInstall('numpy', { g: false })
      .pipInstall(undefined, { g: true })
      .npmInstall()
      .npmInstall(['tsx'], { g: true, dev: undefined })
      .npmInstall(undefined, { dev: true })
      .withFamily('family')
    expect(JSON.parse(JSON.stringify(template))).toEqual({
      schemaVersion: 1,
      operations: [
        { method: 'cpuCount', args: [2] },
        { method: 'memoryMB', args: [1024] },
        { method: 'setEnvs', args: [{ A: '1', B: '' }] },
        { method: 'setWorkdir', args: ['/srv'] },
        { method: 'runCmd', args: ['echo one'] },
        { method: 'runCmd', args: [['echo two', 'echo three']] },
        { method: 'aptInstall', args: ['git'] },
        { method: 'aptInstall', args: [['a', 'b'], { noInstallRecommends: true, fixMissing: false }] },
        { method: 'pipInstall', args: [] },
        { method: 'pipInstall', args: ['numpy', { g: false }] },
        { method: 'pipInstall', args: [null, { g: true }] },
        { method: 'npmInstall', args: [] },
        { method: 'npmInstall', args: [['tsx'], { g: true }] },
        { method: 'npmInstall', args: [null, { dev: true }] },
      ],
      family: 'family',
    })
  })

  it('never changes', () => {
    const packages = ['git']
    const first = Template().aptInstall(packages)
    const second = first.runCmd('true').withFamily('f').setEnvs({ A: '1' }, { ephemeral: true })
    packages.push('curl')
    expect(first.toJSON()).toEqual({ schemaVersion: 1, operations: [{ method: 'aptInstall', args: [['git']] }] })
    expect(second.toJSON().operations).toHaveLength(2)
    expect(() => (first.toJSON().operations as unknown[]).push(1)).toThrow(TypeError)
    const [operation] = first.toJSON().operations
    expect(() => Reflect.apply(Array.prototype.push, operation?.args[0], [1])).toThrow(TypeError)
    expect(templateRequest(first).templateBuildEnvs).toBeUndefined()
  })

  it('keeps what is for the build alone out of everything that is shown', () => {
    const template = Template().setEnvs({ OPEN: 'open-value' }).setEnvs({ TOKEN: 'secret-value' }, { ephemeral: true })
    const later = template.setEnvs({ TOKEN: 'newer-secret', OTHER: 'another-secret' }, { ephemeral: true })
    for (const shown of [JSON.stringify(later), inspect(later, { depth: 9, showHidden: true }), inspect({ later })]) {
      expect(shown).not.toContain('secret')
    }
    expect(templateRequest(later)).toEqual({
      templateDefinition: { schemaVersion: 1, operations: [{ method: 'setEnvs', args: [{ OPEN: 'open-value' }] }] },
      templateBuildEnvs: { TOKEN: 'newer-secret', OTHER: 'another-secret' },
    })
  })

  it('may set no variables at all', () => {
    expect(Template().setEnvs({}).toJSON().operations).toEqual([])
  })
})

describe('what is refused', () => {
  it.each([
    ['cpuCount', '2'],
    ['cpuCount', 1.5],
    ['cpuCount', Number.NaN],
    ['memoryMB', undefined],
    ['runCmd', ''],
    ['runCmd', '  '],
    ['runCmd', []],
    ['runCmd', ['ok', '']],
    ['runCmd', [1]],
    ['runCmd', 'a\0b'],
    ['setWorkdir', ['/a']],
    ['setEnvs', null],
    ['setEnvs', new Map()],
    ['setEnvs', ['A=1']],
    ['setEnvs', { A: 1 }],
    ['setEnvs', { A: undefined }],
    ['setEnvs', { 'A-B': '1' }],
    ['setEnvs', { A: '1' }, { ephemeral: 'yes' }],
    ['setEnvs', { A: '1' }, { temporary: true }],
    ['aptInstall', undefined],
    ['aptInstall', 'git', { g: true }],
    ['aptInstall', 'git', new Date()],
    ['pipInstall', 'x', { dev: true }],
    ['npmInstall', 'x', { g: 1 }],
    ['withFamily', ''],
    ['withFamily', 7],
  ])('%s(%j, %j): a TypeError', (method, ...args) => {
    expect(wrongly(method, ...args)).toThrow(TypeError)
  })

  it.each([
    ['cpuCount', 0],
    ['cpuCount', -1],
    ['memoryMB', Number.MAX_SAFE_INTEGER + 1],
    ['memoryMB', Number.POSITIVE_INFINITY],
    ['runCmd', 'x'.repeat(32_769)],
    ['runCmd', Array.from({ length: 513 }, () => 'true')],
    ['setEnvs', { A: 'x'.repeat(32_769) }],
    ['setEnvs', Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`A${index}`, '1']))],
    ['withFamily', 'x'.repeat(201)],
  ])('%s(…): a RangeError', (method, ...args) => {
    expect(wrongly(method, ...args)).toThrow(RangeError)
  })

  it('shows no content of what may be secret', () => {
    expect(wrongly('setEnvs', { TOKEN: 'secret-value\0' })).toThrow(/^(?!.*secret-value).*TOKEN/s)
    expect(wrongly('runCmd', 'curl secret-value\0')).toThrow(/^(?!.*secret-value)/s)
  })

  it('counts steps, and bytes of the whole', () => {
    let template = Template()
    for (let count = 0; count < 256; count += 1) template = template.runCmd('true')
    expect(() => template.runCmd('true')).toThrow(RangeError)
    let large = Template()
    for (let count = 0; count < 8; count += 1) large = large.runCmd('x'.repeat(32_000))
    expect(() => large.runCmd('x'.repeat(32_000))).toThrow(RangeError)
    // Letters of several bytes count as such.
    let wide = Template()
    for (let count = 0; count < 2; count += 1) wide = wide.runCmd('ü'.repeat(32_000))
    expect(() => wide.runCmd(['ü'.repeat(32_000), 'ü'.repeat(32_000), 'ü'.repeat(32_000)])).toThrow(RangeError)
  })
})

describe('definitions', () => {
  it('are read back', () => {
    const template = Template()
      .memoryMB(512)
      .runCmd(['a', 'b'])
      .npmInstall(undefined, { g: true })
      .pipInstall()
      .setEnvs({ A: '1' })
      .withFamily('f')
    const definition = JSON.parse(JSON.stringify(template)) as ReturnType<typeof template.toJSON>
    expect(readTemplate(definition).toJSON()).toEqual(template.toJSON())
  })

  it.each([
    null,
    {},
    { schemaVersion: 2, operations: [] },
    { schemaVersion: 1, operations: {} },
    { schemaVersion: 1, operations: [{ method: 'toJSON', args: [] }] },
    { schemaVersion: 1, operations: [{ method: 'constructor', args: [] }] },
    { schemaVersion: 1, operations: [{ method: 'runCmd', args: 'true' }] },
    { schemaVersion: 1, operations: [{ method: 'runCmd', args: [] }] },
    { schemaVersion: 1, operations: [null] },
  ])('are refused: %j', (definition) => {
    expect(() => Reflect.apply(readTemplate, undefined, [definition])).toThrow(TypeError)
  })

  it('cannot set what is for the build alone', () => {
    const operations = [{ method: 'setEnvs', args: [{ A: '1' }, { ephemeral: true }] }]
    const read = (): unknown => Reflect.apply(readTemplate, undefined, [{ schemaVersion: 1, operations }])
    expect(read).toThrow(RangeError)
  })

  it('have a short hash that tells them apart', () => {
    const one = templateHash(Template().runCmd('a').toJSON())
    expect(one).toMatch(/^[\da-f]{16}$/)
    expect(templateHash(Template().runCmd('a').toJSON())).toBe(one)
    expect(templateHash(Template().runCmd('b').toJSON())).not.toBe(one)
    expect(templateHash(Template().runCmd('a').setEnvs({ T: 'x' }, { ephemeral: true }).toJSON())).toBe(one)
  })
})

import { Template, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import type { NamedTemplateSpec } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated({ templates: ['my-image'] })
afterEach(() => target.emulator.reset())

const { list, create, alias, request, trigger } = routes

function blue(): TemplateClass & object {
  return Template().fromTemplate('base').setEnvs({ COLOUR: 'blue' }).runCmd('echo built > /home/user/mark')
}

function named(more: Partial<NamedTemplateSpec> = {}): NamedTemplateSpec {
  return { ref: 'mine:v1', template: blue(), ...more }
}

describe('the template of a new machine [E03]', () => {
  it('[T03] is taken by its name, at no further request', async () => {
    await using sandbox = target.make({ template: 'my-image' })
    await sandbox.start()
    expect(sentSince(target, 0)).toEqual([list, create])
    expect((await listAll(target)).map(({ name }) => name)).toEqual(['my-image'])
    expect((await sandbox.getInfo()).metadata).toMatchObject({ template: 'my-image', templateName: 'my-image' })
  })

  it('[T03] a name that is not there is an error of the start', async () => {
    const sandbox = target.make({ template: 'nobody-has-this' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(sentSince(target, 0)).toEqual([list, create])
  })

  it('[T04] [T01] a definition is built once, and then found by its content at no further request', async () => {
    await using first = target.make({ template: blue() })
    expect((await first.executeCommand('cat /home/user/mark; echo $COLOUR')).stdout).toBe('built\nblue\n')
    const before = ['POST /process.Process/Start']
    expect(sentSince(target, 0)).toEqual([list, create, alias, request, trigger, create, ...before])
    const { last } = target.emulator.journal
    await using second = target.make({ template: blue() })
    await second.start()
    expect(sentSince(target, last)).toEqual([list, create])
    const names = (await listAll(target)).map(({ name }) => name)
    expect(names[0]).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(names[1]).toBe(names[0])
    expect((await second.getInfo()).metadata).toMatchObject({ templateName: names[0] })
  })

  it('[T06] a named template is built when it is missing, and used when it is there', async () => {
    await using first = target.make({ template: named() })
    expect((await first.executeCommand('echo $COLOUR')).stdout).toBe('blue\n')
    const { last } = target.emulator.journal
    await using second = target.make({ template: named({ template: async () => expect.fail('is not needed') }) })
    await second.start()
    expect(sentSince(target, last)).toEqual([list, create])
    expect(builtSince(target)).toBe(1)
    expect((await second.getInfo()).metadata).toMatchObject({ templateName: 'mine:v1' })
  })

  it('[T06] a deferred one is asked for once per creation, and only then', async () => {
    const asked: string[] = []
    const template = {
      resolveSpec: async () => {
        asked.push('resolveSpec')
        return named()
      },
    }
    await using first = target.make({ id: 'box', template })
    expect((await first.executeCommand('echo $COLOUR')).stdout).toBe('blue\n')
    await using second = target.make({ id: 'box', template })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(asked).toHaveLength(1)
  })

  it('is not built when the machine is there already', async () => {
    await using first = target.make({ id: 'box' })
    await first.start()
    await using second = target.make({ id: 'box', template: blue() })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(builtSince(target)).toBe(0)
  })

  it.each(['Mine', 'team/mine', 'a b', 'mine:', ':v1', 'mine:v1:v2', '../x'])(
    'a ref like %j is refused before anything is sent',
    (ref) => {
      expect(() => target.make({ template: named({ ref }) })).toThrow(/option template: expected .*name:tag/)
      expect(() => target.make({ template: named({ staleRef: ref }) })).toThrow(/staleRef/)
    },
  )

  it('names in a deferred template that E2B would not take lead to the default', async () => {
    const warnings: string[] = []
    const logger = {
      debug: () => {},
      info: () => {},
      error: () => {},
      warn: (text: string) => void warnings.push(text),
    }
    const release = target.emulator.faults.holdBuilds()
    await using sandbox = target.make({ logger, template: { resolveSpec: async () => named({ ref: 'Not Good' }) } })
    await sandbox.start()
    release()
    expect(warnings.join()).toMatch(/template\.ref/)
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: 'base' })
  })
})

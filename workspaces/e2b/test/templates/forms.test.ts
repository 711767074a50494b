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

  it.each(['Mine', 'team/mine', 'a b', 'mine:', ':v1', 'mine:v1:v2', '../x'])(
    'a ref like %j is refused before anything is sent',
    (ref) => {
      expect(() => target.make({ template: named({ ref }) })).toThrow(/option template: expected .*name:tag/)
      expect(() => target.make({ template: named({ staleRef: ref }) })).toThrow(/staleRef/)
    },
  )
})

import { Template } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'

const target = useEmulated({ templates: ['my-image'] })
afterEach(() => target.emulator.reset())

const build = 'POST /v3/templates'

describe('the template of a new machine [E03]', () => {
  it('is taken by its name, at no further request', async () => {
    await using sandbox = target.make({ template: 'my-image' })
    await sandbox.start()
    const [machine] = await listAll(target)
    expect(machine?.name).toBe('my-image')
    expect(target.emulator.journal.count({ route: build })).toBe(0)
  })

  it('[T04] a definition is built once and then found by its content', async () => {
    const definition = (): ReturnType<ReturnType<typeof Template>['fromTemplate']> =>
      Template().fromTemplate('base').setEnvs({ COLOUR: 'blue' }).runCmd('echo built > /home/user/mark')
    await using first = target.make({ template: definition() })
    expect((await first.executeCommand('cat /home/user/mark; echo $COLOUR')).stdout).toBe('built\nblue\n')
    await using second = target.make({ template: definition() })
    await second.start()
    const names = (await listAll(target)).map(({ name }) => name)
    expect(names[0]).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(names[1]).toBe(names[0])
    expect(target.emulator.journal.count({ route: build })).toBe(1)
  })

  it('[T05] a function starts from the base', async () => {
    await using sandbox = target.make({ template: (base) => base.runCmd('echo mine > /home/user/mark') })
    expect((await sandbox.executeCommand('cat /home/user/mark')).stdout).toBe('mine\n')
  })

  it('is not built when the machine is there already', async () => {
    await using first = target.make({ id: 'box' })
    await first.start()
    await using second = target.make({ id: 'box', template: (base) => base.runCmd('true') })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(target.emulator.journal.count({ route: build })).toBe(0)
  })

  it('a definition that does not build is an error of the start, and makes no machine', async () => {
    const sandbox = target.make({ template: (base) => base.runCmd('exit 3') })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'EXECUTION_FAILED', retry: 'never' })
    expect(await listAll(target)).toEqual([])
  })
})

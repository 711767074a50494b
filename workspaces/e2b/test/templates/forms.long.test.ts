import { Template, type TemplateClass } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { keepingLogger } from './support/keeping-logger.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const { list, create } = routes

function blue(): TemplateClass & object {
  return Template().fromTemplate('base').setEnvs({ COLOUR: 'blue' })
}

describe('the template of a new machine [E03]', () => {
  it('[T03] a name that is not there is an error of the start', async () => {
    const sandbox = target.make({ template: 'nobody-has-this' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(sentSince(target, 0)).toEqual([list, create])
  })

  it('is not built when the machine is there already', async () => {
    await using first = target.make({ id: 'box' })
    await first.start()
    await using second = target.make({ id: 'box', template: blue() })
    expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(builtSince(target)).toBe(0)
  })

  it('[BR-097] a file that is missing is refused before anything is sent where a machine must be created, and before anything is built elsewhere', async () => {
    const template = Template().fromDockerfile('FROM e2bdev/base\nCOPY ./not-here /x')
    const sandbox = target.make({ template })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('COPY ./not-here /x') as string,
    })
    expect(sentSince(target, 0)).toEqual([])
    // A machine of this id may be there, which needs no template.
    await expect(target.make({ id: 'box', template }).start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(sentSince(target, 0)).toEqual([list])
  })

  it('is told of the machine that was made of it, and of no other', async () => {
    await using first = target.make({ id: 'box' })
    await first.start()
    await using second = target.make({ id: 'box' })
    await second.start()
    expect((await first.getInfo()).metadata).toMatchObject({ templateName: 'base' })
    expect((await second.getInfo()).metadata).not.toHaveProperty('templateName')
    await first.stop()
    await first.start()
    expect((await first.getInfo()).metadata).toMatchObject({ templateName: 'base' })
  })

  it('names in a deferred template that E2B would not take lead to the default', async () => {
    const { warnings, logger } = keepingLogger()
    const release = target.emulator.faults.holdBuilds()
    await using sandbox = target.make({
      logger,
      template: { resolveSpec: async () => ({ ref: 'Not Good', template: blue() }) },
    })
    await sandbox.start()
    release()
    expect(warnings.join()).toMatch(/template\.ref/)
    expect((await sandbox.getInfo()).metadata).toMatchObject({ templateName: 'base' })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { buildQuickBase, installerLog } from './support/quick-base.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
beforeAll(async () => buildQuickBase(target))

const { list, create, trigger } = routes

async function nameOf(sandbox: ReturnType<typeof target.make>): Promise<unknown> {
  return (await sandbox.getInfo()).metadata?.['templateName']
}

describe('without a template [T01]', () => {
  const { id } = createDefaultMountableTemplate()

  it('machines are made from base at once while the default is built once, and from the default afterwards', async () => {
    const { last } = target.emulator.journal
    const release = target.emulator.faults.holdBuilds()
    const said: string[] = []
    const say = (text: string): void => void said.push(text)
    const logger = { debug: say, info: say, warn: say, error: say }
    await using first = target.make({ template: undefined, logger })
    await first.start()
    expect(await nameOf(first)).toBe('base')
    await expect.poll(() => target.emulator.journal.count({ route: trigger, after: last })).toBe(1)
    const during = target.emulator.journal.last
    await using second = target.make({ template: undefined })
    await second.start()
    expect(await nameOf(second)).toBe('base')
    expect(sentSince(target, during)).toEqual([list, create])
    release()
    await expect.poll(() => said.join('\n')).toContain(`template ${id}: the build is done`)
    const after = target.emulator.journal.last
    await using third = target.make({ template: undefined })
    await third.start()
    expect(await nameOf(third)).toBe(id)
    expect(sentSince(target, after)).toEqual([list, create])
    expect(builtSince(target, last)).toBe(1)
  })

  it('[T05] the steps of a function are done in their turn, each by whom it should be (installers are stand-ins)', async () => {
    await using sandbox = target.make({
      template: (base) =>
        base
          .aptInstall(['ffmpeg', 'imagemagick', 'poppler-utils'])
          .pipInstall(['pandas', 'numpy'])
          .npmInstall(['sharp'])
          .runCmd(`whoami >> ${installerLog}`),
    })
    expect((await sandbox.executeCommand(`cat ${installerLog}`)).stdout.trim().split('\n')).toEqual([
      'apt-get update',
      'apt-get install -y s3fs fuse',
      'apt-get update',
      'apt-get install -y ffmpeg imagemagick poppler-utils',
      'pip install pandas numpy',
      'npm install sharp',
      'user',
    ])
  })

  it('a function that returns no template is an error that names the option', async () => {
    const sandbox = target.make({ template: (() => 'oops') as never })
    await expect(sandbox.start()).rejects.toThrow(/template: expected a function that returns a template/)
  })
})

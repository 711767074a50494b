import { Template } from 'e2b'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { buildQuickBase, installerLog } from './support/quick-base.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
beforeAll(async () => buildQuickBase(target))

const { list, create, alias, request, trigger } = routes

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
    await expect.poll(() => said.join('\n'), { timeout: 15_000 }).toContain(`template ${id}: the build is done`)
    const after = target.emulator.journal.last
    await using third = target.make({ template: undefined })
    await third.start()
    expect(await nameOf(third)).toBe(id)
    expect(sentSince(target, after)).toEqual([list, create])
    expect(builtSince(target, last)).toBe(1)
  })

  it('[T02] one that was built beforehand is used by its id, and by sandboxes that are given none', async () => {
    const options = { cpuCount: 4, memoryMB: 2048 }
    const { template, id: other, resources } = createDefaultMountableTemplate(options)
    expect(other).not.toBe(id)
    const result = await Template.build(template, other, { ...resources, ...target.connection })
    const { last } = target.emulator.journal
    await using byId = target.make({ template: result.templateId })
    await using byDefault = target.make({ template: undefined, defaultTemplate: options })
    await byId.start()
    await byDefault.start()
    expect(await nameOf(byDefault)).toBe(other)
    expect((await byId.e2b.getInfo()).templateId).toBe((await byDefault.e2b.getInfo()).templateId)
    expect((await byDefault.e2b.getInfo()).memoryMB).toBe(2048)
    expect(builtSince(target, last)).toBe(0)
  })

  it('[T05] a function adds to the default, and keeps its size', async () => {
    const { last } = target.emulator.journal
    await using sandbox = target.make({
      defaultTemplate: { cpuCount: 1, memoryMB: 512 },
      template: (base) => base.runCmd('echo "$COREPACK_ENABLE_DOWNLOAD_PROMPT" > /home/user/mark'),
    })
    expect((await sandbox.executeCommand('cat /home/user/mark; whoami; pwd; stat -c %U .')).stdout).toBe(
      '0\nuser\n/home/user\nuser\n',
    )
    expect(sentSince(target, last).slice(0, 6)).toEqual([list, create, alias, request, trigger, create])
    expect((await sandbox.e2b.getInfo()).memoryMB).toBe(512)
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

  it('[BR-093] packages that the SDK would drop are an error, and an empty list is no step', async () => {
    const { last } = target.emulator.journal
    const lost = target.make({ template: (base) => base.aptInstall(...(['jq', 'curl'] as unknown as [string])) })
    await expect(lost.start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(builtSince(target, last)).toBe(0)
    await using sandbox = target.make({
      template: (base) => base.pipInstall([]).npmInstall([]).aptInstall([]).aptInstall(['jq', 'git']).runCmd('true'),
    })
    await sandbox.start()
    expect(builtSince(target, last)).toBe(1)
  })

  it('a function that returns no template is an error that names the option', async () => {
    const sandbox = target.make({ template: (() => 'oops') as never })
    await expect(sandbox.start()).rejects.toThrow(/template: expected a function that returns a template/)
  })
})

import { Template } from 'e2b'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { buildQuickBase } from './support/quick-base.js'
import { builtSince, routes, sentSince } from './support/requests.js'

const target = useEmulated()
beforeAll(async () => buildQuickBase(target))

const { list, create, alias, request, trigger } = routes

describe('the default mountable template', () => {
  const { id } = createDefaultMountableTemplate()

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
    expect((await byDefault.getInfo()).metadata).toMatchObject({ templateName: other })
    expect((await byId.e2b.getInfo()).templateId).toBe((await byDefault.e2b.getInfo()).templateId)
    expect((await byDefault.e2b.getInfo()).memoryMB).toBe(2048)
    expect(builtSince(target, last)).toBe(0)
  })

  it('[T04] is built in the size that its id stands for, also by a call that names none', async () => {
    const { template, resources } = createDefaultMountableTemplate()
    const { templateId } = await Template.build(template, id, { ...target.connection })
    await using sandbox = target.make({ template: templateId })
    await sandbox.start()
    expect(await sandbox.e2b.getInfo()).toMatchObject(resources)
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
})

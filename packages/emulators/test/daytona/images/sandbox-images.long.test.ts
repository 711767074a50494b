import { Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, run, useDaytona } from './use-daytona.js'

const current = useDaytona({ transitionMs: 30 })

describe('sandboxes from images', () => {
  it('are made of an image by name, with resources', async () => {
    const sandbox = cleanUp(
      await current().daytona.create({ image: 'debian:12', resources: { cpu: 2, memory: 2, disk: 4 } }),
    )
    expect(sandbox).toMatchObject({ state: 'started', cpu: 2, memory: 2, disk: 4 })
    expect(sandbox.buildInfo).toMatchObject({ dockerfileContent: 'FROM debian:12\n' })
    expect(sandbox.snapshot).toBeUndefined()
    expect(await run(sandbox, 'echo works')).toBe('works\n')
  })

  it.skipIf(!isPrivate)('show the log of their build, and its states', async () => {
    const { ask, daytona } = current()
    const image = Image.base('debian:12').runCommands('echo from the build', 'echo x > /srv/x').workdir('/srv')
    const logs: string[] = []
    const sandbox = cleanUp(
      await daytona.create({ image }, { onSnapshotCreateLogs: (text) => logs.push(text), timeout: 60 }),
    )
    expect(logs.join('\n')).toContain('from the build')
    expect(await run(sandbox, 'cat x')).toBe('x\n')
    const { body } = await ask('POST', '/sandbox', { buildInfo: { dockerfileContent: 'FROM debian:13\n' } })
    expect(body).toMatchObject({
      state: 'pending_build',
      buildInfo: { snapshotRef: expect.stringMatching(/:daytona$/) },
    })
    const { id } = body as { id: string }
    const made = cleanUp(await daytona.get(id))
    await made.waitUntilStarted()
  })

  it.skipIf(!isPrivate)('fail with the reason when a step fails', async () => {
    const { daytona } = current()
    const image = Image.base('debian:12').runCommands('exit 9')
    const made = daytona.create({ image, name: 'broken-build' })
    await expect(made).rejects.toThrow('build_failed')
    const sandbox = cleanUp(await daytona.get('broken-build'))
    const errorReason = "The command '/bin/sh -c exit 9' returned a non-zero code: 9"
    expect(sandbox).toMatchObject({ state: 'build_failed', errorReason })
  })

  it.skipIf(!isPrivate)('are not built again when the same was built', async () => {
    const { daytona } = current()
    const image = (): Image => Image.base('debian:12').runCommands('date +%s%N > /srv/when')
    const one = cleanUp(await daytona.create({ image: image() }))
    const two = cleanUp(await daytona.create({ image: image() }))
    expect(await run(two, 'cat /srv/when')).toBe(await run(one, 'cat /srv/when'))
  })
})

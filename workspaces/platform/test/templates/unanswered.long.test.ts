import type { Logger } from '@caisson/core/workspace'
import { expect, it } from 'vitest'
import { createRepoTemplate } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
const template = createRepoTemplate({ getRepositoryAccess: async () => new Promise<never>(() => undefined) })

it('a function that never answers costs the template, not the sandbox', async () => {
  const warnings: string[] = []
  const ignore = (): void => undefined
  const logger: Logger = { debug: ignore, info: ignore, error: ignore, warn: (text) => void warnings.push(text) }
  const sandbox = target.make({ template, logger, startTimeoutMs: 10_000 })
  await sandbox.start()
  expect((await sandbox.getInfo()).metadata).toHaveProperty('templateError', expect.stringContaining('timed out'))
  expect(warnings).toEqual([expect.stringContaining('the template of a sandbox could not be found')])
  await sandbox.destroy()
})

it('a start that is given up meanwhile makes no machine', async () => {
  const sandbox = target.make({ template, startTimeoutMs: 60_000 })
  const after = target.emulator.journal.last
  const controller = new AbortController()
  const start = sandbox.start({ abortSignal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 200))
  controller.abort()
  await expect(start).rejects.toMatchObject({ code: 'ABORTED' })
  await sandbox.destroy()
  expect(target.emulator.journal.entries({ after, kind: 'call' })).toEqual([])
})

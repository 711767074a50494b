import { afterEach, expect, it } from 'vitest'
import { Template, type PlatformTemplate } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

/** A logger that keeps its warnings. */
function recordingLogger(): {
  warnings: string[]
  debug(): void
  info(): void
  warn(text: string): void
  error(): void
} {
  const warnings: string[] = []
  const silence = { debug: () => undefined, info: () => undefined, error: () => undefined }
  return { ...silence, warnings, warn: (text) => void warnings.push(text) }
}

it('is what a new sandbox is made from; the sandbox does not wait for it, and says so', async () => {
  const template = Template().setEnvs({ FROM: 'template' })
  const release = target.emulator.faults.holdTemplates()
  const first = target.make({ template })
  await first.start()
  expect(first.templatePending).toMatchObject({ templateId: expect.any(String) as string })
  expect((await first.getInfo()).metadata).toHaveProperty('templatePending.templateId')
  release()
  await expect.poll(async () => (await template.build(target.connection)).status).toBe('ready')
  const second = target.make({ template })
  expect((await second.executeCommand('echo $FROM')).stdout).toBe('template\n')
  expect(second.templatePending).toBeUndefined()
})

it('may be found out by each creation', async () => {
  let count = 0
  const template = async (): Promise<PlatformTemplate | undefined> => {
    count += 1
    return undefined
  }
  const sandbox = target.make({ template })
  expect(count).toBe(0)
  await Promise.all([sandbox.start(), sandbox.start()])
  expect(count).toBe(1)
  await sandbox.stop()
  await sandbox.start()
  expect(count).toBe(2)
})

it('that cannot be found out costs the template, not the sandbox, and is said [P17]', async () => {
  const logger = recordingLogger()
  const template = async (): Promise<PlatformTemplate> => {
    throw new RangeError('no such branch')
  }
  const sandbox = target.make({ template, logger })
  await sandbox.start()
  expect((await sandbox.getInfo()).metadata).toHaveProperty('templateError', 'no such branch')
  expect(logger.warnings).toEqual([expect.stringContaining('no such branch')])
})

it('may be a stored definition', async () => {
  const sandbox = target.make({ template: Template().setEnvs({ A: '1' }).toJSON() })
  await sandbox.start()
  expect(sandbox.templatePending ?? {}).toBeTypeOf('object')
  expect((await sandbox.getInfo()).metadata).toHaveProperty('template.operations.0.method', 'setEnvs')
})

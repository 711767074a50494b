import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { PlatformFilesystem, Template } from '../../src/index.js'
import type { PlatformLiveRun } from './live-run.js'

/** Machines that are started when nobody waits for a build may lack what it makes. */
async function build(template: ReturnType<typeof Template>): Promise<void> {
  let state = await template.build()
  while (state.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, state.retryAfterMs ?? 2000))
    state = await template.build()
  }
  expect(state).toMatchObject({ status: 'ready' })
}

/** What only the platform has, by name. */
export const providerCases: readonly (readonly [string, (run: PlatformLiveRun) => Promise<void>])[] = [
  [
    'a machine is found by the platform’s id, with its files, after a stop that detaches',
    async (run) => {
      const first = run.create({ stopBehavior: 'detach' })
      await first.executeCommand('echo kept > kept.txt')
      const { sandboxId } = first
      await first.stop()
      await using second = run.create({ sandboxId })
      expect(await second.start()).toEqual({ outcome: 'connected' })
      expect(await second.executeCommand('cat kept.txt')).toMatchObject({ stdout: 'kept\n' })
    },
  ],
  [
    'a stop destroys the machine, and the next one starts from the checkpoint of its id',
    async (run) => {
      await using sandbox = run.create({ id: `live-${randomUUID()}` })
      await sandbox.executeCommand('echo kept > kept.txt')
      expect(await sandbox.captureCheckpoint()).toMatchObject({ status: 'captured' })
      const { sandboxId } = sandbox
      await sandbox.stop()
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(sandbox.sandboxId).not.toBe(sandboxId)
      expect(await sandbox.executeCommand('cat kept.txt')).toMatchObject({ stdout: 'kept\n' })
      await sandbox.deleteCheckpoint()
    },
  ],
  [
    'a machine of a template has what its build made',
    async (run) => {
      const word = randomUUID()
      const template = Template().setWorkdir('/srv/live').runCmd(`echo ${word} > made.txt`)
      await build(template)
      await using sandbox = run.create({ template })
      expect(await sandbox.executeCommand('pwd; cat made.txt')).toMatchObject({ stdout: `/srv/live\n${word}\n` })
    },
  ],
  [
    'a machine that is not there any more is replaced, and nothing else is made',
    async (run) => {
      await using sandbox = run.create({ sandboxId: randomUUID() })
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
    },
  ],
]

/** Files of a bucket, where the environment names one. */
export async function checkFiles(): Promise<void> {
  const filesystem = new PlatformFilesystem({ prefix: `live-${randomUUID()}` })
  try {
    await filesystem.writeFile('a/one.txt', 'one', { overwrite: false })
    await filesystem.appendFile('a/one.txt', ' and more')
    expect(await filesystem.readFile('a/one.txt', { encoding: 'utf8' })).toBe('one and more')
    await filesystem.copyFile('a/one.txt', 'a/two.txt')
    expect((await filesystem.readdir('a')).map(({ name }) => name).toSorted()).toEqual(['one.txt', 'two.txt'])
  } finally {
    await filesystem.rmdir('a', { recursive: true })
  }
  expect(await filesystem.exists('a/one.txt')).toBe(false)
}

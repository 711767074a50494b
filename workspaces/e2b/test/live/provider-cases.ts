import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { E2BLiveRun } from './live-run.js'

/** What only E2B has, by name. */
export const providerCases: readonly (readonly [string, (run: E2BLiveRun) => Promise<void>])[] = [
  [
    'a machine is paused with its processes',
    async (run) => {
      const id = `live-${randomUUID()}`
      const first = run.create({ id })
      const { pid } = await first.processes.spawn('echo before; while [ ! -e go ]; do sleep 0.2; done; echo after')
      await first.stop()
      await using second = run.create({ id })
      await second.start()
      const process = await second.processes.get(pid)
      await second.executeCommand('touch go')
      expect(await process?.wait()).toMatchObject({ exitCode: 0, stdout: 'before\nafter\n' })
    },
  ],
  [
    'an unknown template is a typed error, and nothing is made',
    async (run) => {
      const sandbox = run.create({ template: `caisson-none-${randomUUID().slice(0, 8)}` })
      await expect(sandbox.start()).rejects.toMatchObject({ code: 'NOT_FOUND', provider: 'e2b' })
    },
  ],
]

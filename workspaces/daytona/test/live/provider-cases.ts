import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { DaytonaLiveRun } from './live-run.js'

/** What only Daytona has, by name. */
export const providerCases: readonly (readonly [string, (run: DaytonaLiveRun) => Promise<void>])[] = [
  [
    'a machine from an image has the resources that were asked for',
    async (run) => {
      await using sandbox = run.create({ image: 'debian:12-slim', resources: { cpu: 1, memory: 2, disk: 3 } })
      expect(await sandbox.executeCommand('. /etc/os-release; echo "$ID"')).toMatchObject({
        stdout: 'debian\n',
      })
      expect(await sandbox.getInfo()).toMatchObject({ resources: { cpuCores: 1, memoryMB: 2048, diskMB: 3072 } })
    },
  ],
  [
    'a machine without a network has none',
    async (run) => {
      await using sandbox = run.create({ networkBlockAll: true })
      const text = 'timeout 8 bash -c "exec 3<>/dev/tcp/1.1.1.1/443"'
      expect(await sandbox.executeCommand(text)).toMatchObject({ success: false })
    },
  ],
  [
    'an ephemeral machine is gone after a stop, and the next start makes another',
    async (run) => {
      await using sandbox = run.create({ ephemeral: true })
      await sandbox.start()
      const { sandboxId } = sandbox
      await sandbox.stop()
      expect(sandbox.status).toBe('destroyed')
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect(sandbox.sandboxId).not.toBe(sandboxId)
    },
  ],
  [
    'a name that another sandbox id has is a conflict, and nothing is made',
    async (run) => {
      const name = `caisson-live-${randomUUID().slice(0, 8)}`
      await using first = run.create({ name })
      await first.start()
      const second = run.create({ name })
      await expect(second.start()).rejects.toMatchObject({ code: 'CONFLICT', provider: 'daytona' })
    },
  ],
  [
    'an unknown snapshot is a typed error, and nothing is made',
    async (run) => {
      const sandbox = run.create({ snapshot: `caisson-none-${randomUUID().slice(0, 8)}` })
      await expect(sandbox.start()).rejects.toMatchObject({ provider: 'daytona' })
    },
  ],
]

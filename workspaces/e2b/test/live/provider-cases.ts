import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createCodeMode } from '@caisson/core'
import { z } from 'zod'
import { E2BCodeModeTransport } from '../../src/index.js'
import type { LiveRun } from './live-run.js'

/** What the suite for all providers does not ask, by name. */
export const providerCases: readonly (readonly [string, (run: LiveRun) => Promise<void>])[] = [
  [
    'a machine is found by its logical id, paused with its processes and removed by another object',
    async (run) => {
      const id = `live-${randomUUID()}`
      const first = run.create({ id })
      expect(await first.start()).toEqual({ outcome: 'created' })
      const { pid } = await first.processes.spawn('echo before; while [ ! -e go ]; do sleep 0.2; done; echo after')
      await first.stop()
      const second = run.create({ id })
      expect(await second.start()).toEqual({ outcome: 'connected' })
      expect(second.sandboxId).toBe(first.sandboxId ?? second.sandboxId)
      const process = await second.processes.get(pid)
      await second.executeCommand('touch go')
      expect(await process?.wait()).toMatchObject({ exitCode: 0, stdout: 'before\nafter\n' })
      await run.create({ id }).destroy()
      expect(await run.create({ id }).networking?.getPortUrl(80)).toBeNull()
    },
  ],
  [
    'output is byte for byte what was printed',
    async (run) => {
      await using sandbox = run.create()
      const bytes = await sandbox.executeCommand('head -c 300000 /dev/urandom | tee random | sha256sum')
      const process = await sandbox.processes.spawn('cat random')
      await process.wait()
      const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(process.stdoutBytes))
      expect(`${Buffer.from(hash).toString('hex')}  -\n`).toBe(bytes.stdout)
    },
  ],
  [
    'a server in the machine is reached by its address',
    async (run) => {
      await using sandbox = run.create()
      await sandbox.writeFiles([{ path: 'site/index.html', content: 'hello from the machine' }])
      await sandbox.processes.spawn('cd site && python3 -m http.server 8000')
      const url = await sandbox.networking?.getPortUrl(8000)
      await expect
        .poll(async () => (await fetch(url ?? '')).text(), { timeout: 30_000, interval: 500 })
        .toBe('hello from the machine')
    },
  ],
  [
    'a program calls tools of the host',
    async (run) => {
      await using sandbox = run.create()
      const double = {
        description: 'Doubles a number',
        inputSchema: z.object({ value: z.number() }),
        execute: async ({ value }: { value: number }) => value * 2,
      }
      const { tool } = createCodeMode({ sandbox, tools: { double } }, new E2BCodeModeTransport())
      const code = 'const doubled: number = await external_double({ value: 21 }); return doubled'
      expect(await tool.execute({ code })).toMatchObject({ success: true, result: 42 })
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

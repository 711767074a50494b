import { randomUUID } from 'node:crypto'
import { createCodeMode } from '@caisson/core'
import { expect } from 'vitest'
import type { LiveCase } from './live-case.js'

/** What the suite for all providers does not ask, of any of them. */
export const liveCases: readonly LiveCase[] = [
  [
    'a machine is found by its logical id, with its files, stopped or not, and removed by another object',
    async ({ create }) => {
      const id = `live-${randomUUID()}`
      const first = create({ id })
      expect(await first.start()).toEqual({ outcome: 'created' })
      await first.executeCommand('echo kept > kept.txt')
      await first.stop()
      const second = create({ id })
      expect(await second.start()).toEqual({ outcome: 'connected' })
      expect(second.sandboxId).toBe(first.sandboxId ?? second.sandboxId)
      expect(await second.executeCommand('cat kept.txt')).toMatchObject({ stdout: 'kept\n' })
      await create({ id }).destroy()
      expect(await create({ id }).networking?.getPortUrl(80)).toBeNull()
    },
    'stoppedMachines',
  ],
  [
    'output is byte for byte what was printed',
    async ({ create }) => {
      await using sandbox = create()
      const bytes = await sandbox.executeCommand('head -c 300000 /dev/urandom | tee random | sha256sum')
      const process = await sandbox.processes.spawn('cat random')
      await process.wait()
      const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(process.stdoutBytes))
      expect(`${Buffer.from(hash).toString('hex')}  -\n`).toBe(bytes.stdout)
    },
  ],
  [
    'a server in the machine is reached by its address',
    async ({ create }) => {
      await using sandbox = create()
      await sandbox.writeFiles([{ path: 'site/index.html', content: 'hello from the machine' }])
      await sandbox.processes.spawn('cd site && python3 -m http.server 8000')
      const url = await sandbox.networking?.getPortUrl(8000)
      await expect
        .poll(async () => (await fetch(url ?? '')).text(), { timeout: 30_000, interval: 500 })
        .toBe('hello from the machine')
    },
    'addresses',
  ],
  [
    'a program calls tools of the host',
    async ({ create, codeModeTransport }) => {
      await using sandbox = create()
      const double = {
        description: 'Doubles a number',
        execute: async (input: unknown) =>
          typeof input === 'object' && input !== null && 'value' in input ? Number(input.value) * 2 : Number.NaN,
      }
      const { tool } = createCodeMode({ sandbox, tools: { double } }, codeModeTransport())
      const code = 'const doubled = await external_double({ value: 21 }); return doubled'
      expect(await tool.execute({ code })).toMatchObject({ success: true, result: 42 })
    },
  ],
]

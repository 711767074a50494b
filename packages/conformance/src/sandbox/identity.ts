import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from './sandbox-case.js'

/** Who a sandbox is, and what it says about itself. */
export const identitySuite: SandboxSuite = sandboxSuite('sandbox/identity', [
  {
    id: 'members',
    title: 'a sandbox has id, name, provider and status, and every member of the contract [C04]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const value of [sandbox.id, sandbox.name, sandbox.provider]) expect(value).toMatch(/\S/)
      expect(sandbox.status).toBe('pending')
      const methods = [
        'start',
        'stop',
        'destroy',
        '_start',
        '_stop',
        '_destroy',
        'ensureRunning',
        'isReady',
        'executeCommand',
        'setEnv',
        'getEnv',
        'setOnStart',
        'snapshot',
        'writeFiles',
        'mount',
        'unmount',
        'getInfo',
        'getInstructions',
      ] as const
      for (const method of methods) expect(sandbox[method], method).toBeTypeOf('function')
      for (const method of ['spawn', 'list', 'get', 'kill', 'release'] as const) {
        expect(sandbox.processes[method], method).toBeTypeOf('function')
      }
    },
  },
  {
    id: 'ids',
    title: 'a given id is kept; without one each sandbox has its own [C04]',
    check: async (bench) => {
      const id = bench.newId()
      expect((await bench.create({ id })).id).toBe(id)
      const [first, second] = [await bench.create(), await bench.create()]
      expect(first.id).not.toBe(second.id)
    },
  },
  {
    id: 'separate-machines',
    title: 'sandboxes with different ids do not share files or environment [C04]',
    check: async (bench) => {
      const first = await bench.running({ env: { ONLY: 'first' } })
      const second = await bench.running()
      await bench.shell(first, 'echo mine > mine.txt')
      expect((await second.executeCommand('cat mine.txt')).success).toBe(false)
      expect(await bench.shell(second, 'echo "${ONLY-unset}"')).toBe('unset\n')
    },
  },
  {
    id: 'info',
    title:
      'getInfo() tells id, name, provider, status and creation time, before the start as well, and starts nothing [C04]',
    check: async (bench) => {
      const sandbox = await bench.create()
      const before = await sandbox.getInfo()
      expect(before).toMatchObject({
        id: sandbox.id,
        name: sandbox.name,
        provider: sandbox.provider,
        status: 'pending',
      })
      expect(before.createdAt).toBeInstanceOf(Date)
      expect(sandbox.status).toBe('pending')
      await sandbox.start()
      const running = await sandbox.getInfo()
      expect(running).toMatchObject({ id: sandbox.id, status: 'running' })
      expect(running.metadata?.['sandboxId']).toMatch(/\S/)
      await sandbox.executeCommand('true')
      expect((await sandbox.getInfo()).lastUsedAt).toBeInstanceOf(Date)
      await sandbox.destroy()
      expect((await sandbox.getInfo()).status).toBe('destroyed')
    },
  },
  {
    id: 'info-is-data',
    title: 'getInfo() survives JSON, and lists mounts where there can be any [C16]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const info = await sandbox.getInfo()
      const copy = JSON.parse(JSON.stringify(info)) as Record<string, unknown>
      expect(copy).toEqual({
        ...info,
        createdAt: info.createdAt.toISOString(),
        ...(info.lastUsedAt ? { lastUsedAt: info.lastUsedAt.toISOString() } : {}),
        ...(info.timeoutAt ? { timeoutAt: info.timeoutAt.toISOString() } : {}),
      })
      if (sandbox.mounts) expect(info.mounts).toEqual([])
      else expect(info).not.toHaveProperty('mounts')
    },
  },
  {
    id: 'instructions',
    title: 'instructions are a default text, a replacement, nothing, or what a function makes of the default [C04]',
    check: async (bench) => {
      const plain = await bench.create()
      const text = plain.getInstructions()
      expect(text).toMatch(/\S/)
      expect((await bench.create({ instructions: 'Only this.' })).getInstructions()).toBe('Only this.')
      expect((await bench.create({ instructions: '' })).getInstructions()).toBe('')
      const requestContext = new Map<string, unknown>([['user', 'u-1']])
      const made = await bench.create({
        instructions: ({ defaultInstructions, requestContext: scope }) =>
          `${defaultInstructions === '' ? 'NO DEFAULT' : 'default'} for ${String(scope?.get('user'))}`,
      })
      expect(made.getInstructions({ requestContext })).toBe('default for u-1')
      expect(made.status).toBe('pending')
    },
  },
  {
    id: 'clone',
    title: 'clone() is a pending sibling with its own id and the same environment; it sends nothing [C04]',
    needs: ['clone', 'driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped({ env: { A: '1' } })
      const sibling = sandbox.clone?.()
      expect(sibling?.id).not.toBe(sandbox.id)
      expect(sibling?.status).toBe('pending')
      expect(sandbox.clone?.({ id: 'given-id' }).id).toBe('given-id')
      expect(tap.calls).toEqual([])
      expect(sandbox.status).toBe('pending')
    },
  },
])

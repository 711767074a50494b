import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'

/** A stop that removes the machine, as that of an ephemeral one does. */
export const stopRemovesSuite: SandboxSuite = sandboxSuite('lifecycle/stop-removes', [
  {
    id: 'destroyed',
    title: 'stop() removes the machine, and the status is destroyed [D04]',
    needs: ['stopRemoves'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('sleep 300')
      await sandbox.stop()
      expect(sandbox.status).toBe('destroyed')
      expect(await handle.wait()).toMatchObject({ exitCode: 137, killed: true })
      await expectCode(sandbox.executeCommand('true'), 'NOT_READY', 'executeCommand()')
    },
  },
  {
    id: 'gone',
    title: 'the identity of a machine that stop() removed leads to none [D04]',
    needs: ['stopRemoves', 'driver', 'detachedLifecycle'],
    check: async (bench) => {
      const id = bench.newId()
      await (await bench.running({ id })).stop()
      const { sandbox, tap } = await bench.tapped({ id })
      await sandbox.destroy()
      expect(tap.calls.filter((call) => call !== 'find')).toEqual([])
    },
  },
  {
    id: 'start-anew',
    title: 'an explicit start() after such a stop() makes a new machine [D04]',
    needs: ['stopRemoves', 'startAfterDestroy'],
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'echo old > old.txt')
      await sandbox.stop()
      expect(await sandbox.start()).toEqual({ outcome: 'created' })
      expect((await sandbox.executeCommand('cat old.txt')).success).toBe(false)
    },
  },
  {
    id: 'ended-already',
    title: 'stop() and destroy() after such a stop() send nothing [D04]',
    needs: ['stopRemoves', 'driver'],
    check: async (bench) => {
      const { sandbox, tap } = await bench.tapped()
      await sandbox.start()
      await sandbox.stop()
      const before = [...tap.calls]
      await sandbox.stop()
      await sandbox.destroy()
      expect(tap.calls).toEqual(before)
      expect(sandbox.status).toBe('destroyed')
    },
  },
])

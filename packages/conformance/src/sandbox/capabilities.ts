import { expect } from 'vitest'
import { supportsNetworking } from '@caisson/core'
import { ConformanceError } from './conformance-error.js'
import { expectCode } from './expect-errors.js'
import { sandboxSuite, type SandboxSuite } from './sandbox-case.js'

/** Ports, checkpoints, and what is said where something is missing. */
export const capabilitiesSuite: SandboxSuite = sandboxSuite('sandbox/capabilities', [
  {
    id: 'no-mounts',
    title: 'where nothing can be mounted mount() and unmount() are typed errors before any request [P12]',
    needs: ['!mounts'],
    check: async (bench) => {
      const sandbox = await bench.create()
      await expectCode(sandbox.mount({} as never, '/data'), 'MOUNT_NOT_SUPPORTED', 'mount()')
      await expectCode(sandbox.unmount('/data'), 'MOUNT_NOT_SUPPORTED', 'unmount()')
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'no-filesystem',
    title: 'where the disk cannot be reached there is no filesystem, and writeFiles is a typed error [P12]',
    needs: ['!filesystem'],
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(sandbox.filesystem).toBeUndefined()
      await expectCode(sandbox.writeFiles([{ path: 'a', content: 'a' }]), 'UNSUPPORTED_FEATURE', 'writeFiles()')
    },
  },
  {
    id: 'no-ports',
    title: 'where ports have no addresses there is no networking [P12]',
    needs: ['!ports'],
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(sandbox.networking).toBeUndefined()
      expect(supportsNetworking(sandbox)).toBe(false)
    },
  },
  {
    id: 'ports',
    title: 'a port of a running sandbox has a URL; asking before the start wakes nothing [C04]',
    needs: ['ports'],
    check: async (bench) => {
      const sandbox = await bench.create()
      const { networking } = sandbox
      if (!networking) throw new ConformanceError('supports.ports without networking')
      expect(supportsNetworking(sandbox)).toBe(true)
      expect(await networking.getPortUrl(3000)).toBeNull()
      expect(sandbox.status).toBe('pending')
      await sandbox.start()
      const url = await networking.getPortUrl(3000)
      expect(url === null || URL.canParse(url)).toBe(true)
      await sandbox.destroy()
      expect(await networking.getPortUrl(3000)).toBeNull()
    },
  },
  {
    id: 'no-checkpoints',
    title: 'where there are no checkpoints snapshot() does nothing, and supportsCheckpoints says so [C04]',
    needs: ['!checkpoints'],
    check: async (bench) => {
      const sandbox = await bench.create()
      expect(sandbox.supportsCheckpoints).toBe(false)
      await sandbox.snapshot()
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'checkpoints',
    title: 'snapshot() saves what a later sandbox starts from; the two do not share what comes after [C04]',
    needs: ['checkpoints'],
    check: async (bench) => {
      const checkpointName = bench.newId()
      const first = await bench.running({ checkpointName })
      expect(first.supportsCheckpoints).toBe(true)
      await bench.shell(first, 'echo saved > saved.txt; mkdir d; echo deep > d/deep.txt')
      await first.snapshot()
      await bench.shell(first, 'echo later > later.txt')
      const second = await bench.running({ checkpointName })
      expect(await bench.shell(second, 'cat saved.txt d/deep.txt')).toBe('saved\ndeep\n')
      expect((await second.executeCommand('cat later.txt')).success).toBe(false)
      await bench.shell(second, 'echo changed > saved.txt')
      expect(await bench.shell(first, 'cat saved.txt')).toBe('saved\n')
    },
  },
  {
    id: 'seed-checkpoint',
    title: 'a sandbox whose own checkpoint has no state yet starts from the seed, and saves under its own name [C04]',
    needs: ['checkpoints'],
    check: async (bench) => {
      const seedCheckpointName = bench.newId()
      const seed = await bench.running({ checkpointName: seedCheckpointName })
      await bench.shell(seed, 'echo seed > base.txt')
      await seed.snapshot()
      const checkpointName = bench.newId()
      const grown = await bench.running({ checkpointName, seedCheckpointName })
      await bench.shell(grown, 'cat base.txt; echo own > own.txt')
      await grown.snapshot()
      const again = await bench.running({ checkpointName, seedCheckpointName })
      expect(await bench.shell(again, 'cat base.txt own.txt')).toBe('seed\nown\n')
      const fresh = await bench.running({ checkpointName: seedCheckpointName })
      expect((await fresh.executeCommand('cat own.txt')).success).toBe(false)
    },
  },
])

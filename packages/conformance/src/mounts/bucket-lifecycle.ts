import { expect } from 'vitest'
import type { CaseBench } from '../sandbox/case-bench.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import type { TestedSandbox } from '../sandbox/target.js'
import { isMounted, mountAt, placeOf, statesOf, textOf } from './mounted-bucket.js'

/**
 * Stays in a place, and tells whether what is mounted there now is what was mounted there before: who stays in a mount keeps
 * it from being given up entirely, so that one that is made anew has another device.
 */
async function stayIn(bench: CaseBench, sandbox: TestedSandbox, place: string) {
  const guest = await sandbox.processes.spawn(`cd '${place}' && echo $$ && exec sleep 300`)
  let pid = ''
  for await (const { data } of guest.output?.() ?? []) {
    pid += Buffer.from(data).toString()
    if (pid.endsWith('\n')) break
  }
  return {
    leave: () => guest.kill(),
    isSame: async (other: TestedSandbox): Promise<boolean> => {
      const devices = await bench.shell(other, `stat -Lc %d /proc/${pid.trim()}/cwd; stat -c %d '${place}'`)
      const [before, now] = devices.trim().split('\n')
      return before === now
    },
  }
}

/** Buckets over stop, start, death, and in the hands of another client. */
export const bucketLifecycleSuite: SandboxSuite = sandboxSuite('mounts/bucket-lifecycle', [
  {
    id: 'survives-stop',
    title: 'buckets are unmounted by stop() and are there again after start() [P7] [C06] [M12]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      await bench.shell(sandbox, `echo kept > '${place}/kept.txt'`)
      await sandbox.stop()
      expect(statesOf(sandbox)).toEqual({ '/data': 'pending' })
      await sandbox.start()
      expect(statesOf(sandbox)).toEqual({ '/data': 'mounted' })
      expect(await bench.shell(sandbox, `cat '${place}/kept.txt'`)).toBe('kept\n')
    },
  },
  {
    id: 'after-unmount',
    title: 'what was unmounted does not come back with the next start',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      await mountAt(bench, sandbox, '/other', open())
      await sandbox.unmount('/data')
      await sandbox.stop()
      await sandbox.start()
      expect(statesOf(sandbox)).toEqual({ '/other': 'mounted' })
      expect(await isMounted(bench, sandbox, place)).toBe(false)
    },
  },
  {
    id: 'after-death',
    title:
      'a machine that died is replaced with its buckets mounted, before the call that noticed is repeated [E15] [P2]',
    needs: ['buckets', 'driver'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      await open().writeFile('a.txt', 'still here')
      const { sandbox, tap } = await bench.tapped({ restartOnGone: true })
      const place = await mountAt(bench, sandbox, '/data', open())
      const { driver, handle } = tap
      await driver.destroy(driver.describe(handle), handle, new AbortController().signal)
      expect(await bench.shell(sandbox, `cat '${place}/a.txt'`)).toBe('still here')
      expect(statesOf(sandbox)).toEqual({ '/data': 'mounted' })
    },
  },
  {
    id: 'remount',
    title:
      'another filesystem replaces the one before, the same one is mounted only once, and a path can be used again',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      for (const name of ['one', 'two']) await open().writeFile(`${name}/name.txt`, name)
      const sandbox = await bench.running()
      const one = open({ prefix: 'one' })
      const place = await mountAt(bench, sandbox, '/data', one)
      const guest = await stayIn(bench, sandbox, place)
      await mountAt(bench, sandbox, '/data', one)
      expect(await guest.isSame(sandbox)).toBe(true)
      await guest.leave()
      await mountAt(bench, sandbox, '/data', open({ prefix: 'two' }))
      expect(await bench.shell(sandbox, `cat '${place}/name.txt'`)).toBe('two')
      await sandbox.unmount('/data')
      await mountAt(bench, sandbox, '/data', one)
      expect(await bench.shell(sandbox, `cat '${place}/name.txt'`)).toBe('one')
    },
  },
  {
    id: 'reconnect',
    title:
      'a second client keeps mounts that are as it wants them, changes others, and removes ours that are stale [M12]',
    needs: ['buckets', 'attach'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      for (const name of ['same', 'old', 'new', 'stale']) await open().writeFile(`${name}/name.txt`, name)
      const first = await bench.running({ id: bench.newId() })
      first.mounts?.add({
        '/same': open({ prefix: 'same' }),
        '/changed': open({ prefix: 'old' }),
        '/stale': open({ prefix: 'stale' }),
      })
      await first.mounts?.processPending()
      expect(statesOf(first)).toEqual({ '/same': 'mounted', '/changed': 'mounted', '/stale': 'mounted' })
      const [same, changed, stale] = await Promise.all(
        ['/same', '/changed', '/stale'].map((path) => placeOf(bench, first, path)),
      )
      const guest = await stayIn(bench, first, same ?? '')
      const second = await bench.create(await bench.sameMachine(first))
      second.mounts?.add({ '/same': open({ prefix: 'same' }), '/changed': open({ prefix: 'new' }) })
      await second.start()
      expect(statesOf(second)).toEqual({ '/same': 'mounted', '/changed': 'mounted' })
      expect(await bench.shell(second, `cat '${same}/name.txt' '${changed}/name.txt'`)).toBe('samenew')
      expect(await guest.isSame(second)).toBe(true)
      expect(await isMounted(bench, second, stale ?? '')).toBe(false)
      expect(await textOf(open(), 'stale/name.txt')).toBe('stale')
    },
  },
  {
    id: 'destroy-keeps-the-data',
    title: 'a file that was closed before destroy() is in the bucket [C06] [P11]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open } = await bench.makeBucket()
      const sandbox = await bench.running()
      const place = await mountAt(bench, sandbox, '/data', open())
      await bench.shell(sandbox, `head -c 3000000 /dev/zero > '${place}/big'; echo last > '${place}/last.txt'`)
      await sandbox.destroy()
      expect(await textOf(open(), 'last.txt')).toBe('last\n')
      expect((await open().stat('big')).size).toBe(3_000_000)
      expect(statesOf(sandbox)['/data']).not.toBe('mounted')
    },
  },
])

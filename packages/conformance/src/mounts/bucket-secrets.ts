import { inspect } from 'node:util'
import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { mountAt } from './mounted-bucket.js'

/** Writes every command line it sees, while it is let. */
const watch = `while [ ! -e stop-watching ]; do cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' >> seen; done; echo watched`

/** Files that the user may read and that hold one of the lines of standard input. */
const search = `grep -rlsF -f - /tmp /var/tmp /run /dev/shm /etc /home /root /opt /mnt "$PWD" | sort -u`

/** Secrets of mounts stay where they belong. */
export const bucketSecretsSuite: SandboxSuite = sandboxSuite('mounts/bucket-secrets', [
  {
    id: 'machine',
    title:
      'no secret of a mount is in a command line, nor in a file that the user may read, before, during or after [P8] [M10] [BR-124]',
    needs: ['buckets', 'closeStdin'],
    check: async (bench) => {
      const { open, secrets } = await bench.makeBucket()
      const sandbox = await bench.running()
      const watcher = await sandbox.processes.spawn(watch)
      const found = async (): Promise<string> => {
        const grep = await sandbox.processes.spawn(search)
        await grep.sendStdin(`${secrets.join('\n')}\n`)
        await grep.closeStdin?.()
        return (await grep.wait()).stdout
      }
      await mountAt(bench, sandbox, '/data', open())
      expect(await found()).toBe('')
      const environments = await bench.shell(sandbox, 'cat /proc/[0-9]*/environ 2>/dev/null; true')
      expect(secrets.filter((secret) => environments.includes(secret))).toEqual([])
      expect(await sandbox.mount(open({ wrongSecret: true }), '/wrong')).toMatchObject({ success: false })
      await sandbox.unmount('/data')
      await bench.shell(sandbox, 'touch stop-watching')
      expect((await watcher.wait()).stdout).toBe('watched\n')
      const seen = await bench.shell(sandbox, 'cat seen; rm seen')
      expect(seen).toContain('/data')
      expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
      expect(await found()).toBe('')
    },
  },
  {
    id: 'host',
    title: 'no secret of a mount is in results, entries, info, instructions, errors or logs [P8] [BR-119] [BR-122]',
    needs: ['buckets'],
    check: async (bench) => {
      const { open, secrets } = await bench.makeBucket()
      const sandbox = await bench.running()
      const wrong = open({ wrongSecret: true })
      const shown: unknown[] = [await sandbox.mount(open(), '/data'), await sandbox.mount(wrong, '/wrong')]
      await sandbox.unmount('/data').catch((error: unknown) => shown.push(error))
      await sandbox.unmount('/data').catch((error: unknown) => shown.push(error))
      shown.push(await sandbox.getInfo(), sandbox.getInstructions(), sandbox.mounts?.get('/wrong')?.error)
      await sandbox.stop()
      const texts = shown.flatMap((value) => [inspect(value, { depth: 12 }), JSON.stringify(value) ?? ''])
      const all = [...texts, bench.logger.text(), inspect(sandbox), JSON.stringify(sandbox)].join('\n')
      expect(secrets.length).toBeGreaterThan(0)
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
    },
  },
])

import { expect } from 'vitest'
import { mount, sh, textOf } from '../in-machine.js'
import { keptTool } from '../stand-ins.js'
import type { MountCase } from './mount-case.js'

/** Machines of the image `bare`. */
export const installCases: readonly MountCase[] = [
  {
    title: '[M07] a missing tool is installed once, with word of it in the log (apt-get is a stand-in)',
    check: async ({ stores, make, logger }) => {
      const s3 = await stores.s3()
      const sandbox = make()
      const bucket = s3.nextBucket()
      sandbox.mounts?.add({ '/a': s3.open({ bucket, prefix: 'a' }), '/b': s3.open({ bucket, prefix: 'b' }) })
      await sh(sandbox, 'echo one > /a/one.txt; echo two > /b/two.txt')
      await mount(sandbox, s3.open({ bucket, prefix: 'c' }), '/c')
      expect(await sh(sandbox, 'grep -c "install.* s3fs" /var/log/apt-stand-in.log')).toBe('1\n')
      expect(await textOf(s3.open({ bucket }), 'a/one.txt')).toBe('one\n')
      expect(await textOf(s3.open({ bucket }), 'b/two.txt')).toBe('two\n')
      const told = logger.records.filter(({ level, message }) => level === 'info' && message.includes('s3fs'))
      expect(told.length).toBeGreaterThan(0)
    },
  },
  {
    title: 'a tool that cannot be installed is unavailable, with what to do about it',
    check: async ({ stores, sandbox }) => {
      const s3 = await stores.s3()
      await sh(sandbox, `sudo rm ${keptTool}`)
      const result = await sandbox.mount(s3.open({ bucket: s3.nextBucket() }), '/none')
      expect(result).toMatchObject({ success: false, unavailable: true, error: expect.stringMatching(/.{10}/) })
      expect(sandbox.mounts?.get('/none')?.state).toBe('unavailable')
      expect(await sh(sandbox, 'ls -d /none 2>&1 || true')).toContain('No such file')
    },
  },
]

import { beforeEach, expect, it } from 'vitest'
import { buildBareTemplate } from '../support/mount-tools.js'
import { mount, sh, textOf, useMountBench } from './support/mount-bench.js'
import type { S3Store } from './support/stores.js'

const bench = useMountBench({ template: buildBareTemplate })
let s3: S3Store
beforeEach(async () => {
  s3 = await bench.stores.s3()
})

it('[M07] a missing tool is installed once, with word of it in the log (apt-get is a stand-in)', async () => {
  const sandbox = bench.make()
  const bucket = s3.nextBucket()
  sandbox.mounts?.add({ '/a': s3.open({ bucket, prefix: 'a' }), '/b': s3.open({ bucket, prefix: 'b' }) })
  await sh(sandbox, 'echo one > /a/one.txt; echo two > /b/two.txt')
  await mount(sandbox, s3.open({ bucket, prefix: 'c' }), '/c')
  const installed = await sh(sandbox, 'grep -c "install.* s3fs" /var/log/apt-stand-in.log')
  expect(installed).toBe('1\n')
  expect(await textOf(s3.open({ bucket }), 'a/one.txt')).toBe('one\n')
  expect(await textOf(s3.open({ bucket }), 'b/two.txt')).toBe('two\n')
  const told = bench.logger.records.filter(({ level, message }) => level === 'info' && message.includes('s3fs'))
  expect(told.length).toBeGreaterThan(0)
})

it('a tool that cannot be installed is unavailable, with what to do about it', async () => {
  const { sandbox } = bench
  await sh(sandbox, 'sudo rm /usr/local/lib/caisson-stand-ins/kept/s3fs')
  const result = await sandbox.mount(s3.open({ bucket: s3.nextBucket() }), '/none')
  expect(result).toMatchObject({ success: false, unavailable: true, error: expect.stringMatching(/.{10}/) })
  expect(sandbox.mounts?.get('/none')?.state).toBe('unavailable')
  expect(await sh(sandbox, 'ls -d /none 2>&1 || true')).toContain('No such file')
})

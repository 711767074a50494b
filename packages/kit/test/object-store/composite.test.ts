import { CompositeFilesystem, LocalFilesystem } from '@caisson/core'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeBench } from './support/bench.js'

let basePath = ''

beforeEach(async () => {
  basePath = await mkdtemp(join(tmpdir(), 'caisson-object-store-'))
})

afterEach(async () => rm(basePath, { recursive: true, force: true }))

it('[C03] files go between the disk and a bucket that are mounted side by side', async () => {
  const { store, filesystem: bucket } = makeBench({ prefix: 'p' })
  const both = new CompositeFilesystem({ mounts: { '/disk': new LocalFilesystem({ basePath }), '/bucket': bucket } })
  const bytes = Buffer.from([0xff, 0x00, 0xfe])
  await both.writeFile('/disk/run.sh', bytes, { mode: 0o755 })
  await both.mkdir('/disk/d/empty')
  await both.writeFile('/disk/d/a', 'one')
  await both.copyFile('/disk/run.sh', '/bucket/run.sh')
  await both.copyFile('/disk/d', '/bucket/d', { recursive: true })
  expect(store.keys).toEqual(expect.arrayContaining(['p/d/a', 'p/d/empty/', 'p/run.sh']))
  await both.moveFile('/bucket/d', '/disk/moved')
  await both.moveFile('/bucket/run.sh', '/disk/back.sh')
  expect((await readdir(join(basePath, 'moved'))).toSorted()).toEqual(['a', 'empty'])
  expect(await readFile(join(basePath, 'back.sh'))).toEqual(bytes)
  expect(await both.readdir('/bucket')).toEqual([])
  const found = await both.grep({ pattern: 'one', path: '/' })
  expect(found.map(({ path }) => path).toSorted()).toEqual(['disk/d/a', 'disk/moved/a'])
})

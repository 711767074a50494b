import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocalFilesystem, type WriteFileOptions } from '../../src/index.js'
import { FakeProvider, VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

/** A disk whose machine is lost after it took a first piece, as often as the test says. */
class FailingDisk extends LocalFilesystem {
  losses = 0

  override async writeStream(
    path: string,
    source: AsyncIterable<Uint8Array | string>,
    options?: WriteFileOptions,
  ): Promise<void> {
    if (this.losses > 0) {
      this.losses -= 1
      await source[Symbol.asyncIterator]().next()
      throw new VendorError({ code: 'GONE', retry: 'safe' })
    }
    await super.writeStream(path, source, options)
  }
}

describe('a stream written to the disk of a sandbox', () => {
  let basePath = ''
  let disk: FailingDisk
  let cloud: FakeProvider
  let sandbox: FakeSandbox

  beforeEach(async () => {
    basePath = await mkdtemp(join(tmpdir(), 'caisson-stream-'))
    disk = new FailingDisk({ basePath })
    cloud = new FakeProvider()
    const makeDriver = cloud.driver.bind(cloud)
    cloud.driver = (supports) => Object.assign(makeDriver(supports), { filesystem: () => disk })
    sandbox = new FakeSandbox({ cloud, supports: { filesystem: true } })
  })

  afterEach(async () => rm(basePath, { recursive: true, force: true }))

  async function* pieces(): AsyncGenerator<string> {
    yield 'first '
    yield 'second'
  }

  it('arrives', async () => {
    await sandbox.filesystem?.writeStream?.('a', pieces())
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('first second')
  })

  it('rejects with what its source threw, as it was thrown', async () => {
    const failure = new TypeError('source broke')
    async function* failing(): AsyncGenerator<string> {
      yield 'first'
      throw failure
    }
    await expect(sandbox.filesystem?.writeStream?.('a', failing())).rejects.toBe(failure)
    expect(cloud.count('inspect')).toBe(0)
  })

  it('[P1] [P3] is not written again without its beginning when the machine is lost', async () => {
    await sandbox.start()
    disk.losses = 1
    cloud.machines.clear()
    await expect(sandbox.filesystem?.writeStream?.('a', pieces())).rejects.toBeInstanceOf(Error)
    expect(await disk.exists('a')).toBe(false)
  })

  it('refuses what is no stream', async () => {
    const call = sandbox.filesystem?.writeStream?.('a', 5 as never)
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})

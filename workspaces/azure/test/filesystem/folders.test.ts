import { describe, expect, it } from 'vitest'
import { AzureBlobFilesystem } from '../../src/index.js'
import { useAzurite } from '../support/containers.js'

const containers = useAzurite()

/** A container as blobfuse2 leaves it: its directories are marked blobs without a slash. */
async function mounted(...folders: readonly string[]): Promise<AzureBlobFilesystem> {
  const { connectionString } = containers.azurite
  const filesystem = new AzureBlobFilesystem({ container: await containers.create(), connectionString })
  await filesystem.init()
  for (const folder of folders) {
    const blob = filesystem.containerClient.getBlockBlobClient(folder)
    await blob.upload('', 0, { metadata: { hdi_isfolder: 'true' } })
  }
  return filesystem
}

async function blobs(filesystem: AzureBlobFilesystem): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of filesystem.containerClient.listBlobsFlat()) names.push(name)
  return names
}

describe('a directory that a mount has made', () => {
  it('is one here as well, empty or not', async () => {
    const filesystem = await mounted('empty', 'full', 'full/deep')
    await filesystem.writeFile('full/a', 'a')
    for (const name of ['empty', 'full', 'full/deep']) {
      expect(await filesystem.stat(name)).toMatchObject({ type: 'directory' })
      expect(await filesystem.exists(name)).toBe(true)
      await expect(filesystem.readFile(name)).rejects.toMatchObject({ code: 'EISDIR' })
      await expect(filesystem.deleteFile(name)).rejects.toMatchObject({ code: 'EISDIR' })
    }
    expect(await filesystem.readdir('/')).toEqual([
      { name: 'empty', type: 'directory' },
      { name: 'full', type: 'directory' },
    ])
    expect(await filesystem.readdir('empty')).toEqual([])
    const names = (await filesystem.readdir('/', { recursive: true })).map(({ name }) => name)
    expect(names).toEqual(['empty', 'full', 'full/a', 'full/deep'])
  })

  it('stays when its last file is deleted, and goes when it is', async () => {
    const filesystem = await mounted('d')
    await filesystem.writeFile('d/a', 'a')
    await filesystem.deleteFile('d/a')
    expect(await blobs(filesystem)).toEqual(['d'])
    await filesystem.mkdir('d')
    expect(await filesystem.readdir('d')).toEqual([])
    await filesystem.rmdir('d')
    expect(await filesystem.exists('d')).toBe(false)
    expect(await blobs(filesystem)).toEqual([])
  })

  it('is refused by rmdir while something is in it, and goes with all of it', async () => {
    const filesystem = await mounted('d', 'd/e', 'd/e/f', 'dd')
    await filesystem.writeFile('d/e/a', 'a')
    await expect(filesystem.rmdir('d')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await filesystem.rmdir('d', { recursive: true })
    expect(await blobs(filesystem)).toEqual(['dd'])
  })

  it('is copied and moved with what is in it', async () => {
    const filesystem = await mounted('d', 'd/e')
    await filesystem.writeFile('d/a', 'a')
    await filesystem.copyFile('d', 'copy', { recursive: true })
    await filesystem.moveFile('d', 'moved')
    for (const name of ['copy', 'moved']) {
      const found = (await filesystem.readdir(name, { recursive: true })).map((entry) => entry.name)
      expect(found).toEqual(['a', 'e'])
    }
    expect(await filesystem.exists('d')).toBe(false)
  })
})

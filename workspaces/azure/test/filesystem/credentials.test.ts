import {
  ContainerSASPermissions,
  StorageSharedKeyCredential,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { AzureBlobDriver } from '../../src/driver/index.js'
import { AzureBlobFilesystem } from '../../src/index.js'
import { account } from '../support/azurite.js'
import { useAzurite } from '../support/containers.js'

const containers = useAzurite()

function sign(containerName: string, permissions: string, expiresOn = new Date(Date.now() + 3_600_000)): string {
  const credential = new StorageSharedKeyCredential(account.accountName, account.accountKey)
  const values = { containerName, permissions: ContainerSASPermissions.parse(permissions), expiresOn }
  return generateBlobSASQueryParameters(values, credential).toString()
}

function open(options: { container: string; sasToken?: string; accountKey?: string }): AzureBlobFilesystem {
  const { accountName } = account
  return new AzureBlobFilesystem({ accountName, endpoint: containers.azurite.origin, ...options })
}

async function fill(): Promise<string> {
  const container = await containers.create()
  await open({ container, accountKey: account.accountKey }).writeFile('kept', 'kept')
  return container
}

describe('[F12] a signature', () => {
  it.each(['', '?'])('with "%s" before it reads, writes, copies and deletes', async (mark) => {
    const container = await fill()
    const filesystem = open({ container, sasToken: `${mark}${sign(container, 'racwdl')}` })
    await filesystem.init()
    await filesystem.copyFile('kept', 'copy')
    await filesystem.writeFile('dir/a', 'a')
    await filesystem.writeFile('dir/b', 'b')
    await filesystem.rmdir('dir', { recursive: true })
    expect((await filesystem.readdir('/')).map(({ name }) => name).toSorted()).toEqual(['copy', 'kept'])
    expect(filesystem.getMountConfig().sasToken).toMatch(/^(?!\?).*sig=/)
  })

  it('that may only read refuses changes', async () => {
    const container = await fill()
    const filesystem = open({ container, sasToken: sign(container, 'rl') })
    expect(await filesystem.readFile('kept', { encoding: 'utf8' })).toBe('kept')
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'EACCES' })
  })

  it('that has ended is an error, not a missing file', async () => {
    const container = await fill()
    const filesystem = open({ container, sasToken: sign(container, 'rl', new Date(Date.now() - 60_000)) })
    await expect(filesystem.exists('kept')).rejects.toMatchObject({ code: 'EACCES' })
    expect(filesystem.status).toBe('error')
  })
})

describe('[BR-114] the key of the account', () => {
  it.each([
    ['in a connection string', () => ({ connectionString: containers.azurite.connectionString })],
    ['with an endpoint that has the account', () => ({ ...account, endpoint: containers.azurite.endpoint })],
    ['with an endpoint that has it not', () => ({ ...account, endpoint: `${containers.azurite.origin}/` })],
    [
      'with an endpoint and no account',
      () => ({ accountKey: account.accountKey, endpoint: containers.azurite.endpoint }),
    ],
  ])('%s opens the container', async (_, options) => {
    const filesystem = new AzureBlobFilesystem({ container: await fill(), ...options() })
    expect(await filesystem.readFile('kept', { encoding: 'utf8' })).toBe('kept')
    const { accountName, endpoint } = filesystem.getMountConfig()
    expect({ accountName, endpoint }).toEqual({
      accountName: account.accountName,
      endpoint: containers.azurite.endpoint,
    })
  })
})

describe('[BR-116] containers of the service', () => {
  it.each(['$web', '$root'])('%s are containers like others', async (container) => {
    const filesystem = open({ container, accountKey: account.accountKey })
    await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'ENOTREADY' })
    await filesystem.containerClient.create()
    await filesystem.writeFile('a', container)
    expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe(container)
    expect((await filesystem.readdir('/')).map(({ name }) => name)).toEqual(['a'])
  })
})

/** Does what the first operation does before it sends anything. */
class Prepared extends AzureBlobFilesystem {
  override async prepare(): Promise<void> {
    await super.prepare()
  }
}

describe('anonymous access', () => {
  it('reads public containers', async () => {
    const container = await fill()
    const owner = open({ container, accountKey: account.accountKey })
    await owner.init()
    const nobody = { endpoint: containers.azurite.endpoint, container, credential: { kind: 'anonymous' } } as const
    const driver = new AzureBlobDriver(nobody)
    const refused: unknown = await driver.check().catch((error: unknown) => error)
    expect(driver.classifyError(refused)).toBe('denied')
    await owner.containerClient.setAccessPolicy('container')
    await driver.check()
    const { body } = await driver.get('kept', {})
    expect((await buffer(body)).toString()).toBe('kept')
  })

  it('is said once, and refuses changes before anything is sent', async () => {
    const filesystem = new Prepared({ container: 'box', accountName: 'caissonnobody' })
    const warn = vi.fn<(text: string) => void>()
    filesystem.__setLogger({ debug: () => undefined, info: () => undefined, warn, error: () => undefined })
    expect(filesystem.readOnly).toBe(true)
    await expect(filesystem.writeFile('a', 'a')).rejects.toMatchObject({ code: 'READ_ONLY' })
    expect(filesystem.getMountConfig()).toEqual({
      type: 'azure-blob',
      container: 'box',
      accountName: 'caissonnobody',
      readOnly: true,
    })
    expect(filesystem.getInstructions()).toContain('Nothing can be changed')
    await filesystem.prepare()
    await filesystem.prepare()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('anonymous and only reads')]])
  })
})

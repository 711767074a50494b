import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadDefaultCredential } from '../../src/driver/load-identity.js'
import { AzureBlobFilesystem } from '../../src/index.js'
import { account, startAzurite, type Azurite } from '../support/azurite.js'
import { startIdentityServer, type IdentityServer } from '../support/identity-server.js'

const missingPackage: string = '@azure/not-installed'
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it('[F1] without the package that knows it, says which one is missing', async () => {
  // As it is where an optional package is not installed.
  const missing = async (): Promise<never> => import(missingPackage) as Promise<never>
  await expect(loadDefaultCredential(missing)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('@azure/identity'),
  })
  const broken = new SyntaxError('a fault in the package')
  await expect(loadDefaultCredential(async () => Promise.reject(broken))).rejects.toBe(broken)
})

describe.skipIf(!hasOpenssl)(
  '[F1] the default credential (skipped where there is no openssl for a certificate)',
  () => {
    let folder = ''
    let azurite: Azurite | undefined
    let identity: IdentityServer | undefined

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'azure-'))
      const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
      const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
      spawnSync('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-days',
        '1',
        ...subject,
      ])
      identity = await startIdentityServer()
      azurite = await startAzurite(['--oauth', 'basic', '--cert', cert, '--key', key])
    })
    afterAll(async () => {
      await azurite?.close()
      await identity?.close()
      await rm(folder, { recursive: true, force: true })
    })
    beforeEach(() => {
      vi.stubEnv('IDENTITY_ENDPOINT', identity?.url)
      vi.stubEnv('IDENTITY_HEADER', 'hunter2')
      // Only this process's own server has that certificate.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    })
    afterEach(() => vi.unstubAllEnvs())

    function open(more: {
      useDefaultCredential?: boolean
      accountKey?: string
      readOnly?: boolean
    }): AzureBlobFilesystem {
      const { accountName } = account
      return new AzureBlobFilesystem({
        container: 'box',
        accountName,
        endpoint: azurite?.endpoint,
        prefix: 'p',
        ...more,
      })
    }

    it('reads and writes, copies, and signs for mounts', async () => {
      const byKey = open({ accountKey: account.accountKey })
      await byKey.init().catch(() => undefined)
      await byKey.containerClient.createIfNotExists()
      const filesystem = open({ useDefaultCredential: true })
      await filesystem.writeFile('a', 'content')
      await filesystem.copyFile('a', 'b')
      expect(await filesystem.readFile('b', { encoding: 'utf8' })).toBe('content')
      expect(identity?.given).toBe(1)

      expect(filesystem.getMountConfig()).toMatchObject({
        useDefaultCredential: true,
        accountName: account.accountName,
      })
      const { config, expiresAtMs = 0 } = await filesystem.resolveMountConfig()
      expect(expiresAtMs).toBeGreaterThan(Date.now())
      expect(config).not.toHaveProperty('useDefaultCredential')
      const { sasToken } = config as { sasToken?: string }
      expect(sasToken).toMatch(/skoid=.*sp=racwdl|sp=racwdl.*skoid=/)
      const { accountName } = account
      const mounted = new AzureBlobFilesystem({ container: 'box', accountName, endpoint: azurite?.endpoint, sasToken })
      await mounted.writeFile('p/a', 'of a mount')
      expect(await filesystem.readFile('a', { encoding: 'utf8' })).toBe('of a mount')
    })
  },
)

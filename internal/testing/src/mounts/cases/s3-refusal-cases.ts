import type { S3FilesystemOptions } from '@caisson/s3'
import { expect } from 'vitest'
import { daemonsOf, mountLines, sh } from '../in-machine.js'
import { keys, temporaryKeys } from '../stores.js'
import type { MountCase } from './mount-case.js'

const { accessKeyId, secretAccessKey } = temporaryKeys

const wrong: readonly { what: string; options: Partial<S3FilesystemOptions>; says: RegExp }[] = [
  {
    what: 'a wrong secret',
    options: { secretAccessKey: 'wr0ng/secret+of+somebody' },
    says: /invalid credentials|SignatureDoesNotMatch/,
  },
  {
    what: 'an unknown key',
    options: { accessKeyId: 'AKIAUNKNOWN000000000' },
    says: /invalid credentials|InvalidAccessKeyId/,
  },
  {
    what: 'temporary keys without their token',
    options: { accessKeyId, secretAccessKey },
    says: /invalid credentials|Token/,
  },
  {
    what: 'a wrong session token',
    options: { ...temporaryKeys, sessionToken: 'another' },
    says: /invalid credentials|Bad Request|Token/,
  },
  { what: 'a wrong region', options: { region: 'us-west-2' }, says: /region|AuthorizationHeaderMalformed|400/i },
  { what: 'a bucket that does not exist', options: { bucket: 'no-such-bucket' }, says: /NoSuchBucket|404|bucket/i },
  {
    what: 'an address where nobody listens',
    options: { endpoint: 'http://127.0.0.1:9' },
    says: /connect|reach|answer/i,
  },
]

/** Stores that refuse. The program itself exits with 0 for all of these, and lists the mount. */
export const s3RefusalCases: readonly MountCase[] = [
  ...wrong.map(({ what, options, says }) => ({
    title: `[M11] [BR-098] [BR-108] ${what}: a failure with its reason, and nothing is left`,
    check: async ({ stores, sandbox }: Parameters<MountCase['check']>[0]) => {
      const s3 = await stores.s3()
      const result = await sandbox.mount(s3.open({ bucket: s3.nextBucket(), ...options }), '/broken')
      expect(result).toEqual({ success: false, mountPath: '/broken', error: expect.stringMatching(says) })
      const secrets = [keys.secretAccessKey, temporaryKeys.secretAccessKey, temporaryKeys.sessionToken, 'wr0ng/secret']
      expect(secrets.filter((secret) => JSON.stringify(result).includes(secret))).toEqual([])
      expect(await mountLines(sandbox, '/broken')).toEqual([])
      expect(await daemonsOf(sandbox, '/broken')).toEqual([])
      expect((await sandbox.executeCommand('ls -d /broken')).exitCode).not.toBe(0)
      expect(sandbox.mounts?.get('/broken')).toMatchObject({ state: 'error', error: result.error })
      expect(sandbox.getInstructions()).toContain('/broken')
    },
  })),
  {
    title: '[BR-119] one that fails leaves the others of the same start alone, and file tools still reach its store',
    check: async ({ stores, make, logger }) => {
      const s3 = await stores.s3()
      const good = s3.open({ bucket: s3.nextBucket() })
      const bad = s3.open({ bucket: 'no-such-bucket' })
      await good.writeFile('a.txt', 'good')
      const sandbox = make()
      sandbox.mounts?.add({ '/good': good, '/bad': bad })
      await sandbox.start()
      expect(await sh(sandbox, 'cat /good/a.txt; echo ok')).toBe('goodok\n')
      expect(sandbox.mounts?.get('/bad')?.state).toBe('error')
      expect((await sandbox.getInfo()).mounts).toHaveLength(2)
      expect(logger.text()).toContain('/bad')
    },
  },
]

import type { S3FilesystemOptions } from '@caisson/s3'
import { beforeEach, expect, it } from 'vitest'
import { daemonsOf, mountLines, sh, useMountBench } from './support/mount-bench.js'
import { keys, temporaryKeys, type S3Store } from './support/stores.js'

const bench = useMountBench()
let s3: S3Store
beforeEach(async () => {
  s3 = await bench.stores.s3()
})

const { accessKeyId, secretAccessKey } = temporaryKeys

const wrong: readonly { title: string; options: Partial<S3FilesystemOptions>; says: RegExp }[] = [
  {
    title: 'a wrong secret',
    options: { secretAccessKey: 'wr0ng/secret+of+somebody' },
    says: /invalid credentials|SignatureDoesNotMatch/,
  },
  {
    title: 'an unknown key',
    options: { accessKeyId: 'AKIAUNKNOWN000000000' },
    says: /invalid credentials|InvalidAccessKeyId/,
  },
  {
    title: 'temporary keys without their token',
    options: { accessKeyId, secretAccessKey },
    says: /invalid credentials|Token/,
  },
  {
    title: 'a wrong session token',
    options: { ...temporaryKeys, sessionToken: 'another' },
    says: /invalid credentials|Bad Request|Token/,
  },
  { title: 'a wrong region', options: { region: 'us-west-2' }, says: /region|AuthorizationHeaderMalformed|400/i },
  { title: 'a bucket that does not exist', options: { bucket: 'no-such-bucket' }, says: /NoSuchBucket|404|bucket/i },
  {
    title: 'an address where nobody listens',
    options: { endpoint: 'http://127.0.0.1:9' },
    says: /connect|reach|answer/i,
  },
]

// The program itself exits with 0 for all of these, and lists the mount.
it.for(wrong)(
  '[M11] [BR-098] [BR-108] $title: a failure with its reason, and nothing is left',
  async ({ options, says }) => {
    const { sandbox } = bench
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
)

it('[BR-119] one that fails leaves the others of the same start alone, and file tools still reach its store', async () => {
  const good = s3.open({ bucket: s3.nextBucket() })
  const bad = s3.open({ bucket: 'no-such-bucket' })
  await good.writeFile('a.txt', 'good')
  const sandbox = bench.make()
  sandbox.mounts?.add({ '/good': good, '/bad': bad })
  await sandbox.start()
  expect(await sh(sandbox, 'cat /good/a.txt; echo ok')).toBe('goodok\n')
  expect(sandbox.mounts?.get('/bad')?.state).toBe('error')
  expect((await sandbox.getInfo()).mounts).toHaveLength(2)
  expect(bench.logger.text()).toContain('/bad')
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useGCS } from './start.js'

const gcs = useGCS({ buckets: ['data', 'other'] })

test('of many who create the same object at once exactly one succeeds', async () => {
  for (const resumable of [false, true]) {
    const name = `once-${String(resumable)}`
    const attempts = Array.from({ length: 20 }, (_, index) =>
      gcs.bucket.file(name).save(`writer ${index}`, { resumable, preconditionOpts: { ifGenerationMatch: 0 } }),
    )
    const results = await Promise.allSettled(attempts)
    const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(winners).toHaveLength(1)
    expect(refusals).toEqual(Array(19).fill(expect.objectContaining({ code: 412 })))
    expect((await gcs.bucket.file(name).download())[0].toString()).toBe(`writer ${winners[0]}`)
  }
})

test('[BR-010] of many who append at once none is lost, and bytes stay as they are', async () => {
  const file = gcs.bucket.file('log')
  await file.save(Buffer.from([0xff, 0xfe]), { resumable: false })
  const append = async (line: Buffer): Promise<void> => {
    for (;;) {
      const [facts] = await file.getMetadata()
      const generation = Number(facts.generation)
      const [before] = await gcs.bucket
        .file('log', { generation })
        .download()
        .catch(() => [undefined])
      if (before === undefined) continue
      const result = await file
        .save(Buffer.concat([before, line]), { resumable: false, preconditionOpts: { ifGenerationMatch: generation } })
        .then(
          () => 'done',
          (error: { code?: unknown }) => error.code,
        )
      if (result === 'done') return
      expect(result).toBe(412)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => append(Buffer.from([0xf0 + index, 0x00]))))
  const [all] = await file.download()
  expect(all).toHaveLength(18)
  expect(new Set([2, 4, 6, 8, 10, 12, 14, 16].map((at) => all[at]))).toEqual(
    new Set([240, 241, 242, 243, 244, 245, 246, 247]),
  )
})

test('changes of content and of description count apart, and conditions look at both', async () => {
  const file = gcs.bucket.file('described')
  await file.save('1', { resumable: false, metadata: { contentLanguage: 'de', metadata: { a: '1', b: '2' } } })
  const [first] = await file.getMetadata()
  const change = { metadata: { a: '3', b: null }, contentLanguage: 'en', cacheControl: 'private' }
  const [changed] = await file.setMetadata(change)
  expect(changed).toMatchObject({
    metageneration: '2',
    generation: first.generation,
    cacheControl: 'private',
    metadata: { a: '3' },
  })
  expect(changed.metadata).toEqual({ a: '3' })
  await expect(file.setMetadata({ cacheControl: 'x' }, { ifMetagenerationMatch: 1 })).rejects.toMatchObject({
    code: 412,
  })
  await file.save('2', { resumable: false })
  const [second] = await file.getMetadata()
  expect(second.metageneration).toBe('1')
  expect(Number(second.generation)).toBeGreaterThan(Number(first.generation))
  const old = Number(first.generation)
  await expect(gcs.bucket.file('described', { generation: old }).download()).rejects.toMatchObject({ code: 404 })
  await expect(file.delete({ ifGenerationMatch: old })).rejects.toMatchObject({
    code: 412,
    errors: [{ reason: 'conditionNotMet' }],
  })
  await expect(
    file.copy(gcs.bucket.file('described'), { preconditionOpts: { ifGenerationMatch: 0 } }),
  ).rejects.toMatchObject({ code: 412 })
  await expect(
    gcs.bucket.file('none').save('x', { resumable: false, preconditionOpts: { ifGenerationMatch: 7 } }),
  ).rejects.toMatchObject({ code: 412 })
  await file.delete({ ifGenerationMatch: Number(second.generation) })
  expect(await file.exists()).toEqual([false])
})

test('what the client has already is not sent again', async () => {
  await gcs.bucket.file('same').save('x', { resumable: false })
  const [{ generation, etag = '' }] = await gcs.bucket.file('same').getMetadata()
  for (const query of ['x=', 'alt=media']) {
    const address = `${gcs.emulator.url}/storage/v1/b/data/o/same?${query}`
    const answers = [
      await fetch(`${address}&ifGenerationNotMatch=${generation}`),
      await fetch(address, { headers: { 'if-none-match': etag } }),
    ]
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([304, ''])
    expect((await fetch(address, { headers: { 'if-match': '"other"' } })).status).toBe(412)
  }
})

test('wrong checksums are refused and right ones are taken, in all kinds of uploads', async () => {
  const content = randomBytes(100)
  const wrong = Buffer.from('wrong').toString('base64')
  await expect(
    gcs.bucket.file('x').save(content, { resumable: false, metadata: { md5Hash: wrong } }),
  ).rejects.toMatchObject({ code: 400 })
  await expect(
    gcs.bucket.file('x').save(content, { resumable: false, metadata: { crc32c: 'AAAAAA==' } }),
  ).rejects.toMatchObject({ code: 400 })
  await expect(gcs.bucket.file('x').save(content, { metadata: { md5Hash: wrong } })).rejects.toMatchObject({
    code: 400,
  })
  const upload = `${gcs.emulator.url}/upload/storage/v1/b/data/o?uploadType=media&name=x`
  const refused = await fetch(upload, {
    method: 'POST',
    body: 'hello world',
    headers: { 'x-goog-hash': 'crc32c=AAAAAA==' },
  })
  expect(refused.status).toBe(400)
  expect(await gcs.bucket.file('x').exists()).toEqual([false])
  // Known values of "hello world".
  const hash = 'crc32c=yZRlqg==,md5=XrY7u+Ae7tCTyyK7j1rNww=='
  expect((await fetch(upload, { method: 'POST', body: 'hello world', headers: { 'x-goog-hash': hash } })).status).toBe(
    200,
  )
  expect((await gcs.bucket.file('x').getMetadata())[0]).toMatchObject({
    crc32c: 'yZRlqg==',
    md5Hash: 'XrY7u+Ae7tCTyyK7j1rNww==',
  })
})

test('a token of a rewrite is for its own copy only', async () => {
  await gcs.bucket.file('a').save(randomBytes(3 * 1024 * 1024), { resumable: false })
  const at = (target: string, query: string): string =>
    `${gcs.emulator.url}/storage/v1/b/data/o/a/rewriteTo/b/${target}?${query}`
  const limit = 'maxBytesRewrittenPerCall=1048576'
  const first = (await (await fetch(at('other/o/c', limit), { method: 'POST' })).json()) as Record<string, string>
  expect(first).toMatchObject({ done: false, totalBytesRewritten: '1048576', objectSize: '3145728' })
  const token = `rewriteToken=${first['rewriteToken']}`
  expect((await fetch(at('other/o/d', `${limit}&${token}`), { method: 'POST' })).status).toBe(400)
  const second = await (await fetch(at('other/o/c', `${limit}&${token}`), { method: 'POST' })).json()
  expect(second).toMatchObject({ done: false, totalBytesRewritten: '2097152' })
  expect((await fetch(at('other/o/c', 'maxBytesRewrittenPerCall=1000'), { method: 'POST' })).status).toBe(400)
  expect((await fetch(at('missing-bucket/o/c', limit), { method: 'POST' })).status).toBe(404)
})

test('what the emulator has not is refused, not ignored', async () => {
  const file = gcs.bucket.file('x')
  await expect(file.save('x', { resumable: false, public: true })).rejects.toMatchObject({ code: 400 })
  await expect(file.save('x', { resumable: true, predefinedAcl: 'private' })).rejects.toMatchObject({ code: 400 })
  await expect(gcs.bucket.file('x', { kmsKeyName: 'k' }).save('x', { resumable: false })).rejects.toMatchObject({
    code: 501,
  })
  await expect(gcs.bucket.getFiles({ matchGlob: '*' })).rejects.toMatchObject({ code: 501 })
  const answer = await fetch(`${gcs.emulator.url}/storage/v1/b/data/acl`)
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('GET /storage/v1/b/data/acl')])
  expect(gcs.emulator.journal.unrouted()).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { useGCS } from './start.js'

const gcs = useGCS()

const names = [
  'a b+c%20d?e#f&g.txt',
  '%2F',
  '%',
  'é/\u{1F600}',
  'q\'"`$(x)\\',
  'a//b///',
  '/leading',
  '../up',
  'a/../b',
  './x',
  'tab\tand\u0001control',
  'ü'.repeat(512),
  'x'.repeat(1024),
  '.',
] as const

test('[BR-145] an object keeps its literal name in all calls', async () => {
  const usable = names.filter((name) => name !== '.')
  for (const [index, name] of usable.entries()) {
    const file = gcs.bucket.file(name)
    await file.save(`content ${index}`, { resumable: index % 2 === 0 })
    expect((await file.download())[0].toString()).toBe(`content ${index}`)
    expect((await file.getMetadata())[0].name).toBe(name)
    const prefix = Buffer.byteLength(name) > 1000 ? '' : 'copy of '
    const target = gcs.bucket.file(prefix === '' ? `copy-${index}` : prefix + name)
    await file.copy(target)
    expect((await target.download())[0].toString()).toBe(`content ${index}`)
    await target.delete()
    const [found] = await gcs.bucket.getFiles({ prefix: name })
    expect(found.map((other) => other.name)).toContain(name)
  }
  expect((await gcs.bucket.getFiles())[0].map(({ name }) => name).toSorted()).toEqual(usable.toSorted())
  for (const name of usable) await gcs.bucket.file(name).delete()
  expect((await gcs.bucket.getFiles())[0]).toEqual([])
})

test.each([
  ['with a line feed', 'a\nb'],
  ['with a carriage return', 'a\rb'],
  ['that is too long', 'x'.repeat(1025)],
  ['too long in bytes', 'ü'.repeat(513)],
  ['of a dot', '.'],
  ['of two dots', '..'],
  ['of another service', '.well-known/acme-challenge/x'],
])('a name %s is refused as the vendor refuses it', async (_, name) => {
  for (const resumable of [false, true]) {
    await expect(gcs.bucket.file(name).save('x', { resumable })).rejects.toMatchObject({ code: 400 })
  }
  await gcs.bucket.file('source').save('x', { resumable: false })
  const address = `${gcs.emulator.url}/storage/v1/b/data/o/source/rewriteTo/b/data/o/${encodeURIComponent(name)}`
  const answer = await fetch(address, { method: 'POST' })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect((await gcs.bucket.getFiles())[0]).toHaveLength(1)
})

test('the older addresses of objects and that of the environment variable work too', async () => {
  await gcs.bucket
    .file('a/b c')
    .save('x', { resumable: false, contentType: 'a/b', metadata: { metadata: { key: 'ü' } } })
  for (const path of ['/data/a/b%20c', '/data/a%2Fb%20c', '/download/storage/v1/b/data/o/a%2Fb%20c?alt=media']) {
    const answer = await fetch(gcs.emulator.url + path)
    expect(await answer.text()).toBe('x')
    expect(answer.headers.get('content-type')).toBe('a/b')
  }
  const head = await fetch(`${gcs.emulator.url}/data/a/b%20c`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '1'])
  expect(await (await fetch(`${gcs.emulator.url}/b/data/o?fields=items(name,size),kind`)).json()).toEqual({
    kind: 'storage#objects',
    items: [{ name: 'a/b c', size: '1' }],
  })
  const wrong = await fetch(`${gcs.emulator.url}/data/a/b%20c`, { headers: { 'x-goog-if-generation-match': '7' } })
  expect(wrong.status).toBe(412)
})

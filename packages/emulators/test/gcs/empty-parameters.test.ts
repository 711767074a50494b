import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GCSEmulator, startGCSEmulator } from '@caisson/emulators'

let emulator: GCSEmulator | undefined

beforeAll(async () => {
  emulator = await startGCSEmulator({ buckets: ['box'] })
  for (const name of ['a', 'd/b'])
    await fetch(`${emulator.url}/upload/storage/v1/b/box/o?uploadType=media&name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: name,
    })
})

afterAll(async () => emulator?.close())

async function list(query: string): Promise<unknown> {
  const answer = await fetch(`${emulator?.url}/storage/v1/b/box/o?${query}`)
  return { status: answer.status, body: await answer.json() }
}

// As clients written in Go send them.
it('takes parameters of a listing that are left empty for none', async () => {
  const empty = 'pageToken=&startOffset=&endOffset=&matchGlob=&prefix='
  expect(await list(`${empty}&delimiter=`)).toMatchObject({
    status: 200,
    body: { items: [{ name: 'a' }, { name: 'd/b' }] },
  })
  expect(await list(`${empty}&delimiter=%2F`)).toMatchObject({
    status: 200,
    body: { items: [{ name: 'a' }], prefixes: ['d/'] },
  })
  expect(await list('endOffset=b')).toMatchObject({ status: 200, body: { items: [{ name: 'a' }] } })
  expect(await list('matchGlob=*')).toMatchObject({ status: 501 })
})

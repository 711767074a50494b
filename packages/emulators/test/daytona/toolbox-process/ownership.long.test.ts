import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { sendWire } from './support/send-wire.js'
import { isRoot, rootOnly, startTestToolboxHere, testUser } from './support/start-toolbox.js'

it.skipIf(!isRoot)(`What is made while programs are started is the user's (${rootOnly})`, async () => {
  const { url, home } = await startTestToolboxHere()
  const make = async (name: string): Promise<void> => {
    expect((await sendWire('POST', `${url}/files/folder?path=${name}/a/b&mode=755`)).status).toBe(201)
    const form = new FormData()
    form.append('files[0].path', `${name}/a/c/file`)
    form.append('files[0].file', new Blob(['x']), 'file')
    expect((await fetch(`${url}/files/bulk-upload`, { method: 'POST', body: form })).status).toBe(200)
    expect((await sendWire('POST', `${url}/process/session`, { sessionId: name })).status).toBe(201)
    const ran = await sendWire('POST', `${url}/process/session/${name}/exec`, { command: 'true' })
    expect(ran.body).toMatchObject({ exitCode: 0 })
  }
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(Array.from({ length: 15 }, (_value, index) => make(`made-${round}-${index}`)))
  }
  const owners = readdirSync(home, { recursive: true }).map((name) => statSync(path.join(home, String(name))).uid)
  expect(owners.length).toBeGreaterThan(300)
  expect(new Set(owners)).toEqual(new Set([testUser.uid]))
})

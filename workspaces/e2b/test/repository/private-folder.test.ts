import { access, stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makePrivateFolder } from '../../src/repository/private-folder.js'

it('a folder for uploads is private, and goes when it is told to', async () => {
  const listeners = process.listenerCount('exit')
  const folders = await Promise.all([makePrivateFolder(), makePrivateFolder()])
  for (const { folder, remove } of folders) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await remove()
    await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  }
  expect(process.listenerCount('exit')).toBe(listeners)
})

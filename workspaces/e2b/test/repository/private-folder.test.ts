import { execFile } from 'node:child_process'
import { access, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makePrivateFolder } from '../../src/repository/private-folder.js'

const run = promisify(execFile)
const source = fileURLToPath(new URL('../../src/repository/private-folder.ts', import.meta.url))

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

it('goes at the end of the program at the latest', async () => {
  const program = `const { makePrivateFolder } = await import(process.argv[1])
    const { folder } = await makePrivateFolder()
    await (await import('node:fs/promises')).writeFile(folder + '/file', 'content')
    console.log(folder)`
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--input-type=module']
  const { stdout } = await run(process.execPath, [...flags, '-e', program, source])
  expect(stdout).toMatch(/caisson-template-/)
  await expect(access(stdout.trim())).rejects.toMatchObject({ code: 'ENOENT' })
})

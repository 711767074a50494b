import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { rootAndOutside } from './temporary-directory.js'

const make = async () => {
  const { root, outside } = await rootAndOutside()
  return { root, outside, filesystem: new LocalFilesystem({ basePath: root }) }
}

describe('listings of LocalFilesystem', () => {
  it('an extension filter looks at what a link leads to, and names several parts', async () => {
    const { root, outside, filesystem } = await make()
    await mkdir(join(root, 'd'))
    await Promise.all(['a.ts', 'a.d.ts', 'a.md'].map(async (name) => writeFile(join(root, name), '')))
    await symlink('a.md', join(root, 'link'))
    await symlink('a.md', join(root, 'link.ts'))
    await symlink('d', join(root, 'directory'))
    await symlink(outside, join(root, 'out'))
    const names = async (extension: string) => (await filesystem.readdir('.', { extension })).map(({ name }) => name)
    expect(await names('.ts')).toEqual(['a.d.ts', 'a.ts', 'd', 'directory', 'link.ts'])
    expect(await names('d.ts')).toEqual(['a.d.ts', 'd', 'directory'])
  })

  it('a name that is no valid text is listed and deleted with its directory', async () => {
    const { root, filesystem } = await make()
    await mkdir(join(root, 'd'))
    await writeFile(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xff, 0xfe])]), 'x')
    await mkdir(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xfd])]))
    await writeFile(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xfd, 0x2f, 0xfc])]), 'x')
    expect((await filesystem.readdir('d')).map(({ type }) => type).toSorted()).toEqual(['directory', 'file'])
    await filesystem.rmdir('d', { recursive: true })
    expect(await readdir(root)).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)(
    'a user who may not enter a directory gets the rest of the tree, and typed errors',
    async () => {
      const { root } = await make()
      await mkdir(join(root, 'closed'))
      await writeFile(join(root, 'closed/f'), 'needle')
      await writeFile(join(root, 'open.txt'), 'needle')
      await writeFile(join(root, 'secret.txt'), 'needle')
      await Promise.all([
        chmod(join(root, 'closed'), 0o700),
        chmod(join(root, 'secret.txt'), 0o600),
        chmod(root, 0o755),
      ])
      await chmod(join(root, '..'), 0o755)
      const script = `
      import { LocalFilesystem } from '@caisson/core'
      process.setgid(65534)
      process.setuid(65534)
      const filesystem = new LocalFilesystem({ basePath: ${JSON.stringify(root)}, readOnly: true })
      const code = (call) => call.then(() => 'done', (error) => error.code + ' ' + error.cause?.code)
      const writable = new LocalFilesystem({ basePath: ${JSON.stringify(root)} })
      console.log(JSON.stringify({
        listed: (await filesystem.readdir('.', { recursive: true })).map(({ name }) => name),
        found: (await filesystem.grep({ pattern: 'needle', path: '.' })).map(({ path }) => path),
        read: await code(filesystem.readFile('secret.txt')),
        list: await code(filesystem.readdir('closed')),
        stat: await code(filesystem.stat('closed/f')),
        write: await code(writable.writeFile('new', 'x')),
        remove: await code(writable.deleteFile('open.txt')),
        mode: await code(writable.setPermissions('open.txt', 0o777)),
      }))`
      const bundle = await bundled(script)
      const printed = execFileSync(process.execPath, ['--input-type=module'], { input: bundle, encoding: 'utf8' })
      expect(JSON.parse(printed)).toEqual({
        listed: ['closed', 'open.txt', 'secret.txt'],
        found: ['open.txt'],
        read: 'EACCES EACCES',
        list: 'EACCES EACCES',
        stat: 'EACCES EACCES',
        write: 'EACCES EACCES',
        remove: 'EACCES EACCES',
        mode: 'EACCES EPERM',
      })
    },
  )
})

/** One module of the script and the sources, so that another process can run them. */
async function bundled(script: string): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: import.meta.dirname },
    alias: { '@caisson/core': join(import.meta.dirname, '../../src/filesystem/index.ts') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node22',
  })
  return outputFiles[0]?.text ?? ''
}

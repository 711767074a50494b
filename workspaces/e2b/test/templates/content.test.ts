import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contentName } from '@caisson/kit/templates'
import * as sdk from 'e2b'
import { Template, type TemplateBuilder } from 'e2b'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { definitionContent } from '../../src/templates/content/definition-content.js'
import type { TemplateDefinition, TemplateResources } from '../../src/index.js'

const folders: string[] = []
let context = ''

beforeEach(async () => {
  context = await mkdtemp(path.join(tmpdir(), 'caisson-content-'))
  folders.push(context)
  await mkdir(path.join(context, 'app/empty'), { recursive: true })
  await writeFile(path.join(context, 'app/a.txt'), 'one')
  await writeFile(path.join(context, 'app/b.txt'), 'two')
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

function builder(fileContextPath = context, fileIgnorePatterns: string[] = []): TemplateBuilder {
  return Template({ fileContextPath, fileIgnorePatterns }).fromTemplate('base')
}

async function nameOf(template: TemplateDefinition, resources?: TemplateResources): Promise<string> {
  return contentName('caisson', await definitionContent(sdk, template, resources))
}

const copied = async (folder = context): Promise<string> => nameOf(builder(folder).copy('app', '/app'))

describe('what a definition is named by', () => {
  it('[BR-095] not by times, owners, the order of files or the place of the folder', async () => {
    const name = await copied()
    const other = await mkdtemp(path.join(tmpdir(), 'caisson-content-'))
    folders.push(other)
    await mkdir(path.join(other, 'app'))
    await writeFile(path.join(other, 'app/b.txt'), 'two')
    await mkdir(path.join(other, 'app/empty'))
    // A directory that had many files is larger ever after on some disks.
    for (let index = 0; index < 300; index += 1)
      await writeFile(path.join(other, `app/file-with-a-long-name-${index}`), '')
    for (let index = 0; index < 300; index += 1) await rm(path.join(other, `app/file-with-a-long-name-${index}`))
    await writeFile(path.join(other, 'app/a.txt'), 'one')
    await chmod(path.join(other, 'app/a.txt'), 0o600)
    await utimes(path.join(other, 'app/a.txt'), 1, 1)
    expect(await copied(other)).toBe(name)
  })

  it.each([
    ['a byte', async () => writeFile(path.join(context, 'app/a.txt'), 'onf')],
    ['the executable bit', async () => chmod(path.join(context, 'app/a.txt'), 0o755)],
    ['a name', async () => rename(path.join(context, 'app/a.txt'), path.join(context, 'app/c.txt'))],
    ['an empty directory', async () => mkdir(path.join(context, 'app/more'))],
    ['a link', async () => symlink('a.txt', path.join(context, 'app/link'))],
    ['a hidden file', async () => writeFile(path.join(context, 'app/.env'), '')],
  ])('[BR-095] by %s', async (_what, change) => {
    const name = await copied()
    await change()
    expect(await copied()).not.toBe(name)
  })

  it('not by what is left out of the copy', async () => {
    await writeFile(path.join(context, '.dockerignore'), '# comment\n**/*.log\n')
    const name = await nameOf(builder(context, ['**/node_modules/**']).copy('app', '/app'))
    await writeFile(path.join(context, 'app/x.log'), 'noise')
    await mkdir(path.join(context, 'app/node_modules/m'), { recursive: true })
    await writeFile(path.join(context, 'app/node_modules/m/index.js'), '')
    const after = await definitionContent(sdk, builder(context, ['**/node_modules/**']).copy('app', '/app'))
    await rm(path.join(context, 'app/node_modules'), { recursive: true })
    expect(contentName('caisson', after)).toBe(name)
  })

  it('[BR-094] by users, variables, directories, the order of packages and the size', async () => {
    const names = await Promise.all([
      nameOf(builder().aptInstall(['a', 'b'])),
      nameOf(builder().aptInstall(['b', 'a'])),
      nameOf(builder().aptInstall(['a', 'b']).setUser('root')),
      nameOf(builder().aptInstall(['a', 'b']).setWorkdir('/app')),
      nameOf(builder().aptInstall(['a', 'b']).setEnvs({ A: '1' })),
      nameOf(builder().copy('app', '/app')),
      nameOf(builder().copy('app', '/app', { user: 'root' })),
      nameOf(builder().copy('app', '/app', { mode: 0o700 })),
      nameOf(builder().aptInstall(['a', 'b']), { cpuCount: 4 }),
    ])
    expect(new Set(names).size).toBe(names.length)
    expect(await nameOf(builder().aptInstall(['a', 'b']))).toBe(names[0])
  })

  it('not by the credentials of a registry', async () => {
    const from = (password: string): TemplateBuilder =>
      Template().fromImage('own.example/image', { username: 'u', password })
    expect(await nameOf(from('old'))).toBe(await nameOf(from('new')))
  })
})

describe('what a definition may copy', () => {
  it('[BR-097] a file that is missing is refused by the step and the path', async () => {
    await expect(nameOf(builder().copy('missing.txt', '/x'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(
        /COPY missing\.txt \/x: expected a file or directory in .*caisson-content-/,
      ) as string,
    })
  })

  it('[BR-097] so is one of a Dockerfile without a context', async () => {
    const template = Template({ fileContextPath: context }).fromDockerfile('FROM e2bdev/base\nCOPY ./x /x')
    await expect(nameOf(template)).rejects.toThrow(/COPY \.\/x \/x/)
  })

  it('[BR-097] what lies outside the context is refused, also through a link to a directory', async () => {
    expect(() => builder().copy('../outside', '/x')).toThrow(/\.\.\/outside/)
    await symlink('/etc', path.join(context, 'etc'))
    await expect(nameOf(builder().copy('etc/passwd', '/x'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(nameOf(builder().copy('etc/*', '/x'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('[BR-132] a link that leads outside is copied as a link, and refused where links are followed', async () => {
    await symlink('/etc/passwd', path.join(context, 'app/secret'))
    const name = await nameOf(builder().copy('app', '/app'))
    await rm(path.join(context, 'app/secret'))
    await symlink('/etc/group', path.join(context, 'app/secret'))
    expect(await nameOf(builder().copy('app', '/app'))).not.toBe(name)
    const followed = nameOf(builder().copy('app', '/app', { resolveSymlinks: true }))
    await expect(followed).rejects.toThrow(/COPY app \/app: expected nothing that a link leads to outside/)
  })

  it('[BR-132] links inside the context may be followed', async () => {
    await symlink('a.txt', path.join(context, 'app/link'))
    const followed = await nameOf(builder().copy('app', '/app', { resolveSymlinks: true }))
    await rm(path.join(context, 'app/link'))
    await cp(path.join(context, 'app/a.txt'), path.join(context, 'app/link'))
    expect(await nameOf(builder().copy('app', '/app', { resolveSymlinks: true }))).toBe(followed)
  })
})

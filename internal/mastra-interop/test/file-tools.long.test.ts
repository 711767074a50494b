import { FileNotFoundError, Workspace } from '@mastra/core/workspace'
import { describe, expect, test } from 'vitest'
import {
  compositeRoot,
  diskOf,
  localFilesystem,
  mastraLocalFilesystem,
  platformFiles,
  type FilesystemKind,
} from './support/filesystems.js'
import { sandboxKinds } from './support/sandboxes.js'
import { workspaceTools, type WorkspaceTools } from './support/workspace-tools.js'

async function tools(kind: FilesystemKind): Promise<WorkspaceTools> {
  return workspaceTools(new Workspace({ filesystem: await kind.create() }))
}

const kinds = [mastraLocalFilesystem, localFilesystem, compositeRoot, platformFiles(), ...sandboxKinds().map(diskOf)]

describe.each(kinds)('the file tools of Mastra on a $name', (kind) => {
  test('write a file that is not there yet, below directories that are not there yet', async () => {
    const { call } = await tools(kind)
    expect(await call('write_file', { path: 'src/deep/a.txt', content: 'hällo\n' })).toContain('Wrote 7 bytes')
    expect(await call('read_file', { path: 'src/deep/a.txt' })).toContain('hällo')
  })

  test('keep a file that is there when told to', async () => {
    const { call } = await tools(kind)
    await call('write_file', { path: 'a.txt', content: 'first' })
    await expect(call('write_file', { path: 'a.txt', content: 'second', overwrite: false })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await call('read_file', { path: 'a.txt', showLineNumbers: false })).toContain('first')
  })

  test('read a range of lines, and bytes as base64', async () => {
    const { call } = await tools(kind)
    await call('write_file', { path: 'a.txt', content: 'one\ntwo\nthree\n' })
    expect(await call('read_file', { path: 'a.txt', offset: 2, limit: 1 })).toMatch(/lines 2-2 of \d+[^]*two/)
    expect(await call('read_file', { path: 'a.txt', encoding: 'base64' })).toContain(btoa('one\ntwo\nthree\n'))
  })

  test('refuse to read a file that is not there, with the error class of Mastra', async () => {
    const { call } = await tools(kind)
    const failed = call('read_file', { path: 'missing.txt' })
    await expect(failed).rejects.toBeInstanceOf(FileNotFoundError)
    await expect(failed).rejects.toMatchObject({ code: 'ENOENT', path: 'missing.txt' })
  })

  test('edit a file after reading it', async () => {
    const { call } = await tools(kind)
    await call('write_file', { path: 'a.txt', content: 'one two\n' })
    await call('read_file', { path: 'a.txt' })
    const edit = { path: 'a.txt', old_string: 'two', new_string: '2' }
    expect(await call('edit_file', edit)).toContain('Replaced 1 occurrence')
    expect(await call('read_file', { path: 'a.txt' })).toContain('one 2')
    await expect(call('edit_file', { ...edit, path: 'missing.txt' })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('tell about a file, and that there is none', async () => {
    const { call } = await tools(kind)
    await call('write_file', { path: 'src/a.txt', content: 'abc' })
    expect(await call('file_stat', { path: 'src/a.txt' })).toMatch(/file[^]*3 bytes/i)
    expect(await call('file_stat', { path: 'src' })).toMatch(/directory/)
    expect(await call('file_stat', { path: 'missing.txt' })).toBe('missing.txt: not found')
  })

  test('list a tree, honouring .gitignore, a pattern and hidden names', async () => {
    const { call } = await tools(kind)
    for (const path of ['src/a.ts', 'src/b.md', 'ignored/c.ts', '.hidden/d.ts'])
      await call('write_file', { path, content: 'x' })
    expect(await call('list_files', {})).toMatch(/ignored[^]*a\.ts/)
    await call('write_file', { path: '.gitignore', content: 'ignored/\n' })
    const listed = await call('list_files', {})
    expect(listed).toContain('a.ts')
    expect(listed).not.toMatch(/ignored|hidden/)
    const filtered = await call('list_files', { pattern: '**/*.ts' })
    expect(filtered).toContain('a.ts')
    expect(filtered).not.toContain('b.md')
    expect(await call('list_files', { path: './src' })).toContain('b.md')
    await expect(call('list_files', { path: 'missing' })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('search a tree, with paths that start at its root', async () => {
    const { call } = await tools(kind)
    await call('write_file', { path: 'src/deep/a.ts', content: 'one\nneedle here\nthree\n' })
    await call('write_file', { path: 'other/b.ts', content: 'needle\n' })
    await call('write_file', { path: 'README.md', content: 'needle\n' })
    expect(await call('grep', { pattern: 'needle' })).toContain('3 matches across 3 files')
    expect(await call('grep', { pattern: 'needle' })).toContain('./src/deep/a.ts:2:1: needle here')
    for (const path of ['src', './src', 'src/', 'src/**/*.ts']) {
      expect(await call('grep', { pattern: 'needle', path })).toMatch(
        /^1 match[^]*\n(\.\/)?src\/+deep\/a\.ts:2:1: needle here$/m,
      )
    }
    expect(await call('grep', { pattern: 'needle', path: 'src/deep/a.ts', contextLines: 1 })).toContain(
      'src/deep/a.ts:1- one',
    )
    expect(await call('grep', { pattern: 'needle', path: 'missing' })).toContain('target path not found')
  })

  test('make and delete directories and files', async () => {
    const { call } = await tools(kind)
    await call('mkdir', { path: 'a/b' })
    await call('write_file', { path: 'a/b/c.txt', content: 'x' })
    await expect(call('delete', { path: 'a' })).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await call('delete', { path: 'a/b/c.txt' })
    await call('delete', { path: 'a', recursive: true })
    expect(await call('file_stat', { path: 'a' })).toBe('a: not found')
    await expect(call('delete', { path: 'a' })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('refuse a write over a change that was made after the last read', async () => {
    const filesystem = await kind.create()
    const { call } = await workspaceTools(new Workspace({ filesystem }))
    await call('write_file', { path: 'a.txt', content: 'mine' })
    await call('read_file', { path: 'a.txt' })
    const { modifiedAt } = await filesystem.stat('a.txt')
    await expect
      .poll(
        async () => {
          await filesystem.writeFile('a.txt', 'theirs')
          return (await filesystem.stat('a.txt')).modifiedAt.getTime()
        },
        { timeout: 15_000 },
      )
      .not.toBe(modifiedAt.getTime())
    await expect(call('write_file', { path: 'a.txt', content: 'mine again' })).rejects.toMatchObject({ code: 'ESTALE' })
  })
})

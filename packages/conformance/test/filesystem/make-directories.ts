import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Directories on the host for one case. */
export interface TestDirectories {
  readonly root: string
  readonly outside: string
  /** Expects that nothing outside was touched. */
  check(): Promise<void>
  cleanup(): Promise<void>
}

/** Makes a root and, beside it, a directory that must stay as it is. */
export async function makeDirectories(): Promise<TestDirectories> {
  const parent = await mkdtemp(join(tmpdir(), 'caisson-conformance-'))
  const [root, outside] = [join(parent, 'root'), join(parent, 'outside')]
  await Promise.all([mkdir(root), mkdir(outside)])
  await writeFile(join(outside, 'secret'), 'secret content')
  return {
    root,
    outside,
    check: async () => {
      expect(await readdir(outside)).toEqual(['secret'])
      expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret content')
    },
    cleanup: async () => rm(parent, { recursive: true, force: true }),
  }
}

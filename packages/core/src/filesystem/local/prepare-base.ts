import { mkdir, stat } from 'node:fs/promises'
import { NotDirectoryError } from '../../errors/filesystem-errors.js'
import { mapFileError } from '../map-file-error.js'
import type { LocalRoots } from './local-roots.js'

/** Makes the base when that is wanted, and sees that it is a directory. */
export async function prepareBase(roots: LocalRoots, create: boolean): Promise<void> {
  const context = { path: roots.base, operation: 'init', kind: 'directory' as const }
  try {
    if (create) await mkdir(roots.base, { recursive: true })
    if ((await stat(roots.base)).isDirectory()) return
  } catch (error) {
    throw mapFileError(error, context)
  }
  throw new NotDirectoryError(roots.base)
}

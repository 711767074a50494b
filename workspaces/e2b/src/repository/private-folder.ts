import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface PrivateFolder {
  readonly folder: string
  remove(): Promise<void>
}

/** Those that are there; a program that ends in the middle of a build leaves none. */
const folders = new Set<string>()

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Makes a folder on this computer that nobody else can look into. It is gone at the end of this program at the latest. */
export async function makePrivateFolder(): Promise<PrivateFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-template-'))
  if (folders.size === 0) process.once('exit', removeAll)
  folders.add(folder)
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    folders.delete(folder)
    if (folders.size === 0) process.off('exit', removeAll)
  }
  return { folder, remove }
}

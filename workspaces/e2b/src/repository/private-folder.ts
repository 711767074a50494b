import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface PrivateFolder {
  readonly folder: string
  remove(): Promise<void>
}

/** Makes a folder on this computer that nobody else can look into. */
export async function makePrivateFolder(): Promise<PrivateFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-template-'))
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) }
}

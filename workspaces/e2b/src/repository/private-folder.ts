import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { atProgramEnd } from './last-acts.js'

export interface PrivateFolder {
  readonly folder: string
  remove(): Promise<void>
}

/** A `git` that is just being killed may still add files. */
const removal = { recursive: true, force: true, maxRetries: 3 } as const

/** The same in a shell, for a `git` that takes its time to notice. */
const removeScript = 'for pause in 0 1 5; do sleep "$pause"; rm -rf -- "$1"; done'

/**
 * Makes a folder on this computer that nobody else can look into. It is gone at the end of this program at the latest, which may be a signal; only
 * on Windows, and when the whole computer goes down, one of a program that was killed stays.
 */
export async function makePrivateFolder(): Promise<PrivateFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caisson-template-'))
  const forget = atProgramEnd({ run: () => rmSync(folder, removal), script: removeScript, argument: folder })
  const remove = async (): Promise<void> => {
    await rm(folder, removal)
    forget()
  }
  return { folder, remove }
}

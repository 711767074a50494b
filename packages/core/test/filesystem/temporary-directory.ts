import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory of this test alone, removed when the test is over, however it ended. */
export async function temporaryDirectory(parent: string = tmpdir()): Promise<string> {
  const path = await mkdtemp(join(parent, 'caisson-fs-'))
  onTestFinished(async () => rm(path, { recursive: true, force: true }))
  return path
}

/** A root, and beside it a directory that must not be reached. */
export async function rootAndOutside(): Promise<{ root: string; outside: string }> {
  const parent = await temporaryDirectory()
  const [root, outside] = [join(parent, 'root'), join(parent, 'outside')]
  await Promise.all([mkdir(root), mkdir(outside)])
  return { root, outside }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory of this test alone, removed when the test is over, however it ended. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'caisson-mastra-'))
  onTestFinished(async () => rm(path, { recursive: true, force: true }))
  return path
}

import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Subject, SubjectModule } from './subject.ts'

const folder = path.resolve(import.meta.dirname, '../../peers')
const modules: Readonly<Record<string, string>> = { '@mastra/core': 'mastra.ts', execa: 'execa.ts' }

/** The peers that work here, and why the others do not. */
export interface OpenedPeers {
  readonly peers: readonly Subject[]
  readonly skipped: readonly string[]
}

/** Installs other libraries at their fixed versions, in a folder of their own, and makes a subject of each. */
export async function openPeers(directory: string): Promise<OpenedPeers> {
  const problem = await install()
  const peers: Subject[] = []
  const skipped: string[] = []
  for (const [name, file] of Object.entries(modules)) {
    try {
      if (problem !== undefined) throw new Error(problem)
      const { createSubject } = (await import(pathToFileURL(path.join(folder, file)).href)) as SubjectModule
      peers.push(await createSubject(directory))
    } catch (error) {
      skipped.push(`${name} is skipped: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { peers, skipped }
}

/** Why the installation failed, if it did. */
async function install(): Promise<string | undefined> {
  try {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await promisify(execFile)('npm', args, { cwd: folder })
    return undefined
  } catch (error) {
    return `it could not be installed (${error instanceof Error ? error.message.trim() : String(error)})`
  }
}

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildAgentSource } from './build-agent-source.js'

/** Puts the program of build machines into a directory, which is made, and says where. */
export async function writeBuildAgent(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const file = path.join(directory, 'build-agent.cjs')
  await writeFile(file, buildAgentSource)
  return file
}

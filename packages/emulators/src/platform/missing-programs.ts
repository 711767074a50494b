import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { defaultSearchPath } from './agent/settings.js'

/** What the platform's recipe has. */
const recipe = ['python3', 'node', 'npm', 'tsc', 'tsx', 'git', 'gcc', 'make'] as const
const leastNodeVersion = 22

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function placeOf(name: string): Promise<string | undefined> {
  const files = defaultSearchPath.split(':').map((place) => path.join(place, name))
  const found = await Promise.all(files.map(async (file) => isProgram(file)))
  return files[found.indexOf(true)]
}

/** Whether a Node is as new as the recipe's. */
async function isNewNode(file: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(file, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) >= leastNodeVersion
}

async function lackOf(name: (typeof recipe)[number]): Promise<readonly string[]> {
  const file = await placeOf(name)
  if (file === undefined) return [name]
  return name === 'node' && !(await isNewNode(file)) ? [`node ${leastNodeVersion}`] : []
}

/** Programs of the recipe that are not there, `node 22` where Node is older: sandboxes have this computer's. */
export async function findMissingPrograms(): Promise<readonly string[]> {
  return (await Promise.all(recipe.map(async (name) => lackOf(name)))).flat()
}

import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { defaultSearchPath } from './agent/settings.js'

/** What the platform's recipe has. */
const recipe = ['python3', 'node', 'npm', 'tsc', 'tsx', 'git', 'gcc', 'make'] as const

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Programs of the recipe that are not there: sandboxes have this computer's. */
export function findMissingPrograms(): readonly string[] {
  const places = defaultSearchPath.split(':')
  return recipe.filter((name) => !places.some((place) => isProgram(path.join(place, name))))
}

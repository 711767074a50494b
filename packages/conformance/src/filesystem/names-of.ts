import type { FileEntry } from '@caisson/core'
import { reservedName } from './reserved-name.js'

/** Names of a listing in order of their code units, so that the order of the store does not matter. */
export function namesOf(entries: readonly FileEntry[]): string[] {
  const names = entries.map(({ name }) => name)
  return names.filter((name) => name.split('/')[0] !== reservedName).toSorted()
}

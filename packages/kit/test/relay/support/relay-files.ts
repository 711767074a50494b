import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Where supervisors keep their directories on this computer. */
export const baseDirectory: string = `/tmp/.caisson-${process.getuid?.() ?? 0}`

/** The directory of a command, by the number of its supervisor; `undefined` when there is none. */
export async function directoryOf(pid: string): Promise<string | undefined> {
  const names = await readdir(baseDirectory).catch(() => [])
  const name = names.find((entry) => entry.startsWith(`${pid}.`))
  return name === undefined ? undefined : path.join(baseDirectory, name)
}

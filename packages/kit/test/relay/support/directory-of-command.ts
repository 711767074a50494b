import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { baseDirectory } from './relay-files.js'

/** The directory of a command by its id. */
export async function directoryOfCommand(id: string): Promise<string> {
  const name = (await readdir(baseDirectory)).find((entry) => entry.endsWith(`.${id}`))
  return path.join(baseDirectory, name ?? `no-directory.${id}`)
}

/** The number of its supervisor. */
export async function supervisorOf(id: string): Promise<number> {
  return Number(path.basename(await directoryOfCommand(id)).split('.')[0])
}

/** How many bytes of its stdout were copied to the file. */
export async function copiedBytes(id: string): Promise<number> {
  return (await readFile(path.join(await directoryOfCommand(id), 'out')).catch(() => Buffer.alloc(0))).length
}

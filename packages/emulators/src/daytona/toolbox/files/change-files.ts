import { execFile } from 'node:child_process'
import { lstat, rename, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Located } from '../../../daemon/paths.js'
import { systemCode, unless } from '../../../daemon/system-error.js'
import { queryFlag, requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import { makeDirectory } from '../make-directory.js'
import { aboutFile, fileNotFound, invalidFilePath } from './file-error.js'
import { parseMode } from './parse-mode.js'

/** `POST /files/folder`: makes a directory and those above it. One that is there is left as it is. */
export async function createFolder({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  const mode = parseMode(url.searchParams.get('mode') ?? '755')
  await aboutFile(shown, async () => {
    const { actual } = await state.resolvePath(shown)
    try {
      makeDirectory(actual, mode)
    } catch (error) {
      if (systemCode(error) === 'EEXIST') throw invalidFilePath(`not a directory: ${shown}`)
      throw error
    }
  })
  sendJson(response, 201)
}

async function remove({ shown, actual }: Located, recursive: boolean): Promise<void> {
  if (shown === '/') throw invalidFilePath('the root directory cannot be removed')
  const stats = await lstat(actual)
  if (!stats.isDirectory()) return unlink(actual)
  if (!recursive) {
    throw new ToolboxError(400, `bad request: cannot delete directory without recursive flag: ${shown}`)
  }
  await rm(actual, { recursive: true })
}

/** `DELETE /files`: removes a file, or a directory with all that it holds. */
export async function deleteFile({ response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  await aboutFile(shown, async () => remove(await state.resolvePath(shown, 'link'), queryFlag(url, 'recursive')))
  sendJson(response, 204)
}

async function exists(file: string): Promise<boolean> {
  return (await unless(['ENOENT', 'ENOTDIR'], undefined, () => lstat(file))) !== undefined
}

async function requireDirectory(directory: string, shown: string): Promise<void> {
  const stats = await unless(['ENOENT', 'ENOTDIR'], undefined, () => stat(directory))
  if (stats === undefined) throw fileNotFound(path.dirname(shown))
  if (!stats.isDirectory()) throw invalidFilePath(`not a directory: ${path.dirname(shown)}`)
}

/** `POST /files/move`: moves a file or directory to a path that is free. */
export async function moveFile({ response, url, state }: ToolboxExchange): Promise<void> {
  const source = requiredQuery(url, 'source')
  const destination = requiredQuery(url, 'destination')
  const from = await aboutFile(source, async () => {
    const at = await state.resolvePath(source, 'link')
    await lstat(at.actual)
    return at
  })
  await aboutFile(destination, async () => {
    const to = await state.resolvePath(destination, 'link')
    await requireDirectory(path.dirname(to.actual), to.shown)
    if (await exists(to.actual)) throw new ToolboxError(409, `conflict: destination already exists: ${destination}`)
    try {
      await rename(from.actual, to.actual)
    } catch (error) {
      const code = systemCode(error)
      if (code === 'EINVAL') throw invalidFilePath(`${source} cannot be moved into itself`)
      // The vendor's machine has one disk; the folders of this one may be mounts of their own.
      if (code !== 'EXDEV') throw error
      const move = promisify(execFile)
      await state.startAsUser((identity) => move('mv', ['-nT', '--', from.actual, to.actual], identity))
    }
  })
  sendJson(response, 200)
}

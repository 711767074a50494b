import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EnvdError } from '../envd-error.js'
import { ensureDirectory } from '../filesystem/ensure-directory.js'
import type { Exchange } from '../http/exchange.js'
import { locate } from '../../../daemon/paths.js'
import { expandPath } from '../paths.js'
import { systemCode, unless } from '../../../daemon/system-error.js'
import type { Account } from '../../../daemon/users/account.js'
import { canBecomeOthers } from '../../../daemon/users/as-owner.js'
import type { Metadata } from '../metadata/metadata-store.js'

/** What the client is told about a written file. */
export interface WrittenFile {
  readonly path: string
  readonly name: string
  readonly type: 'file'
  readonly metadata?: Metadata
}

/** Where an upload goes, and with what. */
export interface UploadTarget {
  /** As the client gave it. */
  readonly path: string
  readonly account: Account
  readonly metadata: Metadata
}

interface Opened {
  readonly file: FileHandle
  readonly isNew: boolean
}

async function openForWriting(shown: string, actual: string): Promise<Opened> {
  // Without O_NONBLOCK a named pipe that nobody reads would be waited for.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK
  try {
    const created = await unless(['EEXIST'], undefined, () => open(actual, flags | constants.O_EXCL, 0o666))
    return { file: created ?? (await open(actual, flags, 0o666)), isNew: created !== undefined }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EISDIR') throw new EnvdError('invalidArgument', `path '${shown}' is a directory`, { cause: error })
    if (code === 'ENXIO') throw new EnvdError('invalidArgument', `path '${shown}' has no reader`, { cause: error })
    throw error
  }
}

/** Writes a file over what was there, and gives it to the user. */
export async function writeFile(
  { state, metadata }: Exchange,
  target: UploadTarget,
  content: Readable,
): Promise<WrittenFile> {
  const { account } = target
  const shown = expandPath(target.path, account, state.defaultWorkdir)
  const { actual } = await locate(shown, state.root, 'followed')
  if (target.path.endsWith('/')) throw new EnvdError('invalidArgument', `path '${target.path}' is a directory`)
  await ensureDirectory({ shown: path.dirname(shown), actual: path.dirname(actual) }, account)
  const { file, isNew } = await openForWriting(shown, actual)
  try {
    if (canBecomeOthers()) await file.chown(account.uid, account.gid)
    await pipeline(content, async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) await file.writeFile(chunk)
    })
  } finally {
    await file.close()
  }
  const hasMetadata = Object.keys(target.metadata).length > 0
  if (hasMetadata || !isNew) await metadata.replace(actual, target.metadata)
  const written: WrittenFile = { path: shown, name: path.basename(shown), type: 'file' }
  return hasMetadata ? { ...written, metadata: target.metadata } : written
}

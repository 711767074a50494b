import { FilesystemError, SandboxAbortError, type SandboxFileInput } from '@caisson/core'
import type { DiskTarget } from './disk-error.js'
import type { E2BFileAccess } from './disk-options.js'
import { DiskPaths } from './disk-paths.js'
import { runDiskScript } from './disk-script.js'
import { explainError } from './explain-error.js'
import { placementList, writeManyScript, type StagedMember } from './scripts/write-script.js'
import { newStagedFile, uploadTimeoutMs, withStaging } from './staging.js'

const operation = 'writeFiles'
/** Signs that forms write in another way than the vendor's daemon reads them. */
const brokenInForms = /["\r\n\\]/

interface Member extends StagedMember {
  readonly path: string
  readonly content: Blob
}

/**
 * Writes all files with one upload, in place; makes missing parents, and of two files with one path the later one counts.
 * When a file has a mode (or a name that an upload of several cannot carry) all are uploaded to a directory that only root
 * may enter and put in place by a second request, each in one step and with its mode.
 *
 * @throws FilesystemError for a path that cannot be written, naming the path; errors of the machine as they are;
 *   SandboxAbortError when aborted
 */
export async function writeE2BFiles(
  access: E2BFileAccess,
  files: readonly SandboxFileInput[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    const members = await membersOf(access, files)
    const [first] = members
    if (!first) return
    signal?.throwIfAborted()
    const isPlain = members.every(({ mode, location }) => mode === undefined && !brokenInForms.test(location))
    await (isPlain ? uploadInPlace(access, members, signal) : uploadAndPlace(access, members, signal))
  } catch (error) {
    throw signal?.aborted ? new SandboxAbortError(operation, signal.reason) : error
  }
}

async function membersOf(access: E2BFileAccess, files: readonly SandboxFileInput[]): Promise<Member[]> {
  const paths = new DiskPaths(access)
  const members = new Map<string, Member>()
  for (const [index, { path, content, mode }] of files.entries()) {
    if (path.endsWith('/')) throw new FilesystemError(`Invalid path: it ends in "/": ${path}`, 'EINVAL', path)
    const location = await paths.locate(path, operation)
    const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
    members.delete(location)
    members.set(location, { file: `f${index}`, location, mode, path, content: blob })
  }
  return [...members.values()]
}

async function uploadInPlace(
  access: E2BFileAccess,
  members: readonly Member[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const entries = members.map(({ location, content }) => ({ path: location, data: content }))
  try {
    await access.files.write(entries, settingsFor(access, members, signal))
  } catch (error) {
    // Of several files it is not known which one was refused; the vendor's message names it.
    const [only, another] = members
    throw only && !another ? await explainError(error, targetOf(only, signal), 'uploaded file', access.run) : error
  }
}

async function uploadAndPlace(
  access: E2BFileAccess,
  members: readonly Member[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { directory, temporaryName } = newStagedFile()
  const staged = members.map((member) => ({ ...member, file: `${directory}/${member.file}` }))
  const list = { path: `${directory}/list`, data: new Blob([placementList(staged).text]) }
  const entries = staged.map(({ file, content }) => ({ path: file, data: content }))
  const targets = staged.map((member) => targetOf(member, signal))
  const [first] = targets
  if (!first) return
  await withStaging(access, directory, async () => {
    await access.files.write([...entries, list], settingsFor(access, members, signal))
    await runDiskScript(access.run, writeManyScript(directory, list.path, temporaryName), { first, members: targets })
  })
}

function targetOf({ path, location }: Member, signal: AbortSignal | undefined): DiskTarget {
  return { path, location, operation, kind: 'file', signal }
}

function settingsFor(
  { user }: E2BFileAccess,
  members: readonly Member[],
  signal: AbortSignal | undefined,
): { user?: string; signal?: AbortSignal; requestTimeoutMs: number } {
  const sizeBytes = members.reduce((sum, { content }) => sum + content.size, 0)
  const requestTimeoutMs = uploadTimeoutMs(sizeBytes)
  return { ...(user === undefined ? {} : { user }), ...(signal ? { signal } : {}), requestTimeoutMs }
}

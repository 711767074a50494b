import { FilesystemError, SandboxAbortError, type SandboxFileInput } from '@caisson/core/workspace'
import type { DiskTarget } from './disk-error.js'
import { DiskPaths } from './disk-paths.js'
import { explainError } from './explain-error.js'
import type { MachineFiles, MachineUpload } from './machine-files.js'
import { placementList, writeManyScript, type SentMember } from './scripts/write-script.js'
import { sendContent } from './send-content.js'

const operation = 'writeFiles'

interface Member extends MachineUpload {
  readonly path: string
  readonly mode: number | undefined
}

/**
 * Writes all files; makes missing parents, and of two files with one path the later one counts. Where the vendor can, and
 * no file has a mode, they are uploaded in place with one request. Otherwise they are sent as one content, and a script
 * puts each in place in one step and with its mode.
 *
 * @throws FilesystemError for a path that cannot be written, naming the path; errors of the machine as they are;
 *   SandboxAbortError when aborted
 */
export async function writeMachineFiles(
  files: MachineFiles,
  inputs: readonly SandboxFileInput[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    const members = await membersOf(files, inputs)
    const [first] = members
    if (!first) return
    signal?.throwIfAborted()
    const isPlain = members.every(({ mode }) => mode === undefined)
    const upload = isPlain ? files.uploadInPlace?.(members, signal) : undefined
    await (upload
      ? settleUpload(files, upload, members, signal)
      : sendAndPlace(files, [first, ...members.slice(1)], signal))
  } catch (error) {
    throw signal?.aborted ? new SandboxAbortError(operation, signal.reason) : error
  }
}

async function membersOf(files: MachineFiles, inputs: readonly SandboxFileInput[]): Promise<Member[]> {
  const paths = new DiskPaths(files)
  const members = new Map<string, Member>()
  for (const { path, content, mode } of inputs) {
    if (path.endsWith('/')) throw new FilesystemError(`Invalid path: it ends in "/": ${path}`, 'EINVAL', path)
    const location = await paths.locate(path, operation)
    members.delete(location)
    members.set(location, {
      location,
      mode,
      path,
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })
  }
  return [...members.values()]
}

async function settleUpload(
  files: MachineFiles,
  upload: Promise<void>,
  members: readonly Member[],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await upload
  } catch (error) {
    // Of several files it is not known which one was refused; the vendor's message names it.
    const [only, another] = members
    throw only && !another ? await explainError(files, error, targetOf(only, signal), 'uploaded file') : error
  }
}

async function sendAndPlace(
  files: MachineFiles,
  members: readonly [Member, ...Member[]],
  signal: AbortSignal | undefined,
): Promise<void> {
  let offsetBytes = 0
  const sent: SentMember[] = members.map(({ location, mode, content: { length } }) => {
    offsetBytes += length
    return { location, mode, sizeBytes: length, offsetBytes: offsetBytes - length }
  })
  const list = Buffer.from(placementList(sent).text)
  const content = Buffer.concat([list, ...members.map((member) => member.content)])
  await sendContent(files, content, (sentContent) => writeManyScript(sentContent, list.length), {
    first: targetOf(members[0], signal),
    members: members.map((member) => targetOf(member, signal)),
  })
}

function targetOf({ path, location }: Member, signal: AbortSignal | undefined): DiskTarget {
  return { path, location, operation, kind: 'file', signal }
}

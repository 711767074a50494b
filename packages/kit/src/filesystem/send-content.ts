import { FilesystemAbortError } from '@caisson/core/workspace'
import { createId, throwIfAborted, type ShellCommand } from '@caisson/core/driver'
import { Readable } from 'node:stream'
import { toBlocks } from '../object-store/to-blocks.js'
import { CountedContent } from './counted-content.js'
import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript, type ScriptTargets } from './disk-script.js'
import { explainError } from './explain-error.js'
import type { MachineFiles } from './machine-files.js'
import { stageScript } from './scripts/write-script.js'
import type { SentContent, StagedFile } from './sent-content.js'
import { settleSmall } from './settle-small.js'
import { withStaging } from './staging.js'

/** Makes the script that puts in place what was sent. */
export type PlaceScript = (sent: SentContent) => ShellCommand

/**
 * Content, and the script that needs it: together in one request when it is small, else by one upload beside the tree and
 * the script. Nothing of a stream is kept on this side beyond what may go with the script.
 */
export async function sendContent(
  files: MachineFiles,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  script: PlaceScript,
  targets: ScriptTargets,
): Promise<void> {
  const name = `${createId('.caisson')}.tmp`
  const body = content instanceof Uint8Array ? content : await settleSmall(content, files.inputBytes)
  if (body instanceof Uint8Array && body.length <= files.inputBytes) {
    await runDiskScript(files, script({ name, sizeBytes: body.length }), targets, body)
    return
  }
  await withStaging(files, async (staged) => {
    const sizeBytes = await stage(files, staged, body, targets.first)
    await runDiskScript(files, script({ name, sizeBytes, staged }), targets)
  })
}

/** Brings content to its staging place; returns how many bytes it has. */
async function stage(
  files: MachineFiles,
  staged: StagedFile,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  target: DiskTarget,
): Promise<number> {
  const { path, operation, signal } = target
  const counted = new CountedContent(content)
  try {
    if (files.upload) await files.upload(staged.file, counted.body, signal)
    else await stageInPieces(files, staged, counted.body, target)
  } catch (error) {
    // What the source threw is the reason, not what the request made of it.
    if (counted.failure) throw counted.failure.error
    if (signal?.aborted) throw new FilesystemAbortError(path, operation, signal.reason)
    throw await explainError(files, error, target, 'uploaded file', parentOf(staged.directory))
  }
  throwIfAborted(signal, path, operation)
  if (!counted.isOver) throw diskError('EIO', target, 'the upload ended before its content')
  return counted.sizeBytes
}

/** By scripts with as much input as each may have, one after another. */
async function stageInPieces(
  files: MachineFiles,
  { directory, file }: StagedFile,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  first: DiskTarget,
): Promise<void> {
  let offset = 0
  for await (const piece of toBlocks(
    content instanceof Uint8Array ? Readable.from([content]) : content,
    () => files.inputBytes,
  )) {
    await runDiskScript(files, stageScript(directory, file, offset, piece.length), { first }, piece)
    offset += piece.length
  }
}

function parentOf(directory: string): string {
  return directory.slice(0, directory.lastIndexOf('/')) || '/'
}

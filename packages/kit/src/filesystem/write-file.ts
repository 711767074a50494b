import type { WriteFileOptions } from '@caisson/core/workspace'
import { abortableSource, encodePieces, silentLogger } from '@caisson/core/driver'
import type { DiskTarget } from './disk-error.js'
import type { MachineFiles } from './machine-files.js'
import { appendScript, writeScript } from './scripts/write-script.js'
import { sendContent } from './send-content.js'

/** Replaces a file in one step. */
export async function writeWholeFile(
  files: MachineFiles,
  target: DiskTarget,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteFileOptions,
): Promise<void> {
  const { expectedMtime } = options
  await sendContent(files, content, (sent) => writeScript(sent, target.location, options), {
    first: target,
    expectedMtime,
  })
}

/** Replaces a file by what a source yields; it is told to end when the write fails. */
export async function writeFromSource(
  files: MachineFiles,
  target: DiskTarget,
  source: AsyncIterable<Uint8Array | string>,
  options: WriteFileOptions,
): Promise<void> {
  const pieces = encodePieces(abortableSource(source, target), options.encoding)
  try {
    await writeWholeFile(files, target, pieces, options)
  } finally {
    // Not awaited: a source that hangs would hang its writer too.
    pieces.return(undefined).catch((error: unknown) => silentLogger.warn('Ending a source failed', error))
  }
}

/** Adds to the end of a file; makes it and its parents when missing. */
export async function appendToFile(files: MachineFiles, target: DiskTarget, content: Uint8Array): Promise<void> {
  await sendContent(files, content, (sent) => appendScript(sent, target.location), { first: target })
}

import { FilesystemAbortError, type WriteFileOptions } from '@caisson/core'
import { abortableSource, encodePieces, throwIfAborted, type ShellCommand } from '@caisson/core/driver'
import type { DiskTarget } from './disk-error.js'
import type { E2BFileAccess } from './disk-options.js'
import { runDiskScript } from './disk-script.js'
import { explainError } from './explain-error.js'
import { appendScript, writeScript, type StagedFile } from './scripts/write-script.js'
import { newStagedFile, uploadTimeoutMs, withStaging } from './staging.js'

/** Replaces a file in one step: one upload beside the tree, one script that puts it in place. */
export async function writeWholeFile(
  access: E2BFileAccess,
  target: DiskTarget,
  content: Buffer,
  options: WriteFileOptions,
): Promise<void> {
  await upload(access, target, content, (staged) => writeScript(staged, target.location, options), options)
}

/** Adds to the end of a file; makes it and its parents when missing. */
export async function appendToFile(access: E2BFileAccess, target: DiskTarget, content: Buffer): Promise<void> {
  await upload(access, target, content, (staged) => appendScript(staged, target.location), {})
}

async function upload(
  access: E2BFileAccess,
  target: DiskTarget,
  content: Buffer,
  script: (staged: StagedFile) => ShellCommand,
  { expectedMtime }: WriteFileOptions,
): Promise<void> {
  const staged = newStagedFile()
  await withStaging(access, staged.directory, async () => {
    const settings = { ...uploadSettings(access, target), requestTimeoutMs: uploadTimeoutMs(content.length) }
    // Copied, since a Blob wants memory that is not shared.
    const body = new Blob([new Uint8Array(content)])
    await sent(access, target, access.files.write(staged.file, body, { ...settings, useOctetStream: true }))
    await runDiskScript(access.run, script(staged), { first: target, expectedMtime })
  })
}

/** Replaces a file by what a source yields. Nothing of it is kept on this side. */
export async function writeFromSource(
  access: E2BFileAccess,
  target: DiskTarget,
  source: AsyncIterable<Uint8Array | string>,
  options: WriteFileOptions,
): Promise<void> {
  const staged = newStagedFile()
  const failure: { error?: unknown } = {}
  const body = bodyOf(encodePieces(abortableSource(source, target), options.encoding), failure)
  await withStaging(access, staged.directory, async () => {
    try {
      await sent(access, target, access.files.write(staged.file, body, uploadSettings(access, target)))
    } catch (error) {
      // What the source threw is the reason, not what the request made of it.
      throw 'error' in failure ? failure.error : error
    }
    throwIfAborted(target.signal, target.path, target.operation)
    await runDiskScript(access.run, writeScript(staged, target.location, options), {
      first: target,
      expectedMtime: options.expectedMtime,
    })
  })
}

function uploadSettings({ user }: E2BFileAccess, { signal }: DiskTarget): { user?: string; signal?: AbortSignal } {
  return { ...(user === undefined ? {} : { user }), ...(signal ? { signal } : {}) }
}

async function sent(access: E2BFileAccess, target: DiskTarget, request: Promise<unknown>): Promise<void> {
  const { path, operation, signal } = target
  try {
    await request
  } catch (error) {
    if (signal?.aborted) throw new FilesystemAbortError(path, operation, signal.reason)
    throw await explainError(error, target, 'uploaded file', access.run)
  }
}

function bodyOf(pieces: AsyncGenerator<Buffer>, failure: { error?: unknown }): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await pieces.next()
        if (step.done === true) controller.close()
        else controller.enqueue(step.value)
      } catch (error) {
        failure.error = error
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

import type { MachineEntry, MachineFiles } from '@caisson/kit/filesystem'
import type { EntryInfo } from 'e2b'
import type { E2BFileAccess } from './disk-options.js'
import { faultOf } from './fault-of.js'

/** A slower upload is given up. */
const leastBytesPerMs = 32
const requestTimeoutMs = 60_000
/** Signs that forms write in another way than the vendor's daemon reads them. */
const brokenInForms = /["\r\n\\]/

/**
 * The files of a machine at E2B. Scripts run as root, as the vendor's file API does, so that reading and changing have the
 * same rights; what it makes belongs to the user. Only root may enter `/root`, so that an upload is private from its first
 * byte. Input of a script would cost two more requests.
 */
export function e2bMachineFiles(access: E2BFileAccess): MachineFiles {
  const { files, run, user, workingDirectory } = access
  const asUser = user === undefined ? {} : { user }
  const settings = (signal: AbortSignal | undefined): { user?: string; signal?: AbortSignal } => ({
    ...asUser,
    ...(signal ? { signal } : {}),
  })
  return {
    attachment: access,
    workingDirectory,
    run: (command, options) => run(command, { ...options, user: 'root' }),
    inputBytes: 0,
    home: async () => (await files.getInfo('', asUser)).path,
    staging: '/root',
    download: (location, signal) => files.read(location, { format: 'stream', ...settings(signal) }),
    upload: async (location, content, signal) => {
      if (!(content instanceof Uint8Array)) await files.write(location, streamOf(content), settings(signal))
      else {
        const timed = { ...settings(signal), requestTimeoutMs: uploadTimeoutMs(content.length), useOctetStream: true }
        await files.write(location, blobOf(content), timed)
      }
    },
    uploadInPlace: (uploads, signal) => {
      if (uploads.some(({ location }) => brokenInForms.test(location))) return undefined
      const sizeBytes = uploads.reduce((sum, { content }) => sum + content.length, 0)
      const entries = uploads.map(({ location, content }) => ({ path: location, data: blobOf(content) }))
      const upload = files.write(entries, { ...settings(signal), requestTimeoutMs: uploadTimeoutMs(sizeBytes) })
      return upload.then(() => undefined)
    },
    stat: async (location, signal) => {
      const entry = await files.getInfo(location, settings(signal))
      if (!leadsSomewhere(entry)) return undefined
      const { symlinkTarget } = entry
      // The vendor's answer about a link has the size and time of the link itself.
      return entryOf(symlinkTarget === undefined ? entry : await files.getInfo(symlinkTarget, settings(signal)))
    },
    makeDirectory: (location, signal) => files.makeDir(location, settings(signal)),
    remove: (location) => files.remove(location, { user: 'root' }),
    classify: faultOf,
  }
}

/** A link that leads to nothing is said to lead to itself. */
function leadsSomewhere({ type, symlinkTarget, path }: EntryInfo): boolean {
  return type !== undefined || symlinkTarget === undefined || symlinkTarget !== path
}

function entryOf({ type, size, modifiedTime, mode }: EntryInfo): MachineEntry {
  // The vendor's enumeration is not loaded only to compare with it.
  const kind: string | undefined = type
  return { isDirectory: kind === 'dir', sizeBytes: size, modifiedAt: modifiedTime ?? new Date(0), mode }
}

/** How long an upload of so many bytes may take. */
function uploadTimeoutMs(sizeBytes: number): number {
  return requestTimeoutMs + Math.ceil(sizeBytes / leastBytesPerMs)
}

/** Copied, since a Blob wants memory that is not shared. */
function blobOf(content: Uint8Array): Blob {
  return new Blob([new Uint8Array(content)])
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await pieces.next()
      if (step.done === true) controller.close()
      else controller.enqueue(step.value)
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}

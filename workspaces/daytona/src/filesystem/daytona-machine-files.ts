import type { MachineFiles } from '@caisson/kit/filesystem'
import { Readable } from 'node:stream'
import type { DaytonaFileAccess } from './disk-options.js'
import { faultOf } from './fault-of.js'
import { openDownload } from './open-download.js'

/** Content of so many bytes goes with its script, in the body of one request. */
const inputBytes = 128 * 1024
const outputBytes = 2 * 1024 * 1024
/** Signs that the client does not find again in the answer to a download. */
const brokenInParts = /["\\\p{Cc}]/u
/** A slower upload is given up. */
const leastBytesPerSecond = 32_000
const requestTimeoutSeconds = 60
/** So much is handed over at a time; as a whole the client would copy it. */
const sliceBytes = 1024 * 1024
/** A stream may wait for its source. */
const streamTimeoutSeconds = 24 * 60 * 60

/**
 * The files of a machine at Daytona. Scripts and file API both have the rights of the machine's user. The file API carries
 * content; it tells nothing of links, its times are not exact everywhere, and what it writes is for everybody to read, so
 * that all else is done by scripts.
 */
export function daytonaMachineFiles(access: DaytonaFileAccess): MachineFiles {
  const { fs, run, workingDirectory } = access
  return {
    attachment: access,
    workingDirectory,
    run,
    inputBytes,
    outputBytes,
    download: (location, signal) => (brokenInParts.test(location) ? undefined : openDownload(fs, location, signal)),
    upload: async (location, content, signal) => {
      const isWhole = content instanceof Uint8Array
      const timeout = isWhole ? uploadTimeoutSeconds(content.length) : streamTimeoutSeconds
      const source = Readable.from(isWhole ? slicesOf(content) : content, { objectMode: false })
      await (await fs()).uploadFileStream(source, location, { timeout, ...(signal ? { signal } : {}) })
    },
    classify: faultOf,
  }
}

function uploadTimeoutSeconds(sizeBytes: number): number {
  return requestTimeoutSeconds + Math.ceil(sizeBytes / leastBytesPerSecond)
}

function* slicesOf(content: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < content.length; start += sliceBytes) yield content.subarray(start, start + sliceBytes)
}

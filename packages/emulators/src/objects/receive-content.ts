import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { Blob } from './blob.js'
import { Content } from './content.js'
import { DigestSet, type DigestName, type Digests } from './digest.js'

/** What has come, and its checksums. */
export interface Received {
  readonly content: Content
  readonly digests: Digests
}

export interface ReceiveOptions {
  /** Where large contents go. */
  readonly directory: string
  /** Contents up to this size stay in memory. */
  readonly memoryBytes: number
  readonly digests: readonly DigestName[]
}

/** A file without a name: the system removes it with its last handle, also when the process is killed. */
async function openUnnamed(directory: string): Promise<FileHandle> {
  const file = path.join(directory, `caisson-object-${randomUUID()}`)
  await mkdir(directory, { recursive: true })
  const handle = await open(file, 'wx+', 0o600)
  await unlink(file)
  return handle
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, position + offset)
    offset += bytesWritten
  }
}

/** Collects bytes in memory and moves to a file when they become many. */
class Spool {
  readonly #options: ReceiveOptions
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #file: FileHandle | undefined
  #written = 0

  constructor(options: ReceiveOptions) {
    this.#options = options
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes <= this.#options.memoryBytes) return
    this.#file ??= await openUnnamed(this.#options.directory)
    await this.#flush(this.#file)
  }

  async finish(): Promise<Blob> {
    if (this.#file === undefined) return new Blob(Buffer.concat(this.#waiting), this.#waitingBytes)
    await this.#flush(this.#file)
    return new Blob(this.#file, this.#written)
  }

  async discard(): Promise<void> {
    await this.#file?.close()
  }

  async #flush(file: FileHandle): Promise<void> {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await writeAll(file, bytes, this.#written)
    this.#written += bytes.length
  }
}

/** Takes bytes to their end. When the source fails nothing is left of them. */
export async function receiveContent(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received> {
  const spool = new Spool(options)
  const digests = new DigestSet(options.digests)
  try {
    for await (const bytes of source) {
      digests.update(bytes)
      await spool.add(bytes)
    }
    return { content: Content.of(await spool.finish()), digests: digests.finish() }
  } catch (error) {
    await spool.discard()
    throw error
  }
}

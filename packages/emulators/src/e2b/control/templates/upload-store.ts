import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpFailure } from '../../../http/http-failure.js'
import { newToken } from '../sandboxes/ids.js'

/** Archives with the files of COPY steps, by the hash of their contents. */
export class UploadStore {
  readonly #directory: string
  /** Which hash may be uploaded with which link. */
  readonly #links = new Map<string, string>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** A secret that allows one archive to be uploaded. */
  link(hash: string): string {
    this.#requireHash(hash)
    const token = newToken()
    this.#links.set(token, hash)
    return token
  }

  async has(hash: string): Promise<boolean> {
    this.#requireHash(hash)
    return access(this.#file(hash)).then(
      () => true,
      () => false,
    )
  }

  async save(token: string, content: Readable): Promise<void> {
    const hash = this.#links.get(token)
    if (hash === undefined) throw new HttpFailure(403, 'The upload link is not valid')
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const unfinished = `${this.#file(hash)}.${newToken()}`
    try {
      await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }))
      await rename(unfinished, this.#file(hash))
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  open(hash: string): Readable {
    this.#requireHash(hash)
    return createReadStream(this.#file(hash))
  }

  async clear(): Promise<void> {
    this.#links.clear()
    await rm(this.#directory, { recursive: true, force: true })
  }

  /** A hash becomes a file name. */
  #requireHash(hash: string): void {
    if (!/^[a-zA-Z0-9]{1,128}$/.test(hash)) throw new HttpFailure(400, 'Invalid files hash')
  }

  #file(hash: string): string {
    return path.join(this.#directory, `${hash}.tar`)
  }
}

import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { S3State } from '../../../s3/s3-state.js'
import { BuildError } from '../../../builds/build-error.js'

const bucket = 'daytona-volume-builds'

/** Where the object storage is below the emulator's address. */
export const storagePath = '/object-storage'

const account = {
  accessKeyId: 'CAISSONDAYTONABUILDS',
  secretAccessKey: 'emulator/secret+access/key00000000000000',
  sessionToken: 'emulator-session-token',
}

/** How clients reach the storage. */
export interface StorageAccess {
  readonly accessKey: string
  readonly secret: string
  readonly sessionToken: string
  readonly storageUrl: string
  readonly organizationId: string
  readonly bucket: string
  readonly region: string
}

/** The object storage that clients put the files of builds into: archives by the hash of their contents. */
export class ContextStore {
  readonly state: S3State
  readonly #organizationId: string

  constructor(organizationId: string) {
    this.#organizationId = organizationId
    this.state = new S3State({ buckets: [bucket] }, [account], storagePath)
  }

  access(url: string): StorageAccess {
    const { accessKeyId, secretAccessKey, sessionToken } = account
    return {
      accessKey: accessKeyId,
      secret: secretAccessKey,
      sessionToken,
      storageUrl: url + storagePath,
      organizationId: this.#organizationId,
      bucket,
      region: this.state.region,
    }
  }

  /** Writes archives to files in a new directory. Throws a BuildError for one that was never uploaded. */
  async unload(hashes: readonly string[], directory: string): Promise<readonly string[]> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const files: string[] = []
    for (const [index, hash] of hashes.entries()) {
      const object = this.state.store.bucket(bucket)?.get(`${this.#organizationId}/${hash}/context.tar`)
      if (object === undefined) throw new BuildError(`the build context ${hash} was not uploaded`)
      const file = path.join(directory, `${index}.tar`)
      await pipeline(object.content.stream(), createWriteStream(file))
      files.push(file)
    }
    return files
  }

  /** Back to the state after the start. */
  reset(): void {
    this.state.reset()
  }

  close(): void {
    this.state.clear()
  }
}

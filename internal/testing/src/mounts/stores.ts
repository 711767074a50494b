import { randomUUID } from 'node:crypto'
import {
  createServiceAccountKey,
  startGCSEmulator,
  startS3Emulator,
  type GCSEmulator,
  type S3Emulator,
} from '@caisson/emulators'
import { AzureBlobFilesystem, type AzureBlobFilesystemOptions } from '@caisson/azure'
import { GCSFilesystem, type GCSFilesystemOptions } from '@caisson/gcs'
import { S3Filesystem, type S3FilesystemOptions } from '@caisson/s3'
import { afterAll } from 'vitest'
import { startAzurite, type Azurite } from './azurite.js'

/** Static keys of an emulated account. */
export const keys = { accessKeyId: 'AKIAEMULATEDKEY00001', secretAccessKey: 's3cr3t/of+the+emulated=account0000000001' }

/** Temporary keys, which are worth nothing without their token. */
export const temporaryKeys = {
  accessKeyId: 'ASIAEMULATEDKEY00002',
  secretAccessKey: 's3cr3t/of+temporary+keys000000000000002',
  sessionToken: `token/${'Zm9yIHRlbXBvcmFyeSBrZXlz'.repeat(8)}==`,
}

/** A store with a bucket, and filesystems on it. */
interface Store<Server, Options> {
  readonly server: Server
  /** Each call makes a new filesystem; the same options mean the same mount. */
  open(options?: Partial<Options>): S3Filesystem | GCSFilesystem | AzureBlobFilesystem
}

export interface S3Store extends Store<S3Emulator, S3FilesystemOptions> {
  /** A bucket that nobody else uses. */
  nextBucket(): string
  open(options?: Partial<S3FilesystemOptions>): S3Filesystem
}

interface AzureStore extends Store<Azurite, AzureBlobFilesystemOptions> {
  readonly container: string
}

/** Servers that start when they are first asked for, and end after the tests of the file. */
export interface Stores {
  s3(): Promise<S3Store>
  gcs(): Promise<Store<GCSEmulator, GCSFilesystemOptions>>
  azure(): Promise<AzureStore>
}

const buckets = ['my.bucket', ...Array.from({ length: 99 }, (_, index) => `bucket-${index}`)]

/** An emulator of S3 that takes `keys` and `temporaryKeys`. */
export async function startS3Store(): Promise<S3Store> {
  const server = await startS3Emulator({ buckets, accounts: [keys, temporaryKeys], region: 'eu-central-1' })
  let given = 1
  const nextBucket = (): string => buckets[(given += 1)] ?? ''
  return {
    server,
    nextBucket,
    open: (options = {}) =>
      new S3Filesystem({ bucket: buckets[1], region: 'eu-central-1', endpoint: server.url, ...keys, ...options }),
  }
}

async function startGCSStore(): Promise<Store<GCSEmulator, GCSFilesystemOptions>> {
  const account = { key: await createServiceAccountKey() }
  const server = await startGCSEmulator({ buckets: ['bucket'], accounts: [account] })
  const credentials = { ...server.keys[0] }
  return {
    server,
    open: (options = {}) => new GCSFilesystem({ bucket: 'bucket', endpoint: server.url, credentials, ...options }),
  }
}

async function startAzureStore(): Promise<AzureStore> {
  const server = await startAzurite()
  const { endpoint, accountName, accountKey } = server
  const container = `container-${randomUUID().slice(0, 8)}`
  const open = (options: Partial<AzureBlobFilesystemOptions> = {}): AzureBlobFilesystem =>
    new AzureBlobFilesystem({ container, endpoint, accountName, accountKey, ...options })
  try {
    const maker = open()
    // It fails, since there is no container yet, but loads the client that makes one.
    await maker.init().catch(() => undefined)
    await maker.containerClient.create()
  } catch (error) {
    await server.close()
    throw error
  }
  return { server, open, container }
}

/** The servers of a file. */
export function useStores(): Stores {
  const running: (() => Promise<void>)[] = []
  afterAll(async () => {
    await Promise.all(running.splice(0).map((close) => close()))
  })
  const once = <T extends { readonly server: { close(): Promise<void> } }>(start: () => Promise<T>) => {
    let started: Promise<T> | undefined
    return (): Promise<T> => {
      started ??= start().then((store) => {
        running.push(() => store.server.close())
        return store
      })
      return started
    }
  }
  return { s3: once(startS3Store), gcs: once(startGCSStore), azure: once(startAzureStore) }
}

import { randomUUID } from 'node:crypto'
import { CompositeFilesystem, LocalFilesystem } from '@caisson/core'
import { startPlatformEmulator } from '@caisson/emulators'
import { toMastraFilesystem } from '@caisson/mastra'
import { PlatformFilesystem } from '@caisson/platform'
import * as mastra from '@mastra/core/workspace'
import type { SandboxKind } from './sandboxes.js'
import { temporaryDirectory } from './temporary-directory.js'
import { useEmulator } from './use-emulator.js'

/** One kind of filesystem that the tests of the file tools run with. */
export interface FilesystemKind {
  readonly name: string
  create(): Promise<mastra.WorkspaceFilesystem>
}

/** Mastra's own, which shows what its tools do with a filesystem they were written for. */
export const mastraLocalFilesystem: FilesystemKind = {
  name: 'LocalFilesystem of Mastra',
  create: async () => new mastra.LocalFilesystem({ basePath: await temporaryDirectory() }),
}

export const localFilesystem: FilesystemKind = {
  name: 'LocalFilesystem',
  create: async () => toMastraFilesystem(new LocalFilesystem({ basePath: await temporaryDirectory() })),
}

/** The disk of a sandbox. */
export function diskOf(kind: SandboxKind): FilesystemKind {
  return {
    name: `disk of a ${kind.name}`,
    create: async () => {
      const { filesystem } = await kind.create()
      if (!filesystem) throw new Error('The sandbox has no filesystem')
      return toMastraFilesystem(filesystem)
    },
  }
}

/** A bucket of Platform, emulated for the tests of the calling file. */
export function platformFiles(): FilesystemKind {
  const emulator = useEmulator(startPlatformEmulator)
  return {
    name: 'PlatformFilesystem (emulated)',
    create: async () => {
      const { url: baseUrl, env } = emulator()
      const bucketName = env.MASTRA_PLATFORM_BUCKET_NAME
      const connection = { accessToken: 'any', projectId: env.MASTRA_PROJECT_ID, baseUrl, bucketName }
      return toMastraFilesystem(new PlatformFilesystem({ ...connection, prefix: randomUUID() }))
    },
  }
}

export const compositeRoot: FilesystemKind = {
  name: 'CompositeFilesystem',
  create: async () => {
    const root = new LocalFilesystem({ basePath: await temporaryDirectory() })
    return toMastraFilesystem(new CompositeFilesystem({ mounts: { '/': root } }))
  },
}

import type { PlatformEmulator, PlatformEmulatorOptions } from '@caisson/emulators'
import { PlatformFilesystem, type PlatformFilesystemOptions } from '../../../src/index.js'
import { useEmulated } from '../../support/emulated.js'

/** The file store of an emulator for the tests of a file. */
export interface Files {
  readonly emulator: PlatformEmulator
  options(): PlatformFilesystemOptions
  open(options?: PlatformFilesystemOptions): PlatformFilesystem
}

export function useFiles(options: PlatformEmulatorOptions = {}): Files {
  const target = useEmulated(options)
  const optionsOf = (): PlatformFilesystemOptions => {
    const { environmentId: _environmentId, ...connection } = target.connection
    return { ...connection, bucketName: target.emulator.env.MASTRA_PLATFORM_BUCKET_NAME }
  }
  return {
    get emulator() {
      return target.emulator
    },
    options: optionsOf,
    open: (given = {}) => new PlatformFilesystem({ ...optionsOf(), ...given }),
  }
}

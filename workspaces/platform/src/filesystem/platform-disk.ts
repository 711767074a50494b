import { MachineDisk } from '@caisson/kit/filesystem'
import { platformMachineFiles, type PlatformFileAccess } from './platform-machine-files.js'

/**
 * The disk of an attached machine at the platform; see `MachineDisk`. It reads and changes with the rights of the machine's
 * user, by scripts: the platform has no API for files in machines.
 */
export class PlatformDisk extends MachineDisk {
  constructor(access: PlatformFileAccess) {
    super({
      files: platformMachineFiles(access),
      name: 'PlatformDisk',
      provider: 'platform',
      idPrefix: 'platform-disk',
      displayName: 'Platform disk',
      description: 'The disk of a machine at the platform.',
    })
  }
}

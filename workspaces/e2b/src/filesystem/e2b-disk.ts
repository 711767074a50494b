import { MachineDisk } from '@caisson/kit/filesystem'
import type { E2BFileAccess } from './disk-options.js'
import { e2bMachineFiles } from './e2b-machine-files.js'

/**
 * The disk of an attached machine at E2B; see `MachineDisk`. It reads and changes with the rights of the vendor's file API,
 * root's; what it makes belongs to the user, and what it replaces keeps its owner.
 */
export class E2BDisk extends MachineDisk {
  constructor(access: E2BFileAccess) {
    super({
      files: e2bMachineFiles(access),
      name: 'E2BDisk',
      provider: 'e2b',
      idPrefix: 'e2b-disk',
      displayName: 'E2B disk',
      description: 'The disk of a machine at E2B.',
    })
  }
}

import { MachineDisk } from '@caisson/kit/filesystem'
import { daytonaMachineFiles } from './daytona-machine-files.js'
import type { DaytonaFileAccess } from './disk-options.js'

/**
 * The disk of an attached machine at Daytona; see `MachineDisk`. It reads and changes with the rights of the machine's
 * user. Small content is written with one request, and larger content with two.
 */
export class DaytonaDisk extends MachineDisk {
  constructor(access: DaytonaFileAccess) {
    super({
      files: daytonaMachineFiles(access),
      name: 'DaytonaDisk',
      provider: 'daytona',
      idPrefix: 'daytona-disk',
      displayName: 'Daytona disk',
      description: 'The disk of a machine at Daytona.',
    })
  }
}

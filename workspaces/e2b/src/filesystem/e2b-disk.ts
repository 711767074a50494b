import { LocalFilesystem } from '@caisson/core'
import type { E2BFileAccess } from './disk-options.js'

/** The disk of an attached machine at E2B. */
export class E2BDisk extends LocalFilesystem {
  override readonly name: string = 'E2BDisk'
  override readonly provider: string = 'e2b'

  constructor(_access: E2BFileAccess) {
    super({ basePath: '/nonexistent', readOnly: true })
  }
}

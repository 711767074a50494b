import { statfs } from 'node:fs/promises'
import { EnvdError } from '../../envd-error.js'
import type { Located } from '../../../../daemon/paths.js'

/** Types of file systems whose changes the kernel does not see, as `statfs` numbers them. */
const networkTypes: Readonly<Record<string, number>> = {
  nfs: 0x6969,
  smb: 0x517b,
  smb2: 0xfe534d42,
  cifs: 0xff534d42,
  fuse: 0x65735546,
}

/** Refuses to watch what would only seem to be watched. */
export async function refuseNetworkMount({ shown, actual }: Located): Promise<void> {
  const { type } = await statfs(actual)
  if (Object.values(networkTypes).includes(type)) {
    throw new EnvdError('invalidArgument', `cannot watch path on network filesystem: ${shown}`)
  }
}

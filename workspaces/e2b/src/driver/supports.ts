import type { SandboxSupports } from '@caisson/core/driver'
import { relaySupports } from '@caisson/kit/relay'

/** What an E2B sandbox can do, with what the relay adds to the vendor's processes. */
export const e2bSupports: SandboxSupports = {
  ...relaySupports,
  ports: true,
  filesystem: true,
  fileModes: true,
  checkpoints: true,
  nativeMounts: [],
  fuse: true,
  sharesHostDisk: false,
  detachedLifecycle: true,
  findsById: true,
  filesSurviveStop: true,
  stopRemoves: false,
  startAfterDestroy: false,
  processesSurviveStop: true,
}

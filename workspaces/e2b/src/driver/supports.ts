import type { SandboxSupports } from '@caisson/core/driver'

/** What an E2B sandbox can do, with what the relay adds to the vendor's processes. */
export const e2bSupports: SandboxSupports = {
  stdin: true,
  closeStdin: true,
  streaming: true,
  exactBytes: true,
  backpressure: true,
  channel: false,
  killsEscapedSessions: true,
  attach: true,
  listsForeignProcesses: true,
  ports: true,
  filesystem: true,
  fileModes: true,
  checkpoints: true,
  nativeMounts: [],
  fuse: true,
  sharesHostDisk: false,
  detachedLifecycle: true,
  stopRemoves: false,
  startAfterDestroy: false,
  processesSurviveStop: true,
}

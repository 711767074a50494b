import type { SandboxSupports } from '@caisson/core/driver'

/** What a Daytona sandbox can do, with what the relay adds to the vendor's way of running a script. */
export function daytonaSupports(isGoneAfterStop: boolean): SandboxSupports {
  return {
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
    checkpoints: false,
    nativeMounts: [],
    fuse: true,
    sharesHostDisk: false,
    detachedLifecycle: true,
    stopRemoves: isGoneAfterStop,
    startAfterDestroy: isGoneAfterStop,
    processesSurviveStop: false,
  }
}

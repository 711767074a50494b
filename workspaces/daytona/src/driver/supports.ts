import type { SandboxSupports } from '@caisson/core/driver'
import { relaySupports } from '@caisson/kit/relay'

/** What a Daytona sandbox can do, with what the relay adds to the vendor's way of running a script. */
export function daytonaSupports(isGoneAfterStop: boolean): SandboxSupports {
  return {
    ...relaySupports,
    ports: true,
    filesystem: true,
    fileModes: true,
    checkpoints: false,
    nativeMounts: [],
    fuse: true,
    sharesHostDisk: false,
    detachedLifecycle: true,
    findsById: true,
    filesSurviveStop: !isGoneAfterStop,
    stopRemoves: isGoneAfterStop,
    startAfterDestroy: isGoneAfterStop,
    processesSurviveStop: false,
  }
}

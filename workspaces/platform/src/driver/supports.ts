import type { SandboxSupports } from '@caisson/core/driver'
import { relaySupports } from '@caisson/kit/relay'

/**
 * What a sandbox at the platform can do. A command that is waited for is the platform's own: its signals reach a group of
 * processes, and nothing holds its output back. One that is spawned is the relay's.
 */
export function platformSupports(stopBehavior: 'destroy' | 'detach'): SandboxSupports {
  return {
    ...relaySupports,
    killsEscapedSessions: false,
    backpressure: false,
    ports: false,
    filesystem: true,
    fileModes: true,
    checkpoints: true,
    nativeMounts: [],
    fuse: true,
    sharesHostDisk: false,
    detachedLifecycle: true,
    findsById: false,
    filesSurviveStop: stopBehavior === 'detach',
    stopRemoves: false,
    startAfterDestroy: true,
    processesSurviveStop: stopBehavior === 'detach',
  }
}

import type { SandboxSupports } from '../../driver/supports.js'
import type { IsolationBackend } from './isolation/isolation-backend.js'

/** What a local sandbox can do. */
export function localSupports(backend: IsolationBackend, hasCheckpoint: boolean): SandboxSupports {
  return {
    stdin: true,
    closeStdin: true,
    streaming: true,
    exactBytes: true,
    backpressure: true,
    channel: true,
    killsEscapedSessions: process.platform === 'linux',
    attach: false,
    listsForeignProcesses: false,
    ports: false,
    filesystem: true,
    fileModes: true,
    checkpoints: hasCheckpoint,
    nativeMounts: ['local'],
    // Whether this host lets its user mount shows when something is to be mounted.
    fuse: process.platform === 'linux',
    // Bubblewrap gives the machine a /tmp of its own and hides most of the host.
    sharesHostDisk: backend !== 'bwrap',
    detachedLifecycle: true,
    findsById: true,
    filesSurviveStop: true,
    stopRemoves: false,
    startAfterDestroy: false,
    processesSurviveStop: false,
  }
}

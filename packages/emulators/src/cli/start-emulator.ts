import { startDaytonaEmulator } from '../daytona/index.js'
import { startE2BEmulator } from '../e2b/index.js'
import { startGCSEmulator } from '../gcs/index.js'
import type { Journal } from '../http/journal.js'
import { startPlatformEmulator } from '../platform/index.js'
import { startS3Emulator } from '../s3/index.js'
import type { EmulatorName } from './cli-flags.js'
import type { CliOptions } from './cli-options.js'

/** What all emulators have. */
export interface RunningEmulator {
  readonly env: Readonly<Record<string, string>>
  readonly journal: Journal
  describe(): { readonly summary: string }
  close(): Promise<void>
}

type Start = (options: CliOptions) => Promise<RunningEmulator>

export const starters: Readonly<Record<EmulatorName, Start>> = {
  daytona: (options) => {
    const { port, latencyMs, root, backing, ownNetworks, snapshots, host, allowRemote, minuteMs, transitionMs } =
      options
    return startDaytonaEmulator({
      port,
      latencyMs,
      root,
      backing,
      ownNetworks,
      snapshots,
      host,
      allowRemote,
      minuteMs,
      transitionMs,
    })
  },
  e2b: ({ port, tls, domain, latencyMs, root, backing, ownNetworks, templates, host, allowRemote }) => {
    return startE2BEmulator({ port, tls, domain, latencyMs, root, backing, ownNetworks, templates, host, allowRemote })
  },
  platform: (options) => {
    const { port, latencyMs, root, backing, host, allowRemote, minuteMs, bucketNames, pageSize } = options
    return startPlatformEmulator({
      port,
      latencyMs,
      root,
      backing,
      host,
      allowRemote,
      minuteMs,
      pageSize,
      durableSessions: !options.noSessions,
      ...(bucketNames.length === 0 ? {} : { buckets: bucketNames }),
      ...(options.noInput ? { features: [] } : {}),
    })
  },
  s3: ({
    bucketNames,
    publicBucketNames,
    port,
    latencyMs,
    root,
    host,
    allowRemote,
    region,
    hostSuffixes,
    pageSize,
  }) => {
    const buckets = [...bucketNames, ...publicBucketNames.map((name) => ({ name, publicRead: true }))]
    return startS3Emulator({ buckets, port, latencyMs, root, host, allowRemote, region, hostSuffixes, pageSize })
  },
  gcs: ({ bucketNames, publicBucketNames, port, latencyMs, root, host, allowRemote, pageSize }) => {
    const buckets = [...bucketNames, ...publicBucketNames.map((name) => ({ name, public: true }))]
    return startGCSEmulator({ buckets, port, latencyMs, root, host, allowRemote, pageSize })
  },
}

import { Image } from '@daytonaio/sdk'
import { createMountableSnapshot, type MountableSnapshot, type MountableSnapshotOptions } from '../../../src/index.js'
import { useEmulated, type Emulated } from '../../support/emulated.js'

/** Requests of the control plane about snapshots, as the journal names them. */
export const routes = {
  look: 'GET /snapshots/{id}',
  create: 'POST /snapshots',
  activate: 'POST /snapshots/{id}/activate',
  remove: 'DELETE /snapshots/{id}',
  logAddress: 'GET /snapshots/{id}/build-logs-url',
  log: 'GET /build-logs/{id}',
} as const

/** What a new build costs: the address of its log is asked for besides; the log itself is read in the background. */
export const buildCost = { [routes.look]: 1, [routes.create]: 1, [routes.logAddress]: 1 }

/** Programs that are there and do nothing, so that nothing has to be fetched. */
const placeTools = [
  'touch /etc/fuse.conf',
  'cd /usr/local/bin',
  'for tool in s3fs gcsfuse blobfuse2 fusermount; do echo "#!/bin/sh" >$tool; chmod 755 $tool; done',
].join('; ')

/** An image in which every tool is there already. `word` makes it one of its own; `then` is run last. */
export function quickImage(word: string, ...then: readonly string[]): Image {
  return Image.base('daytonaio/sandbox').runCommands(`echo ${word}`, `sudo sh -c '${placeTools}'`, ...then)
}

export interface SnapshotBench extends Emulated {
  /** Calls with the connection of the emulator. */
  call(options?: MountableSnapshotOptions): Promise<MountableSnapshot>
  /** Requests that were waited for, one after another, without polls. */
  costOf(operation: () => Promise<unknown>): Promise<Readonly<Record<string, number>>>
  /** All requests since then, the vendor's for files of images left out. */
  allSince(after: number): Readonly<Record<string, number>>
}

/** An emulator for the tests of a file, and calls that lead there. */
export function useSnapshots(): SnapshotBench {
  const target = useEmulated()
  return {
    get emulator() {
      return target.emulator
    },
    get connection() {
      return target.connection
    },
    make: (options) => target.make(options),
    call: async (options = {}) => createMountableSnapshot({ ...target.connection, ...options }),
    costOf: async (operation) => {
      const after = target.emulator.journal.last
      await operation()
      return target.emulator.journal.routes({ after, kind: 'call' })
    },
    allSince: (after) => target.emulator.journal.routes({ after }),
  }
}

/** What a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
  throw new TypeError('the call did not fail')
}

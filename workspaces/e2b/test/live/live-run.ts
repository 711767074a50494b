import { randomUUID } from 'node:crypto'
import { Sandbox } from 'e2b'
import type { TestedSandbox } from '@caisson/conformance'
import type { LiveRun } from '@caisson/testing'
import { snapshotName } from '../../src/driver/checkpoints.js'
import { E2BCodeModeTransport, E2BSandbox, type E2BSandboxOptions } from '../../src/index.js'

/** Metadata of every machine of one run, and of nothing else. */
const runKey = 'caisson-live-run'

/** One run against the account that the environment names. Removes all that it has made, and touches nothing else. */
export class E2BLiveRun implements LiveRun {
  readonly name = 'e2b (live)'
  readonly caseLimitMs = 180_000
  readonly #run = randomUUID()
  /** Names or ids of snapshots that this run may have made. */
  readonly #snapshots = new Set<string>()

  /** Every machine ends by itself soon after a run that was cut. */
  readonly create = (options: E2BSandboxOptions = {}): E2BSandbox => {
    const { checkpointName, metadata } = options
    if (checkpointName !== undefined) this.#snapshots.add(snapshotName(checkpointName))
    return new E2BSandbox({
      template: 'base',
      lifecycle: { onTimeout: 'kill' },
      ...options,
      metadata: { ...metadata, [runKey]: this.#run },
    })
  }

  readonly cleanup = async (sandbox: TestedSandbox): Promise<void> => {
    const { metadata } = await sandbox.getInfo()
    const snapshotId = metadata?.['snapshotId']
    if (typeof snapshotId === 'string') this.#snapshots.add(snapshotId)
  }

  codeModeTransport(): E2BCodeModeTransport {
    return new E2BCodeModeTransport()
  }

  async sweep(): Promise<number> {
    const machines = Sandbox.list({ query: { metadata: { [runKey]: this.#run }, state: ['running', 'paused'] } })
    let count = 0
    while (machines.hasNext) {
      for (const { sandboxId } of await machines.nextItems()) count += (await Sandbox.kill(sandboxId)) ? 1 : 0
    }
    for (const name of this.#snapshots) {
      const snapshots = Sandbox.listSnapshots({ name })
      while (snapshots.hasNext) {
        for (const { snapshotId } of await snapshots.nextItems()) await Sandbox.deleteSnapshot(snapshotId)
      }
    }
    return count
  }
}

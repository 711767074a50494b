import { randomUUID } from 'node:crypto'
import type { TestedSandboxOptions } from '@caisson/conformance'
import type { LiveRun } from '@caisson/testing'
import { Daytona } from '@daytonaio/sdk'
import { DaytonaCodeModeTransport, DaytonaSandbox, type DaytonaSandboxOptions } from '../../src/index.js'

/** Label of every machine of one run, and of nothing else. */
const runKey = 'caisson-live-run'

/** How machines that a cut run has left end: they stop by themselves, and are removed some time later. In minutes. */
const ends = { autoStopInterval: 15, autoDeleteInterval: 60 }

/** One run against the account that the environment names. Removes all that it has made, and touches nothing else. */
export class DaytonaLiveRun implements LiveRun {
  readonly name = 'daytona (live)'
  readonly caseLimitMs = 180_000
  readonly #run = randomUUID()

  readonly create = ({
    checkpointName: _unused,
    seedCheckpointName: _other,
    ...options
  }: DaytonaSandboxOptions & TestedSandboxOptions = {}): DaytonaSandbox =>
    new DaytonaSandbox({ ...ends, ...options, labels: { ...options.labels, [runKey]: this.#run } })

  codeModeTransport(): DaytonaCodeModeTransport {
    return new DaytonaCodeModeTransport()
  }

  async sweep(): Promise<number> {
    await using client = new Daytona({ useDeprecatedPolling: true })
    let count = 0
    for await (const machine of client.list({ labels: { [runKey]: this.#run } })) {
      if (machine.state === 'destroyed' || machine.state === 'destroying') continue
      await machine.delete()
      count += 1
    }
    return count
  }
}

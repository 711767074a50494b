import type {
  DriverRunOptions,
  DriverRunResult,
  ErrorFacts,
  OutputSink,
  SandboxSupports,
  ShellCommand,
} from '@caisson/core/driver'
import { LineSplitter, type LineReader } from './line-reader.js'
import { classifyRelayError } from './relay-error.js'
import { RelayMachine, type LookLimits } from './relay-machine.js'
import type { RawProcess, RelayableDriver, RelayNeeds } from './relayable-driver.js'
import type { LookWay } from './scripts/look-parts.js'

const quiet: OutputSink = { stdout: () => undefined, stderr: () => undefined }

/** What is kept in base64 by the vendor's handle is a third longer, and the last piece may go over. */
const shareOfLimit = 0.7
const leastBudgetBytes = 65_536
/** Time after which a look ends when nothing happens, so that it does not outlive a host that is gone for long. */
const longestIdleMs = 600_000

/** A machine whose vendor streams the output of processes. */
export class StreamMachine<Handle> extends RelayMachine {
  constructor(
    readonly driver: RelayableDriver<Handle>,
    readonly handle: Handle,
    readonly needs: RelayNeeds,
  ) {
    super()
  }

  get supports(): SandboxSupports {
    return this.driver.supports
  }

  limits(): LookLimits {
    const budgetBytes = Math.max(leastBudgetBytes, Math.floor(this.needs.maxStreamBytes * shareOfLimit))
    return { budgetBytes, longestMs: longestIdleMs }
  }

  async open(_way: LookWay, script: ShellCommand, reader: LineReader): Promise<{ readonly ended: Promise<unknown> }> {
    const options = { env: {}, stdin: 'ignore', channel: false } as const
    const raw = await this.driver.spawn(this.handle, script.text, options, new LineSplitter(reader))
    return { ended: raw.wait() }
  }

  nextWay(): LookWay {
    return 'stream'
  }

  async run(script: ShellCommand, options: DriverRunOptions = {}): Promise<DriverRunResult> {
    return this.driver.run(this.handle, script, options)
  }

  classifyError(error: unknown): ErrorFacts {
    return classifyRelayError(this.driver, error)
  }

  /** The input of a process that this host did not start, by the vendor's own way to it. */
  async inputOf(pid: string): Promise<RawProcess | undefined> {
    const raw = await this.driver.attach?.(this.handle, pid, quiet)
    // Its output is read elsewhere; a lost connection to it is no news.
    raw?.wait().catch(() => undefined)
    raw?.detach()
    return raw
  }
}

import type { OutputSink } from '@caisson/core/driver'
import { ForgottenCommands } from './forgotten-commands.js'
import type { RawProcess, RelayableDriver, RelayNeeds } from './relayable-driver.js'

const quiet: OutputSink = { stdout: () => undefined, stderr: () => undefined }

/** A machine as the relay sees it: the driver, its handle and what is to be tidied up there. */
export class RelayMachine<Handle> {
  readonly forgotten: ForgottenCommands = new ForgottenCommands()
  /** It is being removed: streams that are cut now are no reason to look into it again. */
  isEnding = false

  constructor(
    readonly driver: RelayableDriver<Handle>,
    readonly handle: Handle,
    readonly needs: RelayNeeds,
  ) {}

  /** Starts a script of ours whose output is read while it runs. */
  async start(script: string, output: OutputSink): Promise<RawProcess> {
    return this.driver.spawn(this.handle, script, { env: {}, stdin: 'ignore', channel: false }, output)
  }

  /** Runs a script of ours that answers in a line with a mark: the rest of that line, or `undefined` when there is none. */
  async ask(
    script: (forgotten: readonly string[]) => Parameters<RelayableDriver<Handle>['run']>[1],
    mark: string,
  ): Promise<string | undefined> {
    const { stdout } = await this.forgotten.with((ids) => this.driver.run(this.handle, script(ids), {}))
    const text = Buffer.from(stdout).toString()
    const at = text.indexOf(`\u001F${mark} `)
    return at < 0 ? undefined : text.slice(at + mark.length + 2).split('\n', 1)[0]
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

/** The machines of a driver, as long as their handles are in use. */
export class RelayMachines<Handle> {
  readonly #byHandle = new WeakMap<object, RelayMachine<Handle>>()
  readonly #driver: RelayableDriver<Handle>
  readonly #needs: RelayNeeds

  constructor(driver: RelayableDriver<Handle>, needs: RelayNeeds) {
    this.#driver = driver
    this.#needs = needs
  }

  of(handle: Handle): RelayMachine<Handle> {
    if (typeof handle !== 'object' || handle === null) return new RelayMachine(this.#driver, handle, this.#needs)
    const known = this.#byHandle.get(handle)
    if (known) return known
    const machine = new RelayMachine(this.#driver, handle, this.#needs)
    this.#byHandle.set(handle, machine)
    return machine
  }
}

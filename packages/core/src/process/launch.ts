import type { Logger } from '../contract/logger.js'
import type { SpawnProcessOptions } from '../contract/process.js'
import type { DriverSpawnOptions, RemoteProcess, SandboxDriver } from '../driver/sandbox-driver.js'
import { SandboxAbortError, SandboxTimeoutError, SandboxUnsupportedFeatureError } from '../errors/sandbox-errors.js'
import type { HandleAccess } from '../lifecycle/handle-access.js'
import { bestEffort } from '../util/logging.js'
import { raceSignal } from '../util/race-signal.js'
import { settlesWithin, startTimer, type Timer } from '../util/timer.js'
import { effectiveTimeoutMs } from './command-options.js'
import type { OutputHub } from './output-hub.js'
import type { TrackedProcess } from './process-handle.js'

/** How long the answer to a start is waited for before the call goes on. */
const mostUnansweredMs = 2000

/** Options of a launch: those of the caller, and what only the manager knows. */
export interface LaunchOptions extends SpawnProcessOptions {
  /** See `DriverSpawnOptions.live`. */
  readonly live?: boolean | undefined
  /** See `DriverSpawnOptions.foreground`. */
  readonly foreground?: boolean | undefined
}

/** What a launch needs of the manager's surroundings. */
export interface LaunchConfig<Handle> {
  readonly access: HandleAccess<Handle>
  readonly driver: SandboxDriver<Handle>
  readonly logger: () => Logger
  readonly environment: (perCall: SpawnProcessOptions['env']) => Record<string, string>
  readonly workingDirectory: () => string | undefined
}

/**
 * The way of one command from the call to a running process, under the caller's clock and abort signal from the first
 * moment: both cover the start of the machine as well. Before the process exists they reject the call, afterwards they end
 * the process tree.
 */
export class Launch<Handle> {
  readonly #config: LaunchConfig<Handle>
  readonly #command: string
  readonly #options: LaunchOptions
  readonly #hub: OutputHub
  readonly #startedAtMs: number = performance.now()
  readonly #timeoutMs: number | undefined
  #interrupt: AbortController | undefined
  #process: TrackedProcess | undefined
  #timer: Timer | undefined
  #phase: 'start' | 'spawn' = 'start'
  /** Set while a process is known of which it is not known yet whether it runs: ends that wait. */
  #stopWaiting: (() => void) | undefined
  /** Why a process is to be ended as soon as it is tracked. */
  #pendingEnd: 'timeout' | 'abort' | 'expected' | 'machine' | undefined

  constructor(config: LaunchConfig<Handle>, command: string, options: LaunchOptions, hub: OutputHub) {
    this.#config = config
    this.#command = command
    this.#options = options
    this.#hub = hub
    this.#timeoutMs = effectiveTimeoutMs(options.timeout)
  }

  /** Starts the command; `track` makes the handle in the same turn in which the driver's process is known. */
  async run(
    track: (remote: RemoteProcess, handle: Handle, startedAtMs: number) => TrackedProcess,
  ): Promise<TrackedProcess> {
    const { driver, access } = this.#config
    const { abortSignal } = this.#options
    if (abortSignal?.aborted) throw new SandboxAbortError('spawn', abortSignal.reason, { retry: 'safe' })
    if (this.#options.channel && !driver.supports.channel) {
      throw new SandboxUnsupportedFeatureError(`Provider '${driver.provider}' has no private channel to a process`)
    }
    this.#arm()
    try {
      const launched = await access.use('start a command', (handle) => this.#spawn(handle), this.#interrupt?.signal)
      const process = track(launched.remote, launched.handle, this.#startedAtMs)
      this.#process = process
      process.wait().then(this.#disarm, this.#disarm)
      if (this.#pendingEnd === 'expected') process.expectEnd(true)
      else if (this.#pendingEnd === 'machine') process.abandon()
      else if (this.#pendingEnd) this.#end(this.#pendingEnd)
      return process
    } catch (error) {
      this.#disarm()
      throw error
    }
  }

  /**
   * The machine is being ended on purpose, or was ended: a process of which it is not known yet whether it runs ends with
   * it. One that still waits for a machine gets the next.
   */
  leave(end: 'expected' | 'machine'): void {
    if (this.#phase === 'start') return
    this.#pendingEnd = end
    this.#stopWaiting?.()
  }

  async #spawn(handle: Handle): Promise<{ remote: RemoteProcess; handle: Handle }> {
    this.#phase = 'spawn'
    try {
      return { remote: await this.#spawnOn(handle), handle }
    } catch (error) {
      // Where it may be tried again, that is another start.
      this.#phase = 'start'
      this.#pendingEnd = undefined
      throw error
    }
  }

  async #spawnOn(handle: Handle): Promise<RemoteProcess> {
    const signal = this.#interrupt?.signal
    const spawning = this.#config.driver.spawn(handle, this.#command, this.#driverOptions(signal), this.#hub)
    const remote = await raceSignal(spawning, signal, (late) => {
      late.started?.catch(() => undefined)
      void bestEffort('Ending a process that started too late', this.#config.logger(), () => late.kill('SIGKILL'))
    })
    if (remote.started) await this.#untilStarted(remote.started)
    return remote
  }

  /** A process that was given out early is ended like any other when the clock runs out: what it printed is not lost. */
  async #untilStarted(started: Promise<void>): Promise<void> {
    const interrupted = new Promise<false>((resolve) => {
      this.#stopWaiting = () => resolve(false)
    })
    try {
      // What cannot be started is mostly told soon; who has heard nothing for a while takes it for running.
      if (await Promise.race([settlesWithin(started, mostUnansweredMs), interrupted])) await started
    } finally {
      this.#stopWaiting = undefined
    }
  }

  #driverOptions(signal: AbortSignal | undefined): DriverSpawnOptions {
    const { cwd, env, stdinMode, channel, live, foreground } = this.#options
    const leftMs = this.#timeoutMs === undefined ? undefined : this.#timeoutMs - (performance.now() - this.#startedAtMs)
    return {
      cwd: cwd ?? this.#config.workingDirectory(),
      env: this.#config.environment(env),
      stdin: stdinMode ?? 'pipe',
      channel: channel ?? false,
      timeoutMs: leftMs,
      signal,
      live: live ?? true,
      foreground: foreground ?? false,
    }
  }

  #arm(): void {
    const { abortSignal } = this.#options
    if (this.#timeoutMs === undefined && !abortSignal) return
    this.#interrupt = new AbortController()
    if (this.#timeoutMs !== undefined) this.#timer = startTimer(this.#timeoutMs, this.#onTimeout)
    abortSignal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  readonly #disarm = (): void => {
    this.#timer?.cancel()
    this.#options.abortSignal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onTimeout = (): void => {
    if (this.#process || this.#stopWaiting) return this.#end('timeout')
    // What never started may be done again; what was sent may have run.
    const retry = this.#phase === 'start' ? 'safe' : 'ambiguous'
    this.#interrupt?.abort(new SandboxTimeoutError(this.#timeoutMs ?? 0, this.#phase, { retry }))
  }

  readonly #onAbort = (): void => {
    if (this.#process || this.#stopWaiting) return this.#end('abort')
    const retry = this.#phase === 'start' ? 'safe' : 'ambiguous'
    this.#interrupt?.abort(new SandboxAbortError(this.#phase, this.#options.abortSignal?.reason, { retry }))
  }

  #end(cause: 'timeout' | 'abort'): void {
    if (!this.#process) {
      this.#pendingEnd ??= cause
      this.#stopWaiting?.()
      return
    }
    void bestEffort(`Ending a process (${cause})`, this.#config.logger(), () => this.#process?.terminate(cause))
  }
}

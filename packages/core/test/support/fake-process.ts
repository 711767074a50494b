import type { DriverSpawnOptions, OutputSink, ProcessExit, RemoteProcess } from '../../src/driver.js'

/** A process whose whole life the test decides. */
export class FakeProcess implements RemoteProcess {
  readonly kills: string[] = []
  readonly written: Buffer[] = []
  stdinClosed = false
  #settle: { resolve(exit: ProcessExit): void; reject(error: unknown): void } | undefined
  readonly #exit = new Promise<ProcessExit>((resolve, reject) => {
    this.#settle = { resolve, reject }
  })

  constructor(
    readonly pid: string,
    readonly output: OutputSink,
    readonly options: DriverSpawnOptions,
  ) {
    this.#exit.catch(() => undefined)
  }

  /** What `kill` does: by default a signal ends the process. */
  onKill: (signal: 'SIGTERM' | 'SIGKILL') => boolean | Promise<boolean> = (signal) => {
    this.exit({ signal })
    return true
  }

  print(text: string | Uint8Array, stream: 'stdout' | 'stderr' = 'stdout'): void {
    void this.output[stream](typeof text === 'string' ? Buffer.from(text) : text)
  }

  exit(exit: ProcessExit): void {
    this.#settle?.resolve(exit)
  }

  lose(error: unknown): void {
    this.#settle?.reject(error)
  }

  wait(): Promise<ProcessExit> {
    return this.#exit
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    this.kills.push(signal)
    return this.onKill(signal)
  }

  async writeStdin(data: Uint8Array): Promise<void> {
    this.written.push(Buffer.from(data))
  }

  async closeStdin(): Promise<void> {
    this.stdinClosed = true
  }
}

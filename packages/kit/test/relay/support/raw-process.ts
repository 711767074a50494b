import { spawn, type ChildProcess } from 'node:child_process'
import { SandboxStateError } from '@caisson/core'
import type { DriverSpawnOptions, OutputSink, ProcessExit } from '@caisson/core/driver'
import type { RawProcess } from '../../../src/relay.js'

/** The stream of a process was cut on purpose. */
export class CutStream extends Error {}

/** What a raw process of the tests is started with. */
export interface RawProcessParts {
  readonly command: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly options: DriverSpawnOptions
  readonly output: OutputSink
  /** Output is decoded piece by piece and encoded again, as vendors do that speak of text. */
  readonly decodes: boolean
}

/** A process as a vendor gives it: text, one signal to one process, and a stream that may break. */
export class RawLocalProcess implements RawProcess {
  readonly pid: string
  readonly command: string
  /** What a vendor's handle would hold by now. */
  receivedBytes = 0
  readonly #child: ChildProcess
  readonly #ended: Promise<ProcessExit>
  readonly exited: Promise<void>
  #isRead = true
  #cut: (error: Error) => void = () => undefined

  constructor(parts: RawProcessParts) {
    const child = spawn('/bin/bash', ['-l', '-c', parts.command], {
      cwd: parts.directory,
      env: { ...parts.environment },
      stdio: [parts.options.stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    this.pid = String(child.pid)
    this.command = parts.command
    child.stdin?.on('error', () => undefined)
    this.exited = new Promise((resolve) => {
      child.once('exit', () => resolve())
    })
    const readers = [
      this.#read(child.stdout, parts, (data) => parts.output.stdout(data)),
      this.#read(child.stderr, parts, (data) => parts.output.stderr(data)),
    ]
    this.#ended = new Promise((resolve, reject) => {
      this.#cut = reject
      child.once('error', reject)
      child.once('close', (code, signal) => {
        const exit = signal === null ? { exitCode: code ?? undefined } : { signal }
        void Promise.all(readers).then(() => resolve(exit))
      })
    })
    this.#ended.catch(() => undefined)
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  wait(): Promise<ProcessExit> {
    return this.#ended
  }

  async kill(): Promise<boolean> {
    return this.#child.kill('SIGKILL')
  }

  detach(): void {
    this.#isRead = false
  }

  /** Breaks the connection; the process goes on and its output is lost. */
  cut(): void {
    this.#isRead = false
    this.#cut(new CutStream('the stream was cut'))
  }

  async writeStdin(data: Uint8Array): Promise<void> {
    const { stdin } = this.#child
    if (!stdin) throw new SandboxStateError(`Process ${this.pid} has no stdin`)
    await new Promise<void>((resolve, reject) => {
      stdin.write(data, (error) => {
        if (error) reject(new SandboxStateError(`Process ${this.pid} has closed its stdin`))
        else resolve()
      })
    })
  }

  async closeStdin(): Promise<void> {
    this.#child.stdin?.end()
  }

  async #read(
    stream: ChildProcess['stdout'],
    { decodes }: RawProcessParts,
    sink: (data: Uint8Array) => void | Promise<void>,
  ): Promise<void> {
    if (!stream) return
    const decoder = new TextDecoder()
    const give = async (data: Uint8Array): Promise<void> => {
      if (!this.#isRead || data.length === 0) return
      this.receivedBytes += data.length
      await sink(data)
    }
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      await give(decodes ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes)
    }
    if (decodes) await give(Buffer.from(decoder.decode()))
  }
}

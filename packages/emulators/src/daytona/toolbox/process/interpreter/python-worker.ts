import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { systemCode } from '../../../../daemon/system-error.js'
import { ToolboxError } from '../../http/toolbox-error.js'
import type { ToolboxState } from '../../toolbox-state.js'
import type { Deferred } from '../../../../machine/processes/deferred.js'
import { createDeferred } from '../deferred.js'
import type { Pipe } from '../../../../daemon/pipes/pipe-supply.js'
import type { PipeStock } from '../pipes/pipe-stock.js'
import { killTree } from '../system/end-tree.js'
import { sendSignal } from '../../../../daemon/processes/send-signal.js'
import { startChild } from '../system/start-child.js'
import type { InterpreterMessage } from './interpreter-message.js'
import { readMessage } from './interpreter-message.js'
import { MarkedOutput } from './marked-output.js'
import { workerProgram } from './worker-program.js'

/** How a run ended; `exited` when the worker did. */
export type RunOutcome = 'completed' | 'interrupted' | 'exited'

/** Takes what a run prints; what it waits for holds the program up. */
export type MessageSink = (message: InterpreterMessage) => Promise<void>

/** What belongs to the run at hand. */
interface CurrentRun {
  readonly mark: Buffer
  readonly sink: MessageSink
  readonly outcome: Deferred<RunOutcome>
  readonly marks: Readonly<Record<'stdout' | 'stderr', Deferred<void>>>
}

/** Reads to the end; that a stream is taken away is an end too. */
async function forEachChunk(stream: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream) await take(Buffer.from(chunk))
  } catch (error) {
    if (systemCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE' && systemCode(error) !== 'ECONNRESET') throw error
  }
}

/** A Python process that keeps the names of one context between runs. */
export class PythonWorker {
  readonly #pid: number
  readonly #requests: Writable
  readonly #streams: readonly Readable[]
  #run: CurrentRun | undefined
  #hasExited = false

  private constructor(
    pid: number,
    requests: Writable,
    answers: Readable,
    outputs: { stdout: Readable; stderr: Readable },
  ) {
    this.#pid = pid
    this.#requests = requests
    this.#streams = [answers, outputs.stdout, outputs.stderr]
    requests.on('error', () => requests.destroy())
    void this.#readAnswers(answers)
    void this.#readOutput('stdout', outputs.stdout)
    void this.#readOutput('stderr', outputs.stderr)
  }

  static async start(state: ToolboxState, pipes: PipeStock, directory: string): Promise<PythonWorker> {
    const [stdout, stderr] = [await pipes.take(), await pipes.take()]
    const read = ({ readEnd: fd }: Pipe): Readable => new Socket({ fd, readable: true, writable: false })
    const outputs = { stdout: read(stdout), stderr: read(stderr) }
    try {
      const { child, pid } = await startChild(state, {
        file: 'python3',
        args: ['-u', '-c', workerProgram],
        directory,
        environment: state.env.variables(),
        stdio: ['ignore', stdout.writeEnd, stderr.writeEnd, 'pipe', 'pipe'],
      })
      const [, , , requests, answers] = child.stdio
      if (!(requests instanceof Socket) || !(answers instanceof Socket)) throw new ToolboxError(500, 'no worker')
      const worker = new PythonWorker(pid, requests, answers, outputs)
      void once(child, 'exit').then(() => worker.#end())
      return worker
    } catch (error) {
      for (const stream of Object.values(outputs)) stream.destroy()
      throw error
    } finally {
      for (const { writeEnd } of [stdout, stderr]) closeSync(writeEnd)
    }
  }

  get hasExited(): boolean {
    return this.#hasExited
  }

  /** Runs code; one at a time. */
  async execute(code: string, envs: Readonly<Record<string, string>>, sink: MessageSink): Promise<RunOutcome> {
    const mark = `\0${randomUUID()}\0`
    const marks = { stdout: createDeferred<void>(), stderr: createDeferred<void>() }
    const run: CurrentRun = { mark: Buffer.from(mark), sink, outcome: createDeferred<RunOutcome>(), marks }
    this.#run = run
    if (this.#hasExited) run.outcome.resolve('exited')
    else this.#requests.write(`${JSON.stringify({ code, envs, mark })}\n`)
    const outcome = await run.outcome.promise
    if (outcome !== 'exited') await Promise.all([marks.stdout.promise, marks.stderr.promise])
    this.#run = undefined
    return outcome
  }

  /** As the user's own Ctrl+C: what the code has started gets it too. */
  interrupt(): void {
    if (!this.#hasExited) sendSignal(-this.#pid, 'SIGINT')
  }

  kill(): void {
    if (!this.#hasExited) killTree(this.#pid)
    this.#end()
  }

  async #readAnswers(answers: Readable): Promise<void> {
    const decoder = new StringDecoder('utf8')
    let text = ''
    await forEachChunk(answers, async (chunk) => {
      const lines = (text + decoder.write(chunk)).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) await this.#take(readMessage(line))
    })
    this.#run?.outcome.resolve('exited')
  }

  async #take(message: InterpreterMessage): Promise<void> {
    if (message.type === 'control') this.#run?.outcome.resolve(message.text)
    else await this.#run?.sink(message)
  }

  async #readOutput(name: 'stdout' | 'stderr', stream: Readable): Promise<void> {
    const output = new MarkedOutput()
    await forEachChunk(stream, async (chunk) => {
      // Between two runs there is no mark to find.
      const mark = this.#run?.mark ?? Buffer.from([0])
      const [text = '', ...later] = output.push(chunk, mark)
      if (text !== '') await this.#run?.sink({ type: name, text })
      if (later.length > 0) this.#run?.marks[name].resolve()
    })
    this.#run?.marks[name].resolve()
  }

  #end(): void {
    this.#hasExited = true
    this.#requests.destroy()
    for (const stream of this.#streams) stream.destroy()
    this.#run?.outcome.resolve('exited')
  }
}

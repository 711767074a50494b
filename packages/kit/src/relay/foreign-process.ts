import type { ProcessExit, RemoteProcess } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { RelayMachine } from './relay-machine.js'
import type { RawProcess } from './relayable-driver.js'
import { killTreeScript } from './scripts/kill-scripts.js'

/** A process that the relay did not start: as the vendor gives it, but for `kill`, which reaches the whole tree. */
export class ForeignProcess implements RemoteProcess {
  readonly pid: string
  readonly command?: string
  readonly writeStdin?: (data: Uint8Array) => Promise<void>
  readonly closeStdin?: () => Promise<void>
  readonly #raw: RawProcess
  readonly #machine: RelayMachine
  readonly #ended: Promise<ProcessExit>
  #isOver = false

  constructor(machine: RelayMachine, raw: RawProcess) {
    this.pid = raw.pid
    if (raw.command !== undefined) this.command = raw.command
    if (raw.writeStdin) this.writeStdin = raw.writeStdin.bind(raw)
    if (raw.closeStdin) this.closeStdin = raw.closeStdin.bind(raw)
    this.#raw = raw
    this.#machine = machine
    this.#ended = raw.wait()
    const over = (): void => {
      this.#isOver = true
    }
    this.#ended.then(over, over)
  }

  wait(): Promise<ProcessExit> {
    return this.#ended
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    if (this.#isOver) return false
    const mark = randomId()
    const script = (forgotten: readonly string[]): ReturnType<typeof killTreeScript> =>
      killTreeScript(this.pid, { signal, mark, forgotten })
    const answer = await this.#machine.ask(script, mark)
    return answer === undefined ? this.#raw.kill(signal) : answer === 'killed'
  }
}

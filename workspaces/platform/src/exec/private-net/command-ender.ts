import { startTimer } from '@caisson/core/driver'
import { runPlatformScript, type ScriptPlace } from '../run-script.js'
import { nothingFound, signalScript } from './signal-script.js'

const scriptMs = 30_000
/** A command whose start was given up may still be about to begin. */
const waitsMs = [0, 1000, 4000]

/** Signals a command that runs over the private network, by a script over the other way. */
export class CommandEnder {
  readonly #place: ScriptPlace
  readonly #mark: string

  constructor(place: ScriptPlace, mark: string) {
    this.#place = place
    this.#mark = mark
  }

  /** `false` when there was nothing to signal. Throws what the other way throws. */
  async signal(name: 'TERM' | 'KILL'): Promise<boolean> {
    const { exitCode } = await runPlatformScript(this.#place, signalScript(this.#mark, name), { timeoutMs: scriptMs })
    return exitCode !== nothingFound
  }

  /** Ends what nobody waits for, and keeps no host alive between the attempts. */
  async endLate(): Promise<void> {
    for (const waitMs of waitsMs) {
      await new Promise<void>((resolve) => void startTimer(waitMs, resolve, { background: true }))
      // Whoever gave up has an error already.
      if (await this.signal('KILL').catch(() => false)) return
    }
  }
}

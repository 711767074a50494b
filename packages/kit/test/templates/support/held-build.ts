import type { Logger } from '@caisson/core/workspace'
import type { Build, BuildLogEntry } from '@caisson/kit/templates'

/** A build that does what the test says. */
export interface HeldBuild extends Build {
  /** One for each time it was run. */
  readonly runs: readonly BuildRun[]
}

interface BuildRun {
  readonly signal: AbortSignal
  say(message: string, level?: BuildLogEntry['level']): void
  end(): void
  fail(error: unknown): void
}

export function heldBuild(more: Partial<Omit<Build, 'run'>> = {}): HeldBuild {
  const runs: BuildRun[] = []
  return {
    key: 'key',
    title: 'template caisson-1234',
    provider: 'acme',
    ...more,
    runs,
    run: async (report, signal) =>
      new Promise((resolve, reject) => {
        const say: BuildRun['say'] = (message, level = 'info') => report({ timestamp: new Date(0), level, message })
        runs.push({ signal, say, end: () => resolve(), fail: reject })
      }),
  }
}

export interface KeepingLogger extends Logger {
  /** `level text`, in order. */
  readonly lines: readonly string[]
}

export function keepingLogger(): KeepingLogger {
  const lines: string[] = []
  const keep = (level: string) => (text: string) => void lines.push(`${level} ${text}`)
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}

/** Everything that was to be done at once has been done. */
export async function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

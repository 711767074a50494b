import type { DaytonaSubject } from '../subjects/daytona-library.ts'

/** What an operation works with. */
export interface Ground {
  /** A sandbox that runs. */
  readonly running: DaytonaSubject
  /** Another object with the id of the one that runs, as a second program would have it. */
  again(): DaytonaSubject
  /** A sandbox that is not there yet, and is removed afterwards. */
  fresh(): DaytonaSubject
}

/** Something whose requests and time count. */
export interface Operation {
  /** At most so many requests of ours. */
  readonly budget?: number
  /** What it resolves with when it worked. */
  readonly expected: unknown
  run(ground: Ground): Promise<unknown>
}

/** What users do at Daytona, by name. */
export const daytonaOperations: Readonly<Record<string, Operation>> = {
  'cold start': {
    budget: 2,
    expected: 'started',
    run: async ({ fresh }) => {
      await fresh().start()
      return 'started'
    },
  },
  'warm start': {
    budget: 2,
    expected: 'started',
    run: async ({ again }) => {
      await again().start()
      return 'started'
    },
  },
  executeCommand: {
    budget: 2,
    expected: { exitCode: 0, stdout: 'out\n' },
    run: ({ running }) => running.execute('echo out'),
  },
  'executeCommand with a listener': {
    budget: 2,
    expected: 'out\n',
    run: async ({ running }) => {
      let heard = ''
      await running.execute('echo out', { onStdout: (text) => void (heard += text) })
      return heard
    },
  },
  'command that ends with a comment': {
    budget: 2,
    expected: { exitCode: 0, stdout: 'out\n' },
    run: ({ running }) => running.execute('echo out # told'),
  },
  'cat without input': {
    budget: 2,
    expected: { exitCode: 0, stdout: '' },
    run: ({ running }) => running.execute('cat', { timeout: 3_000 }),
  },
  'process that is sent a line': {
    expected: { exitCode: 0, stdout: 'got told\n' },
    run: ({ running }) => running.answer('read line; echo "got $line"', 'told\n'),
  },
}

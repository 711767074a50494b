import { collectBare } from '../bare/run-bare.ts'
import { callingProgram, runBareProgram } from '../bare/bare-programs.ts'
import { contendersOf } from '../run/contenders-of.ts'
import { expectEqual } from '../run/expect-equal.ts'
import type { Budget, Case, Contender, Measure, MeasureContext } from '../run/measure.ts'
import { timed } from '../run/timed.ts'
import type { ProgramRun } from '../subjects/subject.ts'

/** One program, for us and as the bare thing would run it. */
interface Task {
  readonly name: string
  readonly program: string
  /** What the program comes to. */
  readonly summarize: (result: unknown) => unknown
  readonly expected: unknown
  readonly bare: () => Promise<unknown>
  readonly rounds: number
  readonly budget?: Budget
}

const echo = async (input: unknown): Promise<unknown> => input
const mebibyte = 1024 * 1024

/** What it costs to run model-written programs. */
export const codeMode: Measure = {
  name: 'code-mode',
  hasPeers: true,
  async prepare(context) {
    const scale = context.quick ? 0.1 : 1
    const tasks = [
      emptyTask(),
      sequentialTask(2000 * scale),
      parallelTask(5000 * scale),
      ...resultTasks(context.quick ? 4 : 64),
    ]
    return { notes: [], cases: tasks.map((task) => makeCase(task, context)) }
  },
}

function makeCase(
  { name, program, summarize, expected, bare, rounds, budget }: Task,
  { subjects }: MeasureContext,
): Case {
  const measured = (run: () => Promise<unknown>): Contender => {
    return async () => {
      let result: unknown
      const elapsedMs = await timed(async () => {
        result = await run()
      })
      expectEqual(`The result of "${name}"`, summarize(result), expected)
      return [elapsedMs]
    }
  }
  const task: ProgramRun = { program, tools: { echo } }
  return {
    name,
    metrics: [{ name: 'time', unit: 'ms', budget }],
    rounds,
    contenders: {
      bare: measured(bare),
      ...contendersOf(subjects, ({ runProgram }) => runProgram && measured(() => runProgram(task))),
    },
  }
}

function emptyTask(): Task {
  return {
    name: 'empty program',
    program: '',
    summarize: (result) => result,
    expected: undefined,
    bare: async () => {
      expectEqual('The exit code', (await collectBare('node', ['-e', '0'])).exitCode, 0)
    },
    rounds: 40,
    budget: { kind: 'ratio', limit: 1.3 },
  }
}

function sequentialTask(calls: number): Task {
  const body = (call: string): string =>
    `let sum = 0; for (let i = 0; i < ${calls}; i++) sum += (await ${call}({ i })).i; return sum`
  return {
    ...sumTask(calls, body),
    name: `${calls} tool calls, one after the other`,
  }
}

function parallelTask(calls: number): Task {
  const body = (call: string): string =>
    `const all = await Promise.all(Array.from({ length: ${calls} }, (_, i) => ${call}({ i }))); ` +
    'return all.reduce((sum, { i }) => sum + i, 0)'
  return { ...sumTask(calls, body), name: `${calls} tool calls at once` }
}

function sumTask(calls: number, body: (call: string) => string): Omit<Task, 'name'> {
  return {
    program: body('external_echo'),
    summarize: (result) => result,
    expected: (calls * (calls - 1)) / 2,
    bare: () => runBareProgram(callingProgram(body('call')), echo),
    rounds: 15,
  }
}

function resultTasks(mebibytes: number): Task[] {
  const text = `return 'x'.repeat(${mebibytes * mebibyte})`
  // Each record is 128 bytes of JSON, comma included.
  const count = (mebibytes * mebibyte) / 128
  const records = `return Array.from({ length: ${count} }, (_, i) => ({ id: 100000000 + i, name: 'x'.repeat(101) }))`
  const task = (name: string, body: string, expected: number): Task => ({
    name: `${mebibytes} MiB result, ${name}`,
    program: body,
    summarize: (result) => (typeof result === 'string' || Array.isArray(result) ? result.length : result),
    expected,
    bare: () => runBareProgram(callingProgram(body), echo),
    rounds: 9,
    budget: { kind: 'value', limit: 500 },
  })
  const { budget: _budget, ...recordsTask } = task('records', records, count)
  return [task('one string', text, mebibytes * mebibyte), recordsTask]
}

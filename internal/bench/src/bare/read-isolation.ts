import type { Execute } from '../subjects/subject.ts'

/**
 * The arguments of bubblewrap that an isolated sandbox runs its commands with, without those for its own report: the first
 * process that a command sees is bubblewrap itself. `undefined` where there is no such sandbox.
 */
export async function readIsolation(execute: Execute | undefined): Promise<string[] | undefined> {
  const text = (await execute?.(String.raw`tr '\0' '\n' < /proc/1/cmdline`))?.stdout
  const [program, ...words] = text?.split('\n') ?? []
  const end = words.indexOf('--')
  if (program === undefined || !program.endsWith('bwrap') || end === -1) return undefined
  const args = words.slice(0, end)
  const report = args.indexOf('--json-status-fd')
  return report === -1 ? args : args.toSpliced(report, 2)
}

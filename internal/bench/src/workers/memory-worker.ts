import { countBare, listenBare } from '../bare/run-bare.ts'
import type { SubjectModule } from '../subjects/subject.ts'

/** What the worker is told, as JSON, in its first argument. */
export interface MemoryTask {
  readonly mode: 'count' | 'listen' | 'execute'
  readonly command: string
  readonly warmUp: string
  readonly directory: string
  /** Module of the subject; absent for the bare thing. */
  readonly module?: string | undefined
}

type Run = (command: string) => Promise<unknown>

async function chooseRun({ mode, module, directory }: MemoryTask): Promise<{ run: Run; close: () => Promise<void> }> {
  if (module === undefined) {
    return {
      run: mode === 'listen' ? (command) => listenBare(command, ignore) : countBare,
      close: async () => ignore(),
    }
  }
  const { createSubject } = (await import(module)) as SubjectModule
  const subject = await createSubject(directory)
  const runs: Readonly<Record<MemoryTask['mode'], Run>> = {
    count: (command) => subject.stream(command),
    listen: (command) => subject.stream(command, ignore),
    execute: subject.execute,
  }
  return { run: runs[mode], close: () => subject.close() }
}

function ignore(): void {
  // The text is of no interest here.
}

const task = JSON.parse(process.argv[2] ?? '') as MemoryTask
const { run, close } = await chooseRun(task)
await run(task.warmUp)
const before = process.memoryUsage.rss()
const peakBefore = process.resourceUsage().maxRSS * 1024
let sampled = before
const sampler = setInterval(() => {
  sampled = Math.max(sampled, process.memoryUsage.rss())
}, 5)
await run(task.command)
clearInterval(sampler)
const peakAfter = process.resourceUsage().maxRSS * 1024
// The peak so far may be that of the start; then only the samples tell something.
const peak = peakAfter > peakBefore ? peakAfter : sampled
await close()
process.stdout.write(String((peak - before) / 1e6))

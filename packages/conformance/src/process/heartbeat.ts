import type { TestedSandbox } from '../sandbox/target.js'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { pause, untilTrue } from '../sandbox/waiting.js'

const beatSeconds = 0.05
const watchMs = 600

/**
 * Shell text of a loop that adds to a file as long as it lives. Whether it lives is seen by the file, so that it can be told
 * from outside in machines where each command has process ids of its own.
 */
export function heartbeat(file: string): string {
  return `while :; do echo x >> ${file}; sleep ${beatSeconds}; done`
}

/** Waits until the loop has begun. */
export async function untilBeating(sandbox: TestedSandbox, file: string): Promise<void> {
  await untilTrue(`${file} grows`, async () => (await beats(sandbox, file)) > 0)
}

/** Whether the loop goes on. */
export async function isBeating(sandbox: TestedSandbox, file: string): Promise<boolean> {
  const before = await beats(sandbox, file)
  await pause(watchMs)
  return (await beats(sandbox, file)) > before
}

async function beats(sandbox: TestedSandbox, file: string): Promise<number> {
  const result = await sandbox.executeCommand(`if [ -f ${file} ]; then wc -c < ${file}; else echo 0; fi`)
  const count = Number(result.stdout)
  if (!result.success || Number.isNaN(count)) throw new ConformanceError(`Cannot watch ${file}: ${result.stderr}`)
  return count
}

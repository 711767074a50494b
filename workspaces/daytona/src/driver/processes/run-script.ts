import { randomBytes } from 'node:crypto'
import type { Sandbox } from '@daytonaio/sdk'
import { SandboxExecutionError } from '@caisson/core/workspace'
import type { DriverRunOptions, DriverRunResult, ShellCommand } from '@caisson/core/driver'
import { releaseOnAbort } from '@caisson/kit/http'
import { askMachine } from '../asking.js'
import { LostAnswerError, UnstartedScriptError } from '../driver-errors.js'
import { hasBegun, readScriptAnswer } from './script-answer.js'
import { longestStreamBytes, scriptText } from './script-text.js'

/**
 * Runs a script of ours with one request, which is answered when the script has ended. Both streams are exact. The vendor can
 * end a script by its time-out only, in whole seconds; an abort releases the caller.
 *
 * Throws `SandboxExecutionError` when a stream is longer than 16 MiB.
 */
export async function runDaytonaScript(
  sandbox: Sandbox,
  script: ShellCommand,
  options: DriverRunOptions,
): Promise<DriverRunResult> {
  const { cwd, env, stdin, timeoutMs, signal } = options
  signal?.throwIfAborted()
  const mark = `caisson${randomBytes(12).toString('hex')}`
  const text = scriptText({ script, mark, stdin: typeof stdin === 'string' ? Buffer.from(stdin) : stdin })
  const seconds =
    timeoutMs === undefined || timeoutMs === Infinity ? undefined : Math.max(1, Math.ceil(timeoutMs / 1000))
  const call = askMachine(async () => {
    const { exitCode, result } = await sandbox.process.executeCommand(text, cwd, env && { ...env }, seconds)
    const answer = readScriptAnswer(result, mark)
    if (answer) return answer
    throw hasBegun(result, mark)
      ? new LostAnswerError(`the end of a script is not known: its shell ended with ${exitCode}`)
      : new UnstartedScriptError(`a script could not be started: ${result.trim()}`)
  })
  const answer = await releaseOnAbort(call, signal)
  const isTooLong = answer.stdout.length > longestStreamBytes || answer.stderr.length > longestStreamBytes
  if (isTooLong) throw new SandboxExecutionError('a script printed more than 16 MiB', answer.exitCode, '', '')
  return answer
}

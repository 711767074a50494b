import { BuildError } from '../../../builds/build-error.js'
import type { BuildCommand } from '../../../builds/build-machine.js'
import type { StepCall } from './step-place.js'

/** Runs a command for a step. Throws a BuildError when it cannot be started, or with `failure` when it fails. */
export async function runCommand(
  { place }: StepCall,
  command: Omit<BuildCommand, 'onOutput'>,
  failure: (exitCode: number, lastLine: string) => string,
): Promise<void> {
  const machine = await place.machine()
  let last = ''
  const onOutput = (text: string): void => {
    last = (last + text).slice(-4096)
    place.log.write(text)
  }
  const result = await machine.run({ ...command, onOutput })
  if (last !== '' && !last.endsWith('\n')) place.log.write('\n')
  if ('refused' in result) throw new BuildError(result.refused)
  if (result.exitCode === 0) return
  throw new BuildError(failure(result.exitCode, last.trimEnd().split('\n').at(-1) ?? ''))
}

/** A script of ours, which runs as root. */
export async function runScript(call: StepCall, script: string, env: Readonly<Record<string, string>>): Promise<void> {
  const command = { argv: ['/bin/bash', '-c', script], user: 'root', cwd: '/', env }
  const { keyword, text } = call.instruction
  await runCommand(call, command, (_exitCode, last) => `${keyword} failed: ${last === '' ? text : last}`)
}

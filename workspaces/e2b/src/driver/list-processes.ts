import type { Sandbox } from 'e2b'
import type { ListedProcess } from '@caisson/core/driver'
import { reading } from '@caisson/kit/http'
import { withoutForgetting } from '@caisson/kit/shell'
import { limited } from './limited.js'

/** The processes that E2B's daemon has started and that still run. */
export async function listE2BProcesses(sandbox: Sandbox): Promise<readonly ListedProcess[]> {
  const processes = await reading(limited(sandbox.commands.list()))
  return processes.map(({ pid, cmd, args }) => ({ pid: String(pid), command: commandText(cmd, args), running: true }))
}

/** The SDK starts every command as `/bin/bash -l -c TEXT`. */
function commandText(program: string, args: readonly string[]): string {
  const [login, flag, text, ...rest] = args
  const isShell = program === '/bin/bash' && login === '-l' && flag === '-c' && rest.length === 0
  return isShell && text !== undefined ? withoutForgetting(text) : [program, ...args].join(' ')
}

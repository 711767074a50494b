import { once } from 'node:events'
import { ToolboxError } from '../../http/toolbox-error.js'
import { defaultSearchPath } from '../../settings.js'
import type { ToolboxState } from '../../toolbox-state.js'
import { startChild } from '../system/start-child.js'

/** Makes named pipes of the sandbox's user. Node has no call for it. */
export async function makeFifos(state: ToolboxState, files: readonly string[]): Promise<void> {
  const { child } = await startChild(state, {
    file: 'mkfifo',
    args: ['-m', '600', '--', ...files],
    directory: '/',
    environment: { PATH: defaultSearchPath },
    stdio: 'ignore',
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new ToolboxError(500, 'no pipe can be made for a command')
}

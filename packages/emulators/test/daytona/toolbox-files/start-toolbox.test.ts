import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  bundleToolbox,
  startToolbox,
  toolboxProgram,
  type ToolboxSettings,
} from '../../../src/daytona/toolbox/index.js'
import { scratch, testProgramFile } from '../../daemon/support/test-program-file.js'

function settingsFor(listen: ToolboxSettings['listen'], home: string): ToolboxSettings {
  const user = { name: 'daytona', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home }
  return { listen, sandboxId: 'id', version: '1', user, env: { SECRET: 'of the sandbox' } }
}

test('The daemon can listen at a port of this process, on the loopback only', async () => {
  const home = await scratch()
  const toolbox = await startToolbox(settingsFor({ port: 0 }, home))
  onTestFinished(() => toolbox.close())
  expect(toolbox.listen).toMatchObject({ host: '127.0.0.1', port: expect.any(Number) })
  const { port } = toolbox.listen as { port: number }
  expect(await (await fetch(`http://127.0.0.1:${port}/work-dir`)).json()).toEqual({ dir: home })
  await expect(startToolbox(settingsFor({ port }, home))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

testProgramFile({
  name: 'toolbox',
  checkProcess: async (pid) => {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    expect(commandLine.replaceAll('\0', '')).toBe('daytona')
  },
  settingsFor: (socketPath, home) => settingsFor({ socketPath }, home),
  bundle: bundleToolbox,
  find: toolboxProgram,
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { nativeTerminalFile } from '../../src/daemon/bundle-daemon.js'
import { connectSdk } from './support/stub-gateway.js'
import type { SdkSandbox } from './support/stub-gateway.js'
import { isRoot, startTestEnvd, testUser } from './support/test-envd.js'
import type { TestEnvd } from './support/test-envd.js'

let envd: TestEnvd
let sdk: SdkSandbox

beforeAll(async () => {
  envd = await startTestEnvd()
  sdk = await connectSdk(envd)
})

afterAll(async () => {
  await sdk?.close()
  await envd?.stop()
})

const hasTerminals = nativeTerminalFile() !== undefined
const terminalTest = test.skipIf(!hasTerminals)

function collect(): { text: string; readonly onData: (bytes: Uint8Array) => void } {
  const decoder = new TextDecoder()
  const collected = { text: '', onData: (bytes: Uint8Array) => void (collected.text += decoder.decode(bytes)) }
  return collected
}

const send = (pid: number, text: string) => sdk.sandbox.pty.sendInput(pid, new TextEncoder().encode(text))

terminalTest('A terminal runs a shell of the user, with its size, input and exit code', async () => {
  const output = collect()
  const terminal = await sdk.sandbox.pty.create({ cols: 100, rows: 31, onData: output.onData, envs: { OWN: 'value' } })
  await send(terminal.pid, 'tty; stty size; echo "[$OWN $TERM $(id -u)]"\n')
  await expect.poll(() => output.text).toContain(`[value xterm-256color ${isRoot ? testUser.uid : process.getuid?.()}]`)
  expect(output.text).toMatch(/\/dev\/pts\/\d+\r\n31 100\r\n/)
  await sdk.sandbox.pty.resize(terminal.pid, { cols: 80, rows: 20 })
  await send(terminal.pid, 'stty size; : > $(tty) && echo writable; exit 5\n')
  const failure = await terminal.wait().catch((error: unknown) => error)
  expect(failure).toMatchObject({ exitCode: 5 })
  expect(output.text).toContain('20 80\r\n')
  expect(output.text).toContain('writable\r\n')
})

terminalTest('A terminal can be joined and killed, and goes on without clients', async () => {
  const terminal = await sdk.sandbox.pty.create({ cols: 80, rows: 24, onData: () => undefined })
  await terminal.disconnect()
  const output = collect()
  const joined = await sdk.sandbox.pty.connect(terminal.pid, { onData: output.onData })
  await send(terminal.pid, 'echo $((6 * 7))\n')
  await expect.poll(() => output.text).toContain('42')
  expect(await sdk.sandbox.pty.kill(terminal.pid)).toBe(true)
  expect(await joined.wait().catch((error: unknown) => error)).toMatchObject({
    exitCode: -1,
    message: 'signal: killed',
  })
  expect(await sdk.sandbox.pty.kill(terminal.pid)).toBe(false)
})

terminalTest('Input, the end of input and sizes that do not fit are refused', async () => {
  const terminal = await sdk.sandbox.pty.create({ cols: 80, rows: 24, onData: () => undefined })
  await expect(sdk.sandbox.commands.sendStdin(terminal.pid, 'x')).rejects.toThrow('input goes to the pty')
  await expect(sdk.sandbox.commands.closeStdin(terminal.pid)).rejects.toThrow('unknown')
  await expect(sdk.sandbox.pty.resize(terminal.pid, { cols: 0, rows: 24 })).rejects.toThrow('not possible')
  await expect(sdk.sandbox.pty.resize(terminal.pid, { cols: 80, rows: 70_000 })).rejects.toThrow('not possible')
  await sdk.sandbox.pty.kill(terminal.pid)
})

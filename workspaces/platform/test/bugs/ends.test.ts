import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ExecSocket, PlatformSandbox, PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
let sandbox: PlatformSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterEach(() => target.emulator.faults.clear())
afterAll(() => sandbox.destroy())

it('[BR-056] both streams are apart, without the bytes that name them', async () => {
  const listened = { stdout: '', stderr: '' }
  const result = await sandbox.executeCommand('echo o1; echo e1 >&2; echo o2; printf "\\001\\003\\000" >&2', [], {
    onStdout: (text) => void (listened.stdout += text),
    onStderr: (text) => void (listened.stderr += text),
  })
  expect(result).toMatchObject({ stdout: 'o1\no2\n', stderr: 'e1\n\u0001\u0003\u0000' })
  expect(listened).toEqual({ stdout: result.stdout, stderr: result.stderr })
})

it.each([
  ['to which nobody listens', undefined],
  ['with a listener', { onStdout: () => undefined }],
])('[BR-058] commands %s that end or change their shell leave nothing to the next ones', async (_name, options) => {
  const codes: number[] = []
  for (const text of ['exit 3', 'set -e; false', 'exec true', 'cd /; export A=x; alias echo=false; set -f']) {
    codes.push((await sandbox.executeCommand(text, [], options)).exitCode)
  }
  const home = (await sandbox.executeCommand('pwd')).stdout
  const last = await sandbox.executeCommand('echo "$A"; pwd; echo ok', [], options)
  expect([codes, last.stdout]).toEqual([[3, 1, 0, 0], `\n${home}ok\n`])
})

it.each([
  ['"a\\tb"', [], 'a\tb'],
  ['printf "b\\na\\n" | sort > out.txt && cat out.txt', [], 'a\nb\n'],
  ['printf', ['%s|', 'a b', '$HOME', '`id`', "it's", ''], "a b|$HOME|`id`|it's||"],
] as const)(
  '[BR-003] %s %j is one shell text, with arguments that the shell leaves alone',
  async (text, args, stdout) => {
    const command = text.startsWith('"') ? `printf ${text}` : text
    expect(await sandbox.executeCommand(command, [...args])).toMatchObject({ exitCode: 0, stdout })
  },
)

it('[BR-151] [BR-013] names of files are exact, whatever they hold and whatever the environment says', async () => {
  const names = ['n\nl', 't\tt', ' lead', 'trail ', 'a -> b', '\\x', '*', 'ü']
  const odd = target.make({ env: { QUOTING_STYLE: 'shell', LC_ALL: 'C', TIME_STYLE: 'full-iso', LS_COLORS: 'x' } })
  await odd.writeFiles(names.map((name) => ({ path: `/tmp/odd/${name}`, content: name })))
  const entries = (await odd.filesystem?.readdir('/tmp/odd')) ?? []
  expect(entries.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(await odd.filesystem?.stat(`/tmp/odd/${name}`)).toMatchObject({ type: 'file' })
  await odd.destroy()
})

/** A socket whose frames are changed on their way to the client; `undefined` keeps one from it. */
function changing(change: (frame: Record<string, unknown>) => string | undefined): PlatformSandboxOptions {
  const webSocketFactory = (url: string, protocols: string[]): ExecSocket => {
    const socket = new WebSocket(url, protocols)
    const listen = socket.addEventListener.bind(socket)
    const addEventListener = (type: string, listener: (event: unknown) => void, options?: { once?: boolean }): void => {
      const onMessage = (event: MessageEvent): void => {
        if (typeof event.data !== 'string') return listener(event)
        const data = change(JSON.parse(event.data) as Record<string, unknown>)
        if (data !== undefined) listener({ type: 'message', data })
      }
      if (type === 'message') listen('message', onMessage, options)
      else listen(type as 'close', listener, options)
    }
    return Object.assign(socket, { addEventListener }) as ExecSocket
  }
  return { webSocketFactory }
}

const ends: readonly (readonly [string, unknown])[] = [
  ['[BR-053] no exit code', { type: 'exit', data: {} }],
  ['[BR-053] an exit code of null', { type: 'exit', data: { exit_code: null } }],
  ['[BR-054] nothing at all', { type: 'exit' }],
  ['[BR-016] an exit code that is a text', { type: 'exit', data: { exit_code: '0' } }],
]

describe('an end that is told with', () => {
  it.each(ends)('%s is an error, never a code', async (_name, end) => {
    const change = (frame: Record<string, unknown>): string => JSON.stringify(frame['type'] === 'exit' ? end : frame)
    const other = target.make({ sandboxId: sandbox.sandboxId, ...changing(change) })
    await expect(other.executeCommand('echo run >> counted; exit 0')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retry: 'ambiguous',
      provider: 'platform',
    })
    expect(await sandbox.executeCommand('cat counted; rm counted')).toMatchObject({ exitCode: 0, stdout: 'run\n' })
  })

  it('[BR-016] frames that nobody knows, and frames that are none, is an end all the same', async () => {
    const seen: string[] = []
    const change = (frame: Record<string, unknown>): string => {
      seen.push(String(frame['type']))
      return JSON.stringify(frame)
    }
    const other = target.make({ sandboxId: sandbox.sandboxId, ...changing(change) })
    expect(await other.executeCommand('exit 5')).toMatchObject({ exitCode: 5 })
    expect(seen).toContain('exit')
  })
})

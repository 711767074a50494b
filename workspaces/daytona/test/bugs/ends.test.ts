import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultOptions } from '@caisson/emulators'
import type { DaytonaSandbox } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
let sandbox: DaytonaSandbox

beforeAll(async () => {
  sandbox = target.make()
  await sandbox.start()
})
afterEach(() => {
  target.emulator.faults.clear()
})
afterAll(() => sandbox.destroy())

const execute = 'POST /toolbox/process/execute'

describe('an answer without the end of the command is an error, never a code', () => {
  const answers: readonly (readonly [string, FaultOptions])[] = [
    [
      '[BR-016] an exit code of the vendor, and nothing that was printed',
      { status: 200, body: { exitCode: 0, result: '' } },
    ],
    ['[BR-054] what was printed, and no exit code', { status: 200, body: { result: 'out\n' } }],
    ['[BR-053] nothing', { status: 200, body: {} }],
    ['[BR-182] a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Please log in</html>' }],
    ['[BR-182] no body', { status: 204, body: '' }],
  ]
  it.each(answers)('%s', async (_name, fault) => {
    target.emulator.faults.next(execute, fault)
    await expect(sandbox.executeCommand('echo out')).rejects.toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/) as string,
      provider: 'daytona',
    })
    expect(await sandbox.executeCommand('echo usable')).toMatchObject({ exitCode: 0, stdout: 'usable\n' })
  })
})

it('[BR-034] a transport that stalls ends with the time-out of the command', async () => {
  target.emulator.faults.next('POST /toolbox/process/session', { stall: true })
  const options = { timeout: 300, onStdout: () => undefined }
  await expect(sandbox.executeCommand('echo run', [], options)).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
})

it('[BR-056] both streams are apart, without markers of the vendor', async () => {
  const listened = { stdout: '', stderr: '' }
  const result = await sandbox.executeCommand('echo o1; echo e1 >&2; echo o2; printf "\\001\\001\\002" >&2', [], {
    onStdout: (text) => void (listened.stdout += text),
    onStderr: (text) => void (listened.stderr += text),
  })
  expect(result).toMatchObject({ stdout: 'o1\no2\n', stderr: 'e1\n\u0001\u0001\u0002' })
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
  const last = await sandbox.executeCommand('echo "$A"; pwd; echo ok', [], options)
  expect([codes, last.stdout]).toEqual([[3, 1, 0, 0], '\n/home/daytona\nok\n'])
})

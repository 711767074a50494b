import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SandboxError, SandboxUnsupportedFeatureError } from '../../src/errors/index.js'
import { VendorError } from '../support/fake-provider.js'
import { FakeSandbox } from '../support/fake-sandbox.js'

describe('bad input', () => {
  const sandbox = new FakeSandbox()

  it.each([
    ['timeout', { timeout: -1 }],
    ['timeout', { timeout: Number.NaN }],
    ['timeout', { timeout: '5' }],
    ['env', { env: 'A=1' }],
    ['env', { env: { 'A=B': '1' } }],
    ['env', { env: { '': '1' } }],
    ['env.A', { env: { A: 1 } }],
    ['env.A', { env: { A: 'a\0b' } }],
    ['cwd', { cwd: 'a\0b' }],
    ['cwd', { cwd: 7 }],
    ['onStdout', { onStdout: 'log' }],
    ['abortSignal', { abortSignal: {} }],
    ['stdinMode', { stdinMode: 'tty' }],
  ])('%s is named before anything starts (%#)', async (option, options) => {
    const spawned = sandbox.processes.spawn('true', options as never)
    const error = await spawned.catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', retry: 'never', details: { option } })
    expect(String(error)).toContain(option)
    expect(sandbox.cloud.journal).toEqual([])
  })

  it('a wrong maxRetainedBytes is a RangeError', async () => {
    for (const maxRetainedBytes of [-1, 1.5, Number.NaN, '1']) {
      await expect(
        sandbox.executeCommand('true', [], { maxRetainedBytes: maxRetainedBytes as number }),
      ).rejects.toThrow(new RangeError('maxRetainedBytes must be a non-negative integer or Infinity'))
    }
    expect(sandbox.cloud.journal).toEqual([])
  })

  it('commands and arguments must be text that a program can be given', async () => {
    for (const [command, args] of [
      ['a\0b', []],
      [7, []],
      ['true', 'x'],
      ['true', ['a\0b']],
      ['true', [1]],
    ]) {
      await expect(sandbox.executeCommand(command as string, args as string[])).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      })
    }
  })

  it('values of the environment never stand in a message', async () => {
    const error = await sandbox.processes
      .spawn('true', { env: { TOKEN: 'canary\0' } })
      .catch((failure: unknown) => failure)
    expect(inspect(error)).not.toContain('canary')
    expect(() => new FakeSandbox({ env: { 'A=canary': 'x' } })).toThrow(SandboxError)
  })

  it('process ids are text', async () => {
    for (const pid of [0, -1, 1, Number.NaN, '', undefined]) {
      await expect(sandbox.processes.kill(pid as string)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    expect(await sandbox.processes.kill('12; id')).toBe(false)
    expect(await sandbox.processes.get('12; id')).toBeUndefined()
  })

  it('ports and files are checked', async () => {
    await expect(sandbox.writeFiles([{ path: '', content: 'x' }])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(sandbox.writeFiles([{ path: 'a', content: 'x', mode: 0o1000 }])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
    await expect(sandbox.writeFiles([{ path: 'a', content: 'x', mode: 0o600 }])).rejects.toBeInstanceOf(
      SandboxUnsupportedFeatureError,
    )
  })

  it('a channel is refused where the provider has none', async () => {
    await expect(sandbox.processes.spawn('true', { channel: true })).rejects.toBeInstanceOf(
      SandboxUnsupportedFeatureError,
    )
  })
})

describe('secrets', () => {
  it('[BR-122] [P8] appear in no log, error, info or dump', async () => {
    const records: unknown[] = []
    const note = (...record: unknown[]): void => void records.push(record)
    const sandbox = new FakeSandbox({
      env: { TOKEN: 'canary1' },
      logger: { debug: note, info: note, warn: note, error: note },
    })
    sandbox.setEnv((env) => ({ ...env, SECOND: 'canary2' }))
    sandbox.cloud.before = (operation) => {
      if (operation === 'spawn') throw new VendorError({ code: 'UNAVAILABLE' }, 'boom')
    }
    const error = await sandbox
      .executeCommand('echo $T', [], { env: { T: 'canary3' } })
      .catch((failure: unknown) => failure)
    const info = await sandbox.getInfo()
    expect(info.metadata?.['envNames']).toEqual(['TOKEN', 'SECOND'])
    const dump = [records, error, info, sandbox]
      .map((value) => inspect(value, { depth: 10, showHidden: true }) + JSON.stringify(value))
      .join('\n')
    expect(dump).not.toMatch(/canary[123]/)
    expect(sandbox.getEnv()).toEqual({ TOKEN: 'canary1', SECOND: 'canary2' })
  })
})

describe('environment', () => {
  it('[BR-062] is laid over the sandbox for one call only, and undefined removes', async () => {
    const sandbox = new FakeSandbox({ env: { A: '1', B: '1' } })
    await sandbox.processes.spawn('x', { env: { B: '2', C: '2', A: undefined } })
    await sandbox.processes.spawn('y')
    expect(sandbox.cloud.processes.map((process) => ({ ...process.options.env }))).toEqual([
      { B: '2', C: '2' },
      { A: '1', B: '1' },
    ])
  })
})

describe('instructions', () => {
  it('are replaced by a string, also an empty one, and extended by a function', () => {
    const standard = 'A machine that exists only in a test.'
    expect(new FakeSandbox().getInstructions()).toBe(standard)
    expect(new FakeSandbox({ instructions: '' }).getInstructions()).toBe('')
    const requestContext = new Map()
    const extended = new FakeSandbox({
      instructions: ({ defaultInstructions, requestContext: given }) =>
        `${defaultInstructions} ${given === requestContext}`,
    })
    expect(extended.getInstructions({ requestContext })).toBe(`${standard} true`)
  })
})

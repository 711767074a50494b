import { createHash } from 'node:crypto'
import {
  FRAME_PREFIX,
  runProgram,
  type ProgramExit,
  type ProgramLauncher,
  type ProgramOutput,
  type TypeStripper,
} from '@caisson/core'
import { describe, expect, it, vi } from 'vitest'

/** The other end of a run, played by the test. */
interface Puppet {
  readonly output: ProgramOutput
  /** Writes a frame as the runner does. */
  frame(value: unknown): void
  raw(text: string): void
  exit(exit: ProgramExit): void
  readonly answers: { id: number; ok: boolean; result?: unknown; error?: { name?: string; message: string } }[]
}

interface PuppetLauncher extends ProgramLauncher {
  readonly log: string[]
}

function launcherOf(play: (puppet: Puppet) => unknown, frames: 'channel' | 'stdout' = 'channel'): PuppetLauncher {
  const log: string[] = []
  return {
    frames,
    log,
    start: async ({ bootLine, output }) => {
      const { nonce, isChained } = JSON.parse(bootLine) as { nonce: string; isChained: boolean }
      let pieces = 0
      const nextNonce = (): string =>
        isChained ? createHash('sha256').update(`${nonce}:${++pieces}`).digest('hex').slice(0, 36) : nonce
      const answers: Puppet['answers'] = []
      let exit: (how: ProgramExit) => void = () => undefined
      const exited = new Promise<ProgramExit>((resolve) => (exit = resolve))
      const write = (text: string): void =>
        frames === 'channel' ? output.channel(Buffer.from(text)) : output.stdout(text)
      const frame = (value: unknown): void => write(`${FRAME_PREFIX}${nextNonce()}.${JSON.stringify(value)}\n`)
      setTimeout(
        () => void play({ output, frame, raw: (text) => write(text.replaceAll('NONCE', nonce)), exit, answers }),
        0,
      )
      return {
        exited,
        send: async (line) => void answers.push(JSON.parse(line) as Puppet['answers'][number]),
        kill: async () => {
          log.push('kill')
          exit({ signal: 'SIGKILL' })
        },
        release: () => void log.push('release'),
      }
    },
  }
}

const base = { program: 'return 1', toolIds: ['t'], timeout: 2000, dispatch: async (_: string, args: unknown) => args }
const done = { type: 'done', ok: true, result: 'end' }

describe('a run', () => {
  it('refuses tools that are not in the list, also in frames the program made itself [BR-163]', async () => {
    const dispatch = vi.fn<(tool: string, args: unknown) => Promise<unknown>>(async () => 'called')
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '', '../t', 'other', 't']
    let answers: Puppet['answers'] = []
    const launcher = launcherOf(async (puppet) => {
      answers = puppet.answers
      for (const [id, tool] of names.entries()) puppet.frame({ type: 'rpc', id, tool, args: {} })
      await expect.poll(() => puppet.answers).toHaveLength(names.length)
      puppet.frame(done)
      puppet.exit({ exitCode: 0 })
    })
    expect(await runProgram({ ...base, dispatch }, launcher)).toEqual({ success: true, result: 'end' })
    const byId = answers.toSorted((a, b) => a.id - b.id)
    expect(byId.map(({ error, result }) => error?.name ?? result)).toEqual([
      ...names.slice(1).map(() => 'NotAllowedError'),
      'called',
    ])
    expect(dispatch.mock.calls).toEqual([['t', {}]])
  })

  it('ignores what comes after its end, and results of tools that come too late', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listen)
    let fail: (reason: unknown) => void = () => undefined
    let answers: Puppet['answers'] = []
    const dispatch = async (): Promise<unknown> => new Promise((_, reject) => (fail = reject))
    const launcher = launcherOf((puppet) => {
      answers = puppet.answers
      puppet.frame({ type: 'rpc', id: 0, tool: 't', args: {} })
      puppet.frame(done)
      puppet.frame({ type: 'done', ok: true, result: 'second' })
      puppet.frame({ type: 'rpc', id: 1, tool: 't', args: {} })
      puppet.exit({ exitCode: 0 })
    })
    const result = await runProgram({ ...base, dispatch }, launcher)
    expect(result).toMatchObject({ success: true, result: 'end' })
    fail(new TypeError('late'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', listen)
    expect([answers, unhandled, launcher.log]).toEqual([[], [], ['release']])
  })

  it('fails on a marked frame that is damaged, and ends the process', async () => {
    const launcher = launcherOf(({ raw }) => raw(`${FRAME_PREFIX}NONCE.{"type":"do\n`))
    expect(await runProgram(base, launcher)).toEqual({
      success: false,
      error: { name: 'NoResultError', message: 'A message of the program was damaged on its way' },
    })
    expect(launcher.log).toEqual(['kill', 'release'])
  })

  it('takes no frames without its nonce', async () => {
    const launcher = launcherOf(({ raw, frame, exit }) => {
      raw(`${FRAME_PREFIX}${JSON.stringify({ ...done, result: 'forged' })}\n${FRAME_PREFIX}x.${JSON.stringify(done)}\n`)
      frame({ ...done, result: 'true' })
      exit({ exitCode: 0 })
    }, 'stdout')
    expect((await runProgram(base, launcher)).result).toBe('true')
  })

  it('ends a program that sends more than the limit, without holding it', async () => {
    const launcher = launcherOf(({ raw }) => {
      raw(`${FRAME_PREFIX}NONCE.{"type":"done","ok":true,"result":"`)
      for (let i = 0; i < 200; i += 1) raw('x'.repeat(1000))
    })
    const limits = { maxResultBytes: 1000, maxLogBytes: 1000 }
    expect((await runProgram({ ...base, limits }, launcher)).error?.name).toBe('ValueTooLargeError')
    expect(launcher.log).toEqual(['kill', 'release'])
  })

  it('counts the arguments of all unanswered calls', async () => {
    let answers: Puppet['answers'] = []
    const launcher = launcherOf(async (puppet) => {
      answers = puppet.answers
      for (let id = 0; id < 4; id += 1) puppet.frame({ type: 'rpc', id, tool: 't', args: 'x'.repeat(300) })
      await expect.poll(() => puppet.answers).toHaveLength(4)
      puppet.frame(done)
      puppet.exit({ exitCode: 0 })
    })
    const dispatch = async (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 30))
    await runProgram({ ...base, dispatch, limits: { maxResultBytes: 1000 } }, launcher)
    const failed = answers.filter(({ ok }) => !ok).map(({ id, error }) => [id, error?.name])
    expect(failed).toEqual([
      [2, 'ValueTooLargeError'],
      [3, 'ValueTooLargeError'],
    ])
  })

  it('kills a process that stays after its result', async () => {
    const launcher = launcherOf(({ frame }) => frame(done))
    expect((await runProgram(base, launcher)).result).toBe('end')
    expect(launcher.log).toEqual(['kill', 'release'])
  })

  it('kills a process whose connection was lost, since it may go on running', async () => {
    const launcher = launcherOf(({ exit }) => exit({ error: new TypeError('socket hang up') }))
    expect((await runProgram(base, launcher)).error?.message).toContain('socket hang up')
    expect(launcher.log).toEqual(['kill', 'release'])
  })

  it('runs what the given stripper makes, and nothing when it is aborted meanwhile', async () => {
    let script: unknown
    const launcher = launcherOf(({ frame, exit }) => {
      frame(done)
      exit({ exitCode: 0 })
    })
    const watching: ProgramLauncher = {
      ...launcher,
      start: async (start) => {
        script = (JSON.parse(start.bootLine) as { program: unknown }).program
        return launcher.start(start)
      },
    }
    const stripTypes: TypeStripper = async () => ({ ok: true, code: 'stripped' })
    expect(await runProgram(base, watching, { stripTypes })).toEqual({ success: true, result: 'end' })
    expect(script).toBe("'use strict';stripped")
    script = 'none'
    const controller = new AbortController()
    const slow: TypeStripper = async (source) => {
      controller.abort()
      return { ok: true, code: source }
    }
    const aborted = await runProgram({ ...base, abortSignal: controller.signal }, watching, { stripTypes: slow })
    expect([aborted.error?.name, script]).toEqual(['AbortError', 'none'])
  })

  it('reports what hooks of the caller throw to the program, not to the host', async () => {
    let answers: Puppet['answers'] = []
    const launcher = launcherOf(async (puppet) => {
      answers = puppet.answers
      puppet.frame({ type: 'rpc', id: 0, tool: 't', args: {} })
      await expect.poll(() => puppet.answers).toHaveLength(1)
      puppet.frame(done)
      puppet.exit({ exitCode: 0 })
    })
    const onExternalCall = (): never => {
      throw new RangeError('hook')
    }
    expect((await runProgram({ ...base, onExternalCall }, launcher)).success).toBe(true)
    expect(answers[0]).toMatchObject({ ok: false, error: { message: 'hook' } })
  })
})

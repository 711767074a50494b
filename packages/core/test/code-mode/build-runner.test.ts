import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgramModule, buildRunner, FRAME_PREFIX, FrameDecoder } from '@caisson/core'
import { describe, expect, it, onTestFinished, test } from 'vitest'

interface Exchange {
  readonly framing: 'private' | 'plain'
  readonly nonce: string | undefined
}

/** Runs a built runner as a transport that works with files would; answers every call with its arguments. */
async function exchange(program: string, { framing, nonce }: Exchange): Promise<unknown[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'runner-'))
  onTestFinished(async () => rm(directory, { recursive: true, force: true }))
  const programPath = path.join(directory, 'program.mjs')
  await writeFile(programPath, buildProgramModule(program))
  const externals = [{ name: 'external_echo', id: 'echo' }]
  const runner = buildRunner({ programModule: pathToFileURL(programPath).href, externals, framing })
  await writeFile(path.join(directory, 'runner.mjs'), runner)
  const child: ChildProcess = spawn(process.execPath, [path.join(directory, 'runner.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (nonce !== undefined) child.stdin?.write(`${JSON.stringify({ nonce })}\n`)
  const frames: { type: string; id?: number; args?: unknown }[] = []
  const decoder = new FrameDecoder(
    { nonce, maxFrameBytes: 1e6 },
    {
      frame: (json) => {
        const frame = JSON.parse(json.toString()) as (typeof frames)[number]
        frames.push(frame)
        if (frame.type !== 'rpc') return
        child.stdin?.write(`${JSON.stringify({ type: 'rpc-result', id: frame.id, ok: true, result: frame.args })}\n`)
      },
      text: () => undefined,
      overflow: () => undefined,
    },
  )
  child.stdout?.on('data', (data: Buffer) => decoder.push(data))
  await new Promise((resolve) => child.on('close', resolve))
  return frames
}

describe('a runner built for files', () => {
  const exchanges: Exchange[] = [
    { framing: 'private', nonce: 'secret-1' },
    { framing: 'plain', nonce: undefined },
  ]
  test.each(exchanges)('speaks the documented frames, marked as $framing', async (how) => {
    const program = 'console.warn("hi", { a: 1 })\nconst got = await external_echo({ n: 7 })\nreturn got.n'
    expect(await exchange(program, how)).toEqual([
      { type: 'log', level: 'warn', message: 'hi {"a":1}' },
      { type: 'rpc', id: 0, tool: 'echo', args: { n: 7 } },
      { type: 'done', ok: true, result: 7 },
    ])
    expect(await exchange('throw new TypeError("bad")', how)).toMatchObject([
      { type: 'done', ok: false, error: { message: 'bad', name: 'TypeError' } },
    ])
  })

  it('has the bare prefix as documented', () => expect(FRAME_PREFIX).toBe('\u0000CODEMODE\u0000'))

  it('refuses names that are no identifiers, and names given twice', () => {
    const build =
      (...names: string[]) =>
      () =>
        buildRunner({ programModule: 'x', externals: names.map((name) => ({ name, id: name })) })
    expect(build('external_a-b')).toThrow(/identifiers/)
    expect(build('1a')).toThrow(/identifiers/)
    expect(build('a', 'a')).toThrow(/distinct/)
  })
})

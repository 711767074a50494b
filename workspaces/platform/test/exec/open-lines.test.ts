import { expect, it } from 'vitest'
import { sh } from '@caisson/core/driver'
import { openPlatformLines } from '../../src/exec/open-lines.js'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()

it('gives each line of stdout, whole', async () => {
  const lines: string[] = []
  bench().server.plans.push({ cutAfter: 3 }, { cutAfter: 4 })
  const script = sh`echo one; echo lost >&2; echo; echo "$A"; printf rest`
  const stream = await openPlatformLines(bench().open, script, (line) => lines.push(line), undefined, {
    env: { A: 'three' },
  })
  await stream.ended
  expect(lines).toEqual(['one', '', 'three'])
  expect(stream.write).toBe(undefined)
})

it('ends the script when it is closed, and gives no line after that', async () => {
  const lines: string[] = []
  const stream = await openPlatformLines(
    bench().open,
    sh`while :; do echo line; sleep 0.01; done`,
    (line) => lines.push(line),
    undefined,
  )
  await expect.poll(() => lines.length).toBeGreaterThan(2)
  stream.close()
  const { length } = lines
  await stream.ended
  expect(lines).toHaveLength(length)
  expect(bench().server.heard.at(-1)).toEqual({ type: 'signal', data: { signal: 'KILL' } })
  await expect.poll(() => bench().server.openSockets).toBe(0)
})

it('takes input where that is asked for', async () => {
  const lines: string[] = []
  const script = sh`while read -r line; do echo "<$line>"; done`
  const stream = await openPlatformLines(bench().open, script, (line) => lines.push(line), undefined, { input: 'open' })
  await stream.write?.(Buffer.from('a\nb'))
  await expect.poll(() => lines).toEqual(['<a>'])
  await stream.write?.(Buffer.from('\n'))
  await expect.poll(() => lines).toEqual(['<a>', '<b>'])
  stream.close()
  await stream.ended
})

it('with input does not go on when it is cut: what was written may be lost', async () => {
  bench().server.plans.push({ cutAfter: 4 })
  const stream = await openPlatformLines(bench().open, sh`echo one; cat`, () => undefined, undefined, { input: 'open' })
  await expect(stream.ended).rejects.toMatchObject({ name: 'SandboxExecTransportError', opened: true })
  await expect.poll(() => bench().server.openSockets).toBe(0)
})

it('is not begun once it is given up', async () => {
  const given = AbortSignal.abort(new RangeError('enough'))
  await expect(openPlatformLines(bench().open, sh`echo`, () => undefined, given)).rejects.toThrow('enough')
  expect([bench().server.handshakes, bench().minted]).toEqual([0, 0])
})

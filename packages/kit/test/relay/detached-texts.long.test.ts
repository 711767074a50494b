import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { LinesBench } from './support/lines-bench.js'

describe('the text of a command', () => {
  it.each([
    "echo 'it''s'",
    'echo "$0 $#" # comment',
    "cat <<'END'\na 'b' \"c\" $d `e` \\\nEND",
    'echo a\\\nb',
    "printf '%s' '\u001F'",
    'set -e; false; echo no',
    'exit',
    'echo é 你好 😀; :',
    '-n',
    '',
    '"',
  ])('%j runs as a shell runs it, with listeners and without', async (command) => {
    await using bench = await LinesBench.open()
    const { stdout, status } = spawnSync('bash', ['-c', '--', command], { cwd: bench.machine.directory })
    for (const live of [true, false]) {
      const result = await bench.run(command, { live })
      expect(result.exitCode).toBe(status)
      expect(result.out.toString().replace(/^\/usr\/bin\/bash/, 'bash')).toBe(stdout.toString())
    }
  })

  it('that is too long for an argument goes with the same request, whole and private', async () => {
    await using bench = await LinesBench.open()
    const word = "x'".repeat(150_000)
    const command = `text=$(cat <<'END'\n${word}\nEND\n)\nprintf %s "$text" | wc -c; stat -c %a "$0"; exit 6`
    for (const live of [true, false]) {
      const result = await bench.run(command, { live })
      expect([result.exitCode, result.out.toString()]).toEqual([6, '300000\n600\n'])
    }
    expect(bench.kinds).toEqual(['lines', 'run'])
  })

  it('that is too long for an argument is brought in pieces before, where input has a limit', async () => {
    await using bench = await LinesBench.open({ maxInputBytes: 70_000 }, { abilities: { env: true, input: true } })
    const word = "é'".repeat(50_000)
    const command = `text=$(cat <<'END'\n${word}\nEND\n)\nprintf %s "$text" | wc -c; stat -c %a "$0"; echo "$WORD"; exit 6`
    for (const live of [true, false]) {
      const result = await bench.run(command, { live, env: { WORD: 'own' } })
      expect([result.exitCode, result.out.toString()]).toEqual([6, '150000\n600\nown\n'])
    }
    expect(bench.kinds).toEqual(['run', 'run', 'run', 'lines', 'run', 'run', 'run', 'run'])
    for (const { text } of bench.raw.calls) expect(text.length).toBeLessThan(120_000)
  })

  it('that is too long only after it was quoted is brought before as well', async () => {
    await using bench = await LinesBench.open({ maxInputBytes: 70_000 })
    const command = `printf %s "${"'".repeat(25_000)}" | wc -c`
    expect((await bench.run(command)).out.toString()).toBe('25000\n')
    expect(bench.kinds).toEqual(['run', 'lines'])
    expect(bench.raw.calls[1]?.text.length).toBeLessThan(120_000)
  })
})

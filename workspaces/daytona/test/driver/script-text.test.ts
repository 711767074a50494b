import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { sh, type DriverRunResult, type ShellCommand } from '@caisson/core/driver'
import { hasBegun, readScriptAnswer } from '../../src/driver/processes/script-answer.js'
import { scriptText } from '../../src/driver/processes/script-text.js'

const mark = 'caissonmark'

/** Feeds the text to a shell on its stdin, both of whose streams are one, as the vendor's daemon does. */
function runIn(shell: string, script: ShellCommand, stdin?: Uint8Array): DriverRunResult | undefined {
  const input = scriptText({ script, stdin, mark })
  const { stdout } = spawnSync('sh', ['-c', `echo noise; printf more; exec ${shell} 2>&1`], {
    input,
    maxBuffer: 256 * 1024 * 1024,
  })
  return readScriptAnswer(stdout.toString(), mark)
}

describe.each(['bash', 'dash', 'bash --posix'])('a script that %s is fed with', (shell) => {
  it('gives both streams byte for byte, apart, and its exit code', () => {
    const answer = runIn(shell, sh`printf 'a\\0\\377b\\n\\n'; printf 'e\\0\\376' >&2; printf c; exit 7`)
    expect(answer).toEqual({
      exitCode: 7,
      stdout: Buffer.from([97, 0, 255, 98, 10, 10, 99]),
      stderr: Buffer.from([101, 0, 254]),
    })
  })

  it('keeps quotes, dollars, backslashes, comments and here-documents as they are', () => {
    const script = sh`cat <<'E'\n'"$HOME \`id\` \\ # !x\nE\nprintf '%s' ${`it's a "$x" \\n 'y`} # end`
    expect(runIn(shell, script)?.stdout.toString()).toBe(`'"$HOME \`id\` \\ # !x\nit's a "$x" \\n 'y`)
  })

  it('has an empty stdin unless it is given one', () => {
    expect(runIn(shell, sh`cat; echo end`)?.stdout.toString()).toBe('end\n')
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_value, index) => (index * 7) % 256))
    expect(Buffer.compare(runIn(shell, sh`cat`, bytes)?.stdout ?? Buffer.alloc(0), bytes)).toBe(0)
  })

  it('need not read its stdin', () => {
    expect(runIn(shell, sh`echo done; exit 3`, Buffer.alloc(1_000_000, 1))).toMatchObject({ exitCode: 3 })
  })

  it('may be longer than an argument can be, with input too', () => {
    const long = 'x'.repeat(300_000)
    expect(runIn(shell, sh`echo ${long}; cat; exit 4`, Buffer.from('input'))).toEqual({
      exitCode: 4,
      stdout: Buffer.from(`${long}\ninput`),
      stderr: Buffer.alloc(0),
    })
  })

  it('may print much on both streams at once', () => {
    const script = sh`head -c 1000000 /dev/zero & head -c 1000000 /dev/zero >&2; wait`
    const answer = runIn(shell, script)
    expect([answer?.exitCode, answer?.stdout.length, answer?.stderr.length]).toEqual([0, 1_000_000, 1_000_000])
  })

  it('gets none of the descriptors that the answer goes through', () => {
    const script = sh`for number in 1 3 4 5 7; do [ ! -e /proc/$$/fd/$number ] || echo $number; done`
    expect(runIn(shell, script)?.stdout.toString()).toBe('1\n')
    const long = sh`${script}; : ${'x'.repeat(300_000)}`
    expect(runIn(shell, long, Buffer.from('input'))?.stdout.toString()).toBe('1\n')
  })
})

it('an answer that is not whole is none', () => {
  expect(readScriptAnswer('chdir /x: no such file or directory', mark)).toBeUndefined()
  expect(readScriptAnswer(`noise\n${mark}\nQUFB\n`, mark)).toBeUndefined()
  expect(readScriptAnswer(`${mark}\nQUFB\n${mark}\nQkJC\n${mark}\n`, mark)).toBeUndefined()
  expect(hasBegun('chdir /x: no such file or directory', mark)).toBe(false)
  expect(hasBegun(`noise\n${mark}\n`, mark)).toBe(true)
})

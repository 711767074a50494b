import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandOfRelayText, isRelayScript, relayText } from '../../src/relay/scripts/relay-text.js'
import { RelayBench, until } from './support/relay-bench.js'

const hostile = [
  `it's "quoted" $HOME \`id\` $(id) \\ !!`,
  "''",
  "\n\necho 'a\nb'\n",
  String.raw`printf 'a\nb\\'`,
  'true # comment',
  'é 你好 😀',
  '; exit 1; $(',
]

async function profile(bench: RelayBench, text: string): Promise<void> {
  await writeFile(path.join(bench.machine.directory, '.bash_profile'), text)
}

describe('the environment of a command', () => {
  it('holds nothing of the supervisor but the tag', async () => {
    await using bench = await RelayBench.open()
    const { out } = await bench.run('env')
    const names = out
      .toString()
      .split('\n')
      .map((line) => line.split('=', 1)[0])
    expect(names.filter((name) => /caisson/i.test(name ?? ''))).toEqual(['CAISSON_PROCESS'])
  })

  it('keeps the values that were given, whatever the login profile sets', async () => {
    await using bench = await RelayBench.open()
    await profile(bench, 'export PATH=/from/profile:/usr/bin:/bin LANG=profile OTHER=profile; unset GONE; IFS=x')
    const env = { PATH: '/mine:/usr/bin:/bin', LANG: "it's $mine\nreally", GONE: 'here', 'ODD.NAME': 'odd', EMPTY: '' }
    const command = String.raw`printf '%s|' "$PATH" "$LANG" "$GONE" "$OTHER" "[$EMPTY]"; env | grep -c ODD.NAME=odd`
    const { out } = await bench.run(command, { env })
    expect(out.toString()).toBe(`/mine:/usr/bin:/bin|it's $mine\nreally|here|profile|[]|1\n`)
  })

  it('has the variables of the profile where none were given', async () => {
    await using bench = await RelayBench.open()
    await profile(bench, 'export PATH=$PATH:/from/profile FROM_PROFILE=yes')
    const { out } = await bench.run('echo "$FROM_PROFILE"; case $PATH in *:/from/profile) echo path;; esac')
    expect(out.toString()).toBe('yes\npath\n')
  })
})

describe('a login profile', () => {
  it.each([
    ['prints on both streams', 'echo noise; echo noise >&2; printf "no end"; printf "no end" >&2'],
    ['prints bytes that are no text', String.raw`printf '\377\376\x1f'`],
    ['sets options', 'set -eu; set -f; set -C; set -a; shopt -s nullglob expand_aliases 2>/dev/null; alias rm=false'],
    ['breaks PATH', 'PATH=/nowhere; export PATH'],
    ['sets IFS', 'IFS=0123456789abcdef'],
  ])('that %s changes neither output nor end', async (_what, text) => {
    await using bench = await RelayBench.open()
    await profile(bench, text)
    const result = await bench.run('echo out; echo err >&2; exit 3', { env: { PATH: '/usr/bin:/bin' } })
    expect([result.exitCode, result.out.toString(), result.err.toString()]).toEqual([3, 'out\n', 'err\n'])
    expect(bench.raw.requests).toHaveLength(1)
    const { process, output } = await bench.start(String.raw`printf '\377'; sleep 60`, {
      env: { PATH: '/usr/bin:/bin' },
    })
    expect((await bench.other().attach(process.pid))?.process.pid).toBe(process.pid)
    await until(() => output.out.length > 0)
    expect(await process.kill('SIGKILL')).toBe(true)
    expect(await process.wait()).toEqual({ signal: 'SIGKILL' })
    expect(output.out).toEqual(Buffer.of(255))
  })

  it('that ends the shell is an error that says so, and not an end of the command', async () => {
    await using bench = await RelayBench.open()
    await profile(bench, 'exit 4')
    const failure = bench.run('echo x >> log')
    await expect(failure).rejects.toMatchObject({ code: 'UNKNOWN', details: { exitCode: 4 } })
    await expect(failure).rejects.toThrow(/login shell ended with code 4/)
  })
})

describe('the text of a command', () => {
  it.each(hostile)('%j runs as it is and can be read back', async (command) => {
    expect(commandOfRelayText(relayText({ id: 'a1', command, names: [], forgotten: [] }))).toBe(command)
    await using bench = await RelayBench.open()
    const { process } = await bench.start(`cat <<'END' >/dev/null\n${command}\nEND\nsleep 60`)
    const listed = await bench.driver.listProcesses?.(bench.machine)
    expect(listed?.map((entry) => entry.command)).toEqual([`cat <<'END' >/dev/null\n${command}\nEND\nsleep 60`])
    const output = await bench.run(`printf %s "$TEXT"`, { env: { TEXT: command } })
    expect(output.out.toString()).toBe(command)
    await process.kill('SIGKILL')
  })

  it('that is too long for an argument goes by file, and is private there', async () => {
    await using bench = await RelayBench.open()
    const word = 'x'.repeat(200_000)
    const result = await bench.run(`text='${word}'\nprintf %s "$text" | wc -c; stat -c %a "$0"; exit 6`)
    expect([result.exitCode, result.out.toString()]).toEqual([6, '200000\n600\n'])
    expect(bench.raw.requests).toHaveLength(2)
  })

  it('may begin like an option', async () => {
    await using bench = await RelayBench.open()
    expect(await bench.run('-n')).toMatchObject({ exitCode: 127 })
  })

  it('is told from our own scripts, which are not listed', async () => {
    expect(commandOfRelayText('sleep 5')).toBeUndefined()
    expect(isRelayScript('sleep 5')).toBe(false)
    await using bench = await RelayBench.open()
    const { process } = await bench.start('sleep 60')
    await bench.other().attach(process.pid)
    expect(await bench.driver.listProcesses?.(bench.machine)).toEqual([
      { pid: process.pid, command: 'sleep 60', running: true },
    ])
  })
})

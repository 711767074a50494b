import { describe, expect, it } from 'vitest'
import { LinesBench } from './support/lines-bench.js'
import { until } from './support/relay-bench.js'

describe('a command without listeners', () => {
  it('is one request, known before it is answered, and its output comes with its end', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('echo out; echo err >&2; exit 3', { live: false })
    expect(process.pid).toMatch(/^[0-9a-f]{24}$/)
    await process.started
    expect(await process.wait()).toEqual({ exitCode: 3 })
    expect([output.out.toString(), output.err.toString()]).toEqual(['out\n', 'err\n'])
    expect(bench.kinds).toEqual(['run'])
  })

  it('runs in the environment and the directory that were given, its input at its end', async () => {
    await using bench = await LinesBench.open({}, { env: { GONE: 'x', KEPT: 'k' } })
    await bench.run('mkdir "a b"', { live: false })
    const env = { KEPT: 'k', SECRET: "it's\n$HOME" }
    const command = 'pwd; echo "${GONE-unset} $KEPT $SECRET"; cat; env | grep -c ^caisson; trap'
    const result = await bench.run(command, { live: false, env, cwd: 'a b' })
    expect(result.out.toString()).toBe(`${bench.machine.directory}/a b\nunset k it's\n$HOME\n0\n`)
  })

  it('is looked at again when it takes longer than an answer may', async () => {
    await using bench = await LinesBench.open({ longestAnswerMs: 1300 })
    const result = await bench.run('echo a; sleep 2.5; echo b; exit 4', { live: false })
    expect(result).toMatchObject({ exitCode: 4 })
    expect(result.out.toString()).toBe('a\nb\n')
    expect(new Set(bench.kinds)).toEqual(new Set(['run']))
    expect(bench.kinds.length).toBeGreaterThan(1)
  })

  it('rejects early when it was not started', async () => {
    await using bench = await LinesBench.open()
    const { process } = await bench.start('touch ran', { live: false, cwd: '/no/such/directory' })
    const failure = { code: 'NOT_FOUND', retry: 'never', message: expect.stringContaining('/no/such/directory') }
    await expect(process.started).rejects.toMatchObject(failure)
    await expect(process.wait()).rejects.toMatchObject(failure)
    expect(await process.kill('SIGKILL')).toBe(false)
    expect((await bench.run('ls', { live: false })).out.toString()).toBe('')
  })
})

describe('a command with listeners', () => {
  it('is one stream of lines when its environment is the machine’s', async () => {
    await using bench = await LinesBench.open({}, { env: { A: '1', B: 'two words', GONE: 'x' } })
    const result = await bench.run('echo "$A $B ${GONE-unset}"; exit 5', { env: { A: '1', B: 'two words' } })
    expect(result).toMatchObject({ exitCode: 5 })
    expect(result.out.toString()).toBe('1 two words unset\n')
    expect(bench.kinds).toEqual(['lines'])
  })

  it('is started by a request when it is not, and no value of it stands in a text', async () => {
    await using bench = await LinesBench.open({}, { env: { A: 'machine-value' } })
    const env = { A: 'secret-one', TOKEN: 'secret-two' }
    const result = await bench.run('echo "$A $TOKEN"; sleep 0.5; echo "$TOKEN" >&2', { env })
    expect(result.out.toString()).toBe('secret-one secret-two\n')
    expect(result.err.toString()).toBe('secret-two\n')
    expect(bench.kinds).toEqual(['run', 'lines'])
    for (const { text } of bench.raw.calls) expect(text).not.toMatch(/secret-|machine-value/)
    expect(bench.raw.calls[0]?.env).toEqual(env)
  })

  it('tells that it runs before it has printed anything, then each line as it comes', async () => {
    await using bench = await LinesBench.open()
    const { process, output } = await bench.start('read line; echo "got $line"; read line; echo "$line"', {
      stdin: 'pipe',
    })
    expect(output.out).toHaveLength(0)
    await process.writeStdin?.(Buffer.from('one\n'))
    await expect.poll(() => output.out.toString()).toBe('got one\n')
    await process.writeStdin?.(Buffer.from('two\n'))
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('got one\ntwo\n')
  })

  it.each([
    ['a missing directory', '/no/such/directory'],
    ['a file as directory', 'file'],
    ['a name like an option', '-'],
  ])('with %s rejects and runs nowhere', async (_name, cwd) => {
    await using bench = await LinesBench.open()
    await bench.run('touch file', { live: false })
    for (const env of [{}, { OTHER: 'environment' }]) {
      await expect(bench.start('touch ran', { cwd, env })).rejects.toMatchObject({ code: 'NOT_FOUND', retry: 'never' })
    }
    expect((await bench.run('ls', { live: false })).out.toString()).toBe('file\n')
  })

  it("in the foreground is the vendor's own, where there is such a way and the text is no longer than an argument", async () => {
    await using bench = await LinesBench.open()
    const seen: string[] = []
    Object.assign(bench.raw, {
      spawnForeground: async (_machine: unknown, command: string) => {
        seen.push(command)
        return { pid: 'own', wait: async () => ({ exitCode: 3 }), kill: async () => false }
      },
    })
    expect((await bench.start('exit 3', { foreground: true })).process.pid).toBe('own')
    expect((await bench.run(`exit 4 #${'x'.repeat(100_000)}`, { foreground: true })).exitCode).toBe(4)
    expect((await bench.run('exit 5', { foreground: false })).exitCode).toBe(5)
    expect(seen).toEqual(['exit 3'])
  })

  it('is not started when nobody waits any more', async () => {
    await using bench = await LinesBench.open()
    await expect(bench.start('true', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(bench.kinds).toEqual([])
  })

  it.each(['bash', 'dash'])('leaves the shell that starts it (%s) as it was', async (shell) => {
    await using bench = await LinesBench.open({}, { shell })
    const session = bench.raw.session(bench.machine)
    const before = await session.state()
    for (const command of ['exit 3; set -e; cd /; X=1; trap "echo x" EXIT; exec 1>&2', 'sleep 60 & cat <<E; echo "']) {
      await bench.run(command)
      // A child that held its output would keep it from that for a minute.
      await until(() => session.isFree)
    }
    expect(bench.machine.sessions).toEqual([session])
    expect(await session.state()).toBe(before)
  })
})

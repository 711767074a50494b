import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { driverMachine } from './support/driver-machine.js'

describe('LocalDriver.spawn', () => {
  it('reports the exact exit code', async () => {
    const { run } = await driverMachine()
    expect(await run('exit 7')).toEqual({ exit: { exitCode: 7 }, stdout: '', stderr: '' })
    expect((await run('true')).exit).toEqual({ exitCode: 0 })
  })

  it('reports the name of the signal and never makes up a code', async () => {
    const { run } = await driverMachine()
    expect((await run('kill -SEGV $$')).exit).toEqual({ signal: 'SIGSEGV' })
    expect((await run('kill -KILL $$')).exit).toEqual({ signal: 'SIGKILL' })
  })

  it('keeps stdout and stderr apart, byte for byte [BR-056]', async () => {
    const { start } = await driverMachine()
    const chunks: Uint8Array[] = []
    const { process, stderr } = await start(
      String.raw`printf 'a\000\377b'; echo e1 >&2; echo e2 >&2`,
      {},
      {
        stdout: (chunk) => void chunks.push(chunk),
      },
    )
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(Buffer.concat(chunks).toString('hex')).toBe('6100ff62')
    expect(stderr()).toBe('e1\ne2\n')
  })

  it('gives a command that was started without stdin an immediate end of input [BR-027]', async () => {
    const { run } = await driverMachine()
    expect(await run('cat')).toEqual({ exit: { exitCode: 0 }, stdout: '', stderr: '' })
    expect((await run('grep a')).exit).toEqual({ exitCode: 1 })
    expect((await run('read x; echo "got=$x"')).stdout).toBe('got=\n')
  })

  it('drains pipes that nobody reads [BR-025]', async () => {
    const { run } = await driverMachine()
    const { exit, stdout } = await run(
      String.raw`head -c 1000000 /dev/zero | tr '\0' x; echo flag > done.flag; cat done.flag >&2`,
    )
    expect(exit).toEqual({ exitCode: 0 })
    expect(stdout.length).toBe(1_000_000)
  })

  it('stops reading while the sink wants to wait, and loses nothing', async () => {
    const { start } = await driverMachine()
    let release: () => void = () => undefined
    let received = 0
    let isHeld = false
    let receivedWhileHeld = 0
    const { process } = await start(
      'head -c 3000000 /dev/zero',
      {},
      {
        stdout: (chunk) => {
          if (isHeld) receivedWhileHeld += chunk.length
          received += chunk.length
          if (received !== chunk.length) return undefined
          isHeld = true
          return new Promise<void>((resolve) => {
            release = () => {
              isHeld = false
              resolve()
            }
          })
        },
      },
    )
    const early = await Promise.race([
      process.wait().then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 700, 'held')),
    ])
    expect(early).toBe('held')
    expect(receivedWhileHeld).toBe(0)
    release()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(received).toBe(3_000_000)
  })

  it('holds back output that was written before the exit as well', async () => {
    const { start } = await driverMachine()
    const sizes: number[] = []
    let release: () => void = () => undefined
    const { process } = await start(
      'head -c 150000 /dev/zero',
      {},
      {
        stdout: (chunk) => {
          sizes.push(chunk.length)
          return sizes.length > 1
            ? undefined
            : new Promise<void>((resolve) => {
                release = resolve
              })
        },
      },
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sizes).toHaveLength(1)
    release()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150_000)
  })

  it('keeps back the end while the sink still waits, although the process has exited', async () => {
    const { start } = await driverMachine()
    let release: () => void = () => undefined
    const seen: string[] = []
    const { process } = await start(
      'echo a; echo b >&2',
      {},
      {
        stdout: (chunk) => {
          seen.push(Buffer.from(chunk).toString())
          return new Promise<void>((resolve) => {
            release = resolve
          })
        },
      },
    )
    const early = await Promise.race([
      process.wait().then(() => 'ended'),
      new Promise((resolve) => setTimeout(resolve, 700, 'held')),
    ])
    expect(early).toBe('held')
    release()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(seen).toEqual(['a\n'])
  })

  it(
    'is over soon after its shell although a background child holds the pipes [BR-018]',
    { timeout: 10_000 },
    async () => {
      const { run, start } = await driverMachine()
      expect(await run('sleep 30 & echo done')).toEqual({ exit: { exitCode: 0 }, stdout: 'done\n', stderr: '' })
      expect(await run('nohup sleep 30 >/dev/null 2>&1 & echo done')).toMatchObject({ stdout: 'done\n' })
      const chatty = await start('(while :; do echo tick; sleep 0.05; done) & echo started')
      expect((await chatty.finish()).exit).toEqual({ exitCode: 0 })
      expect(chatty.stdout()).toContain('started\n')
    },
  )

  it('takes what a background child prints soon after the exit', async () => {
    const { run } = await driverMachine()
    const { stdout } = await run('(for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.04; echo $i; done) & echo first')
    expect(stdout).toBe(`first\n${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].join('\n')}\n`)
  })

  it('lets what a command left behind write on without blocking or failing [BR-018]', { timeout: 15_000 }, async () => {
    const { run, directory } = await driverMachine()
    await run('(sleep 0.6; head -c 1000000 /dev/zero && echo fine > written.flag) & echo done')
    expect(
      (await run('for i in $(seq 100); do test -e written.flag && break; sleep 0.1; done; cat written.flag')).stdout,
    ).toBe('fine\n')
    expect(directory).not.toBe('')
  })

  it('leaves no state from one command to the next [BR-058]', async () => {
    const { run, directory } = await driverMachine()
    const codes = []
    for (const command of ['exit 3', 'set -e; false', 'exec true', 'cd /; export A=1; umask 077'])
      codes.push((await run(command)).exit)
    expect(codes).toEqual([{ exitCode: 3 }, { exitCode: 1 }, { exitCode: 0 }, { exitCode: 0 }])
    expect((await run('echo ok; pwd; echo "A=$A"')).stdout).toBe(`ok\n${directory}\nA=\n`)
  })

  it('runs a command once, however it fails [BR-069]', async () => {
    const { run } = await driverMachine()
    const lines = []
    for (const end of ['exit 1', 'cd /nope', 'kill -9 $$']) {
      await run(`echo x >> log; ${end}`, { cwd: '.' })
      lines.push((await run('wc -l < log')).stdout.trim())
    }
    expect(lines).toEqual(['1', '2', '3'])
  })

  it('names the directory when the one to run in is missing, a file or closed [BR-067, BR-049]', async () => {
    const { start, machine, directory } = await driverMachine()
    await writeFile(path.join(directory, 'file'), '')
    await expect(start('ls', { cwd: '/no/such/dir' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      retry: 'never',
      message: expect.stringContaining('/no/such/dir'),
    })
    await expect(start('ls', { cwd: 'file' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(path.join(directory, 'file')),
    })
    expect(machine.processes.running.size).toBe(0)
  })

  it('says that the machine is gone when its directory is, and that nothing was started [BR-068]', async () => {
    const { driver, start, directory } = await driverMachine()
    await rm(directory, { recursive: true })
    const error: unknown = await start('echo ok').catch((reason: unknown) => reason)
    expect(driver.classifyError(error)).toEqual({
      code: 'GONE',
      retry: 'safe',
      message: expect.stringContaining(directory),
    })
    expect(await driver.inspect({ sandboxId: directory, state: 'running' })).toBe('gone')
  })

  it('says what to do about a command that is too long', async () => {
    const { start } = await driverMachine()
    await expect(start(`true ${'x'.repeat(3_000_000)}`)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('longer than the system allows'),
    })
  })
})

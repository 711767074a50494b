import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from './support/driver-machine.js'
import { startHost } from './support/host-program.js'
import { expectNoHostErrors } from './support/host-warnings.js'
import { localSandbox } from './support/local-sandbox.js'
import { isRunning, pidsIn, untilTrue } from './support/processes.js'

const script = [
  `it's "double" $HOME`,
  'back `ticks` and $(id)',
  String.raw`a \n pair, a \\ pair`,
  'tab:\t!',
  'history !! and #',
  'end %s *',
].join('\n')

const values = ['a b', 'l1\nl2', "q'q", 'd"d', '$HOME', '`id`', String.raw`\n`, '', '=x=', '\u00e9 \u{1f600}']

describe('LocalSandbox: command text [C13]', () => {
  it('hands over an argument byte for byte [BR-002]', async () => {
    const { sandbox } = await localSandbox()
    const echo = await sandbox.executeCommand('node', ['-e', 'process.stdout.write(process.argv[1])', script])
    expect(echo.stdout).toBe(script)
    expect((await sandbox.executeCommand('printf', ['%s', script])).stdout).toBe(script)
  })

  it('takes the command as shell text, with and without arguments [BR-003]', async () => {
    const { sandbox } = await localSandbox()
    const text = String.raw`printf 'b\na\n' | sort > out.txt && cat out.txt`
    for (const args of [undefined, []]) {
      expect(await sandbox.executeCommand(text, args)).toMatchObject({ stdout: 'a\nb\n', exitCode: 0 })
    }
  })

  it(
    'neither splits, expands nor substitutes arguments, and warns of nothing [BR-004]',
    { timeout: 30_000 },
    async () => {
      const directory = await temporaryDirectory()
      const args = ['a b', '$(echo X)', ';echo X', '*', '', 'line1\nline2', '~', '&']
      const host = startHost(
        `const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      await sandbox.executeCommand('touch one two')
      const print = 'console.log(JSON.stringify(process.argv.slice(1)))'
      const { stdout } = await sandbox.executeCommand('node', ['-e', print, ...${JSON.stringify(args)}])
      await sandbox.destroy()
      process.stdout.write(stdout)`,
        {},
        ['--throw-deprecation'],
      )
      expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
      expect(JSON.parse(host.stdout())).toEqual(args)
    },
  )

  it('leaves a quoted heredoc alone, whatever cwd and env say [BR-006]', async () => {
    const { sandbox, directory } = await localSandbox()
    await mkdir(path.join(directory, 'sub dir'), { recursive: true })
    const body = 'it\'s $HOME \\n `id` "q"\n'
    const text = `cat > f.txt <<'EOF'\n${body}EOF\ncat f.txt`
    for (const options of [{}, { cwd: 'sub dir' }, { env: { HOME: '/x' } }, { cwd: 'sub dir', env: { V: "a'b" } }]) {
      expect((await sandbox.executeCommand(text, [], options)).stdout).toBe(body)
      const handle = await sandbox.processes.spawn(text, options)
      expect((await handle.wait()).stdout).toBe(body)
      expect(await readFile(path.join(directory, options.cwd ?? '.', 'f.txt'), 'utf8')).toBe(body)
    }
  })

  it('survives a listener that throws or rejects [BR-020]', async () => {
    const check = expectNoHostErrors()
    const { sandbox } = await localSandbox()
    const onStdout = (): never => {
      throw new TypeError('as planned')
    }
    expect((await sandbox.executeCommand('printf', ['abc'], { onStdout })).stdout).toBe('abc')
    const rejecting = async (): Promise<void> => onStdout()
    expect((await sandbox.executeCommand('printf', ['abc'], { onStdout: rejecting })).stdout).toBe('abc')
    expect((await sandbox.executeCommand('echo', ['fine'])).stdout).toBe('fine\n')
    check()
  })
})

describe('LocalSandbox: processes', () => {
  it('gives commands no input at all [BR-027]', async () => {
    const { sandbox } = await localSandbox({ timeout: 5000 })
    expect(await sandbox.executeCommand('cat')).toMatchObject({ exitCode: 0, stdout: '' })
    expect(await sandbox.executeCommand('read x; echo got=$x')).toMatchObject({ stdout: 'got=\n' })
    expect(await sandbox.executeCommand('node')).toMatchObject({ exitCode: 0, stdout: '' })
    expect(await sandbox.executeCommand('grep a')).toMatchObject({ exitCode: 1 })
  })

  it('does not wait for what a command left behind, and ends it at destroy [BR-018]', async () => {
    const { sandbox } = await localSandbox({ timeout: 10_000 })
    const plain = await sandbox.executeCommand('sleep 300 & echo $!')
    const detached = await sandbox.executeCommand('nohup sleep 300 >/dev/null 2>&1 & echo $!')
    const pids = [...pidsIn(plain.stdout), ...pidsIn(detached.stdout)]
    expect([plain.exitCode, detached.exitCode, pids.filter(isRunning).length]).toEqual([0, 0, 2])
    await sandbox.destroy()
    expect(pids.filter(isRunning)).toEqual([])
  })

  it('frees the port of a killed server before it says so [BR-047]', { timeout: 30_000 }, async () => {
    const { sandbox } = await localSandbox()
    const serve = `require('net').createServer().listen(+process.argv[1], function () { console.log(this.address().port) })`
    let port = '0'
    for (let round = 0; round < 5; round += 1) {
      const server = await sandbox.processes.spawn(`node -e "${serve}" ${port} & wait`)
      await untilTrue(() => server.stdout !== '' || server.stderr !== '')
      expect(server.stderr).toBe('')
      port = server.stdout.trim()
      expect(await server.kill()).toBe(true)
      expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
    }
  })

  it('refuses input to a process that has ended, whichever way [BR-029]', async () => {
    const check = expectNoHostErrors()
    const { sandbox } = await localSandbox()
    const ended = await sandbox.processes.spawn('true')
    await ended.wait()
    const killed = await sandbox.processes.spawn('sleep 300')
    await killed.kill()
    const destroyed = await sandbox.processes.spawn('sleep 300')
    await sandbox.destroy()
    for (const handle of [ended, killed, destroyed]) {
      await expect(handle.sendStdin('x')).rejects.toMatchObject({
        code: 'INVALID_STATE',
        message: expect.stringContaining('exited'),
      })
    }
    check()
  })
})

describe('LocalSandbox: time', () => {
  it('ends a command at its time-out together with everything it started [BR-018]', async () => {
    const { sandbox } = await localSandbox()
    const result = await sandbox.executeCommand('sleep 300 & echo started; sleep 300', [], { timeout: 300 })
    expect(result).toMatchObject({ exitCode: 124, timedOut: true, stdout: 'started\n' })
    expect((await sandbox.executeCommand('echo ok')).stdout).toBe('ok\n')
  })

  it('has a default time-out for executeCommand and none for spawn', async () => {
    const { sandbox } = await localSandbox({ timeout: 300 })
    expect(await sandbox.executeCommand('sleep 300')).toMatchObject({ exitCode: 124, timedOut: true })
    const handle = await sandbox.processes.spawn('sleep 0.8; echo done')
    expect(await handle.wait()).toMatchObject({ exitCode: 0, stdout: 'done\n' })
    const { sandbox: unlimited } = await localSandbox({ timeout: 0 })
    expect(await unlimited.executeCommand('sleep 0.8; echo done')).toMatchObject({ exitCode: 0 })
  })
})

describe('LocalSandbox: environment', () => {
  it('keeps the secrets of the host, and gives basics [BR-063]', { timeout: 30_000 }, async () => {
    const directory = await temporaryDirectory()
    const secret = {
      CANARY_API_KEY: 'zzz',
      NODE_OPTIONS: '--no-warnings',
      LANG: 'C.UTF-8',
      USER: 'someone',
      PAGER: 'less',
    }
    const host = startHost(
      `const all = []
      for (const inheritEnv of [false, true]) {
        const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)}, inheritEnv })
        all.push((await sandbox.executeCommand('env')).stdout)
        await sandbox.destroy()
      }
      console.log(JSON.stringify(all))`,
      secret,
    )
    expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
    const [basic = '', full = ''] = JSON.parse(host.stdout()) as string[]
    expect(basic).not.toMatch(/zzz|NODE_OPTIONS/)
    for (const name of ['PATH', 'HOME', 'LANG', 'USER']) expect(basic).toMatch(new RegExp(`^${name}=.`, 'm'))
    expect(basic).toMatch(/^GIT_TERMINAL_PROMPT=0$/m)
    expect(basic).toMatch(/^PAGER=cat$/m)
    expect(full).toMatch(/^CANARY_API_KEY=zzz$/m)
    expect(full).toMatch(/^PAGER=cat$/m)
  })

  it('lets the sandbox override every default', async () => {
    const { sandbox } = await localSandbox({
      env: { PAGER: 'more', PATH: '/nowhere:/usr/bin:/bin', CAISSON_PROCESS: 'forged' },
    })
    const { stdout } = await sandbox.executeCommand('echo "$PAGER $PATH"; echo "$CAISSON_PROCESS"')
    expect(stdout).toMatch(/^more \/nowhere:\/usr\/bin:\/bin\n/)
    expect(stdout).not.toContain('forged')
  })

  it('passes values unchanged, in both kinds of commands [BR-060, BR-065]', async () => {
    const print = `process.stdout.write(JSON.stringify([process.env.V, process.env.C]))`
    for (const value of values) {
      const { sandbox } = await localSandbox({ env: { C: value } })
      const expected = JSON.stringify([value, value])
      expect((await sandbox.executeCommand('node', ['-e', print], { env: { V: value } })).stdout).toBe(expected)
      const handle = await sandbox.processes.spawn(`node -e '${print}'`, { env: { V: value } })
      expect((await handle.wait()).stdout).toBe(expected)
    }
  })

  it('lays the environment of a call over the one of the sandbox, for this call only [BR-062]', async () => {
    const { sandbox } = await localSandbox({ env: { A: '1', B: '1' } })
    const show = async (env?: Record<string, string | undefined>): Promise<string> =>
      (await sandbox.executeCommand('echo "$A,$B,$C,${A-unset}"', [], { env })).stdout.trim()
    expect(await show({ B: '2', C: '2' })).toBe('1,2,2,1')
    expect(await show()).toBe('1,1,,1')
    expect(await show({ A: undefined })).toBe(',1,,unset')
    sandbox.setEnv((env) => ({ ...env, A: '3', B: undefined }))
    expect(await show()).toBe('3,,,3')
  })
})

describe('LocalSandbox: directory of a command', () => {
  it('treats all combinations of cwd and env alike [BR-061]', async () => {
    const { sandbox, directory } = await localSandbox()
    await mkdir(path.join(directory, 'w d'), { recursive: true })
    const env = { V: "a 'b'" }
    for (const options of [{}, { cwd: 'w d' }, { env }, { cwd: 'w d', env }]) {
      const expected = `${options.env ? env.V : ''}\n${path.join(directory, options.cwd ?? '.')}\n`
      const text = 'echo $V; pwd'
      expect((await sandbox.executeCommand(text, [], options)).stdout).toBe(expected)
      expect((await (await sandbox.processes.spawn(text, options)).wait()).stdout).toBe(expected)
    }
  })

  it('begins relative ones at the working directory and keeps them below it, as file tools do [BR-066]', async () => {
    const { sandbox, directory } = await localSandbox()
    await mkdir(path.join(directory, 'sub'), { recursive: true })
    const where = async (cwd: string): Promise<string> =>
      (await sandbox.executeCommand('pwd', [], { cwd })).stdout.trim()
    expect(await where('sub')).toBe(path.join(directory, 'sub'))
    expect(await where('.')).toBe(directory)
    expect(await where('./sub/..')).toBe(directory)
    expect(await where('/usr')).toBe('/usr')
    const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('stays below the working directory') }
    for (const cwd of ['../', 'sub/../..']) {
      await expect(where(cwd)).rejects.toMatchObject(refusal)
      await expect(sandbox.processes.spawn('pwd', { cwd })).rejects.toMatchObject(refusal)
    }
    await expect(sandbox.filesystem?.readdir('../')).rejects.toMatchObject({ code: 'EACCES' })
  })

  it('names a bad directory and goes on [BR-067, BR-049]', async () => {
    const { sandbox } = await localSandbox()
    const failure = sandbox.executeCommand('ls', [], { cwd: '/no/such/dir' })
    await expect(failure).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/\/no\/such\/dir$/),
    })
    await expect(sandbox.processes.spawn('echo x', { cwd: 'missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await sandbox.processes.list()).filter(({ running }) => running)).toEqual([])
    expect((await sandbox.executeCommand('echo ok')).stdout).toBe('ok\n')
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'names a directory that may not be entered [BR-067]',
    { timeout: 30_000 },
    async () => {
      // Root may enter every directory, so the host of this test is somebody else.
      const parent = await temporaryDirectory()
      const host = startHost(`
        import { chmodSync, mkdirSync } from 'node:fs'
        const directory = ${JSON.stringify(parent)} + '/work'
        mkdirSync(directory + '/closed', { recursive: true, mode: 0o755 })
        chmodSync(${JSON.stringify(parent)}, 0o755)
        chmodSync(directory + '/closed', 0o000)
        process.setgid(65534)
        process.setuid(65534)
        const sandbox = new LocalSandbox({ workingDirectory: directory })
        const error = await sandbox.executeCommand('ls', [], { cwd: 'closed' }).catch((reason) => reason)
        console.log(JSON.stringify({ code: error.code, message: error.message, next: (await sandbox.executeCommand('echo ok')).stdout }))
      `)
      expect([...(await host.exited), host.stderr()]).toEqual([0, null, ''])
      expect(JSON.parse(host.stdout())).toEqual({
        code: 'PERMISSION_DENIED',
        message: expect.stringMatching(/may not be entered.*closed$/),
        next: 'ok\n',
      })
    },
  )

  it('makes the directory anew when a command deleted it [BR-068]', async () => {
    const { sandbox, directory } = await localSandbox()
    await sandbox.executeCommand('rm -rf "$PWD"')
    expect((await sandbox.executeCommand('pwd')).stdout).toBe(`${directory}\n`)
    await sandbox.executeCommand('rm -rf "$PWD"')
    await sandbox.filesystem?.writeFile('a', 'b')
    expect((await sandbox.executeCommand('cat a')).stdout).toBe('b')
    await sandbox.executeCommand('rm -rf "$PWD"')
    await sandbox.stop()
    await sandbox.start()
    expect((await sandbox.executeCommand('echo ok')).stdout).toBe('ok\n')
  })

  it('ends at destroy what was started before the directory was lost [BR-044, BR-068]', async () => {
    const { sandbox } = await localSandbox()
    const old = await sandbox.processes.spawn('exec sleep 300')
    await sandbox.executeCommand('rm -rf "$PWD"')
    await sandbox.executeCommand('true')
    expect(isRunning(Number(old.pid))).toBe(true)
    await sandbox.destroy()
    expect(isRunning(Number(old.pid))).toBe(false)
  })
})

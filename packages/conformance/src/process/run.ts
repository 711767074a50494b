import { expect } from 'vitest'
import { SandboxError, type CommandResult } from '@caisson/core'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { within } from '../sandbox/waiting.js'
import { hostileScript, hostileTexts } from './hostile-texts.js'

/** `executeCommand`: shell text, arguments, and what a result tells. */
export const runSuite: SandboxSuite = sandboxSuite('process/run', [
  {
    id: 'result-is-complete',
    title: 'a result tells success, exit code, both streams, the time, the command line and the arguments [C11] [C12]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('echo', ['to stdout'])
      expect(result).toMatchObject({
        success: true,
        exitCode: 0,
        stdout: 'to stdout\n',
        stderr: '',
        command: "echo 'to stdout'",
        args: ['to stdout'],
      })
      expect(result.executionTimeMs).toBeTypeOf('number')
      expect(result.executionTimeMs).toBeGreaterThanOrEqual(0)
      for (const flag of ['timedOut', 'killed', 'signal', 'stdoutTruncated', 'stderrTruncated']) {
        expect(result, flag).not.toHaveProperty(flag)
      }
    },
  },
  {
    id: 'separate-streams',
    title: 'stdout and stderr are kept apart [BR-056] [C12]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('echo o1; echo e1 >&2; echo o2; echo e2 >&2')
      expect(result).toMatchObject({ stdout: 'o1\no2\n', stderr: 'e1\ne2\n' })
    },
  },
  {
    id: 'shell-text',
    title: 'the command is shell text, without arguments and with an empty list of them [BR-003] [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const args of [undefined, []]) {
        const result = await sandbox.executeCommand(String.raw`printf 'b\na\n' | sort > out.txt && cat out.txt`, args)
        expect(result).toMatchObject({ exitCode: 0, stdout: 'a\nb\n' })
      }
    },
  },
  {
    id: 'arguments-are-quoted',
    title: 'arguments reach the program as they were given, whatever a shell would make of them [BR-004] [C11] [P9]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const args = Object.values(hostileTexts)
      const result = await sandbox.executeCommand('printf', ['<%s>\n', ...args])
      expect(result.stdout).toBe(args.map((text) => `<${text}>\n`).join(''))
      expect(result.args).toEqual(['<%s>\n', ...args])
    },
  },
  {
    id: 'each-argument-alone',
    title: 'a single hostile argument stays one argument [BR-004] [P9]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const [what, text] of Object.entries(hostileTexts)) {
        const result = await sandbox.executeCommand('printf "<%s>"', [text])
        expect(result.stdout, what).toBe(`<${text}>`)
      }
    },
  },
  {
    id: 'script-as-argument',
    title: 'a script that is given as an argument arrives byte for byte [BR-002]',
    check: async (bench) => {
      const sandbox = await bench.running()
      expect((await sandbox.executeCommand('printf', ['%s', hostileScript])).stdout).toBe(hostileScript)
      const program = `printf '%s' "$1"`
      expect((await sandbox.executeCommand('sh', ['-c', program, 'sh', hostileScript])).stdout).toBe(hostileScript)
    },
  },
  {
    id: 'heredoc',
    title: 'a here-document arrives unchanged, with directory and environment set as well [BR-006]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const body = `it's $HOME \\n \`id\` "q"\n`
      const command = `cat > f.txt <<'EOF'\n${body}EOF\ncat f.txt`
      await bench.shell(sandbox, 'mkdir "a dir"')
      for (const options of [{}, { env: { V: "v 'q'" } }, { cwd: 'a dir' }, { cwd: 'a dir', env: { V: 'v' } }]) {
        expect((await sandbox.executeCommand(command, [], options)).stdout).toBe(body)
        expect((await (await sandbox.processes.spawn(command, options)).wait()).stdout).toBe(body)
      }
    },
  },
  {
    id: 'unterminated',
    title: 'a command that ends in a comment, a separator or line breaks is not changed by what follows',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const command of ['echo ok # comment', 'echo ok\n', 'echo ok;', '\n\necho ok\n\n']) {
        expect((await sandbox.executeCommand(command)).stdout, JSON.stringify(command)).toBe('ok\n')
      }
    },
  },
  {
    id: 'syntax-error',
    title: 'shell text that does not parse is a failing result, and the sandbox goes on',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const command of ["echo 'open", 'if true; then', '(', ')']) {
        const result = await within(20_000, command, sandbox.executeCommand(command))
        expect(result.success, command).toBe(false)
        expect(result.exitCode, command).toBeGreaterThan(0)
      }
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'no-state-leaks',
    title: 'exit, set, exec, cd and export of one command do not reach the next [BR-058]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const home = await bench.shell(sandbox, 'pwd')
      const codes: number[] = []
      for (const command of ['exit 3', 'set -e; false', 'exec true', 'cd /; export A=1; umask 077; alias ls=false']) {
        codes.push((await sandbox.executeCommand(command)).exitCode)
      }
      expect(codes).toEqual([3, 1, 0, 0])
      expect(await bench.shell(sandbox, 'echo ok; pwd; echo "A=$A"')).toBe(`ok\n${home}A=\n`)
    },
  },
  {
    id: 'runs-once',
    title: 'a command runs once, however it ends [BR-069] [P1]',
    check: async (bench) => {
      const sandbox = await bench.running()
      await bench.shell(sandbox, 'mkdir d')
      for (const end of ['exit 1', 'cd /no/such/directory', 'kill -9 $$', 'exit 0']) {
        for (const cwd of [undefined, 'd']) {
          await sandbox.executeCommand(`echo x >> log; ${end}`, [], { cwd })
          const log = await sandbox.executeCommand('cat log; rm log', [], { cwd })
          expect(log.stdout, `${end} in ${cwd ?? 'the working directory'}`).toBe('x\n')
        }
      }
    },
  },
  {
    id: 'background-child',
    title:
      'a command that leaves a child behind resolves with what was printed, without waiting for the child [BR-018]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const command of ['sleep 60 & echo done', 'nohup sleep 60 >/dev/null 2>&1 & echo done']) {
        const result = await within(20_000, command, sandbox.executeCommand(command))
        expect(result, command).toMatchObject({ exitCode: 0, stdout: 'done\n' })
      }
    },
  },
  {
    id: 'concurrent',
    title: 'commands at the same time keep their output, environment and exit codes apart',
    check: async (bench) => {
      const sandbox = await bench.running()
      const numbers = Array.from({ length: 12 }, (_, index) => index)
      const results = await Promise.all(
        numbers.map((number) =>
          sandbox.executeCommand('echo "out $N"; echo "err $N" >&2; exit $N', [], { env: { N: String(number) } }),
        ),
      )
      expect(results.map(({ stdout, stderr, exitCode }) => [stdout, stderr, exitCode])).toEqual(
        numbers.map((number) => [`out ${number}\n`, `err ${number}\n`, number]),
      )
    },
  },
  {
    id: 'long-command',
    title: 'a command of 100 000 bytes runs; one beyond what the machine takes is a typed error or runs whole',
    check: async (bench) => {
      const sandbox = await bench.running()
      const textOf = (length: number): string => `cat <<'EOF' | wc -c\n${'x'.repeat(length)}\nEOF`
      expect(Number(await bench.shell(sandbox, textOf(100_000)))).toBe(100_001)
      const outcome = await sandbox.executeCommand(textOf(3_000_000)).catch((error: unknown) => error)
      if (SandboxError.isInstance(outcome)) expect(outcome.code).toMatch(/^[A-Z_]+$/)
      else expect(Number((outcome as CommandResult).stdout)).toBe(3_000_001)
      expect(await bench.shell(sandbox, 'echo on')).toBe('on\n')
    },
  },
  {
    id: 'no-terminal',
    title: 'a command has no terminal to wait at [BR-032]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand('tty; ( : < /dev/tty ) 2>/dev/null || echo none', [], {
        timeout: 15_000,
      })
      expect(result.timedOut).toBeUndefined()
      expect(result.stdout).toContain('not a tty')
      expect(result.stdout).toContain('none')
    },
  },
])

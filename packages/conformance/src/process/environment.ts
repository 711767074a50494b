import { expect } from 'vitest'
import { expectCode } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { hostileTexts } from './hostile-texts.js'

const print = `printf '%s' "$V"`

/** Environment of commands. */
export const environmentSuite: SandboxSuite = sandboxSuite('process/environment', [
  {
    id: 'values',
    title: 'values reach commands as they were given, to executeCommand and to spawn [BR-060] [C07] [C11]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const [what, value] of Object.entries(hostileTexts)) {
        const env = { V: value }
        expect((await sandbox.executeCommand(print, [], { env })).stdout, what).toBe(value)
        expect((await (await sandbox.processes.spawn(print, { env })).wait()).stdout, what).toBe(value)
      }
    },
  },
  {
    id: 'values-of-the-sandbox',
    title: "the sandbox's own environment reaches commands as it was given [BR-060] [BR-065]",
    check: async (bench) => {
      const entries = Object.values(hostileTexts).map((value, index) => [`V${index}`, value] as const)
      const sandbox = await bench.running({ env: Object.fromEntries(entries) })
      const command = entries.map(([name]) => `printf '%s\\n' "$${name}"`).join('; ')
      const expected = entries.map(([, value]) => `${value}\n`).join('')
      expect((await sandbox.executeCommand(command)).stdout).toBe(expected)
      expect((await (await sandbox.processes.spawn(command)).wait()).stdout).toBe(expected)
    },
  },
  {
    id: 'precedence',
    title: 'a command’s environment is laid over the sandbox’s, for that command only [BR-062] [BR-065] [C11]',
    check: async (bench) => {
      const sandbox = await bench.running({ env: { A: '1', B: '1' } })
      const command = 'echo "$A/$B/$C"'
      expect((await sandbox.executeCommand(command, [], { env: { B: '2', C: '2' } })).stdout).toBe('1/2/2\n')
      expect((await sandbox.executeCommand(command)).stdout).toBe('1/1/\n')
      const handle = await sandbox.processes.spawn(command, { env: { B: '3' } })
      expect((await handle.wait()).stdout).toBe('1/3/\n')
      expect((await sandbox.executeCommand(command)).stdout).toBe('1/1/\n')
    },
  },
  {
    id: 'undefined-removes',
    title: 'undefined removes a variable; it is neither a text nor empty [BR-062]',
    check: async (bench) => {
      const sandbox = await bench.running({ env: { A: '1', U: undefined } })
      const command = 'echo "${A-unset}/${U-unset}"'
      expect((await sandbox.executeCommand(command)).stdout).toBe('1/unset\n')
      expect((await sandbox.executeCommand(command, [], { env: { A: undefined } })).stdout).toBe('unset/unset\n')
      expect((await sandbox.executeCommand(command)).stdout).toBe('1/unset\n')
    },
  },
  {
    id: 'set-env',
    title: 'setEnv changes all later commands; getEnv and the updater get copies [C07] [BR-062]',
    check: async (bench) => {
      const sandbox = await bench.running({ env: { A: '1' } })
      sandbox.setEnv((env) => ({ ...env, B: '2' }))
      expect(await bench.shell(sandbox, 'echo "$A/$B"')).toBe('1/2\n')
      sandbox.getEnv()['A'] = 'changed'
      let seen: Record<string, string | undefined> = {}
      sandbox.setEnv((env) => {
        seen = env
        return { B: '3' }
      })
      seen['B'] = 'changed'
      expect(sandbox.getEnv()).toEqual({ B: '3' })
      expect(await bench.shell(sandbox, 'echo "${A-unset}/$B"')).toBe('unset/3\n')
    },
  },
  {
    id: 'with-directory',
    title: 'all four combinations of directory and environment behave alike [BR-061]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const home = (await bench.shell(sandbox, 'mkdir "w d"; pwd')).trim()
      for (const env of [undefined, { V: "a 'b'" }]) {
        for (const cwd of [undefined, 'w d']) {
          const expected = `${env?.V ?? ''}\n${cwd === undefined ? home : `${home}/${cwd}`}\n`
          const command = 'echo "$V"; pwd'
          expect((await sandbox.executeCommand(command, [], { cwd, env })).stdout).toBe(expected)
          const handle = await sandbox.processes.spawn(command, { cwd, env })
          expect((await handle.wait()).stdout).toBe(expected)
        }
      }
    },
  },
  {
    id: 'bad-names',
    title: 'names that no environment can hold are typed errors that name the option [P9]',
    check: async (bench) => {
      const sandbox = await bench.create()
      for (const name of ['', 'A=B', 'A\0B']) {
        const env = { [name]: 'value' }
        const error = await expectCode(sandbox.executeCommand('true', [], { env }), 'INVALID_ARGUMENT', `env ${name}`)
        expect(error.message).toContain('env')
        await expectCode(sandbox.processes.spawn('true', { env }), 'INVALID_ARGUMENT')
        await expectCode(
          Promise.resolve().then(() => sandbox.setEnv(() => env)),
          'INVALID_ARGUMENT',
        )
      }
      expect(sandbox.status).toBe('pending')
    },
  },
  {
    id: 'odd-names',
    title: 'names that a shell could not assign are passed on or refused by name; they never become code [P9]',
    check: async (bench) => {
      const sandbox = await bench.running()
      for (const name of ['A.B', 'A-B', '1A', 'A B', 'A;touch injected', '$(touch injected)', '-n', '__proto__']) {
        const env = Object.fromEntries([[name, 'value']])
        const outcome = await sandbox.executeCommand('echo ran', [], { env }).then(
          ({ stdout }) => stdout,
          (error: unknown) => (error as { readonly code?: unknown }).code,
        )
        expect(['ran\n', 'INVALID_ARGUMENT'], name).toContain(outcome)
      }
      expect(await bench.shell(sandbox, 'ls')).not.toContain('injected')
    },
  },
  {
    id: 'bad-values',
    title: 'values that are no text, or hold NUL, are typed errors that name the variable and hide the value [P8]',
    check: async (bench) => {
      const sandbox = await bench.create()
      const secret = bench.canary()
      for (const value of [`${secret}\0`, 5, { secret }]) {
        const error = await expectCode(
          sandbox.executeCommand('true', [], { env: { TOKEN: value as never } }),
          'INVALID_ARGUMENT',
        )
        expect(error.message).toContain('TOKEN')
        expect(error.message).not.toContain(secret)
      }
    },
  },
  {
    id: 'path-works',
    title: 'a command finds the usual programs, also when variables are given',
    check: async (bench) => {
      const sandbox = await bench.running({ env: { ONLY: 'this' } })
      expect(await bench.shell(sandbox, 'ls / > /dev/null && command -v cat > /dev/null && echo found')).toBe('found\n')
    },
  },
])

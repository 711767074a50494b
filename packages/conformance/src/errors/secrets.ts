import { inspect } from 'node:util'
import { expect } from 'vitest'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { rejectionOf } from '../sandbox/expect-errors.js'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'

/** Everything a careless program could print about a value. */
function everythingAbout(value: unknown): string {
  const parts = [inspect(value, { depth: 12, showHidden: true, getters: false }), String(value), toJson(value)]
  if (value instanceof Error) parts.push(value.message, value.stack ?? '', everythingAbout(value.cause))
  return parts.join('\n')
}

function toJson(value: unknown): string {
  const seen = new Set<unknown>()
  // Functions and undefined have no JSON, although the types say so.
  const text: string | undefined = JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return String(item)
    if (typeof item !== 'object' || item === null) return item
    if (seen.has(item)) return '(again)'
    seen.add(item)
    return item
  })
  return text ?? ''
}

/** Values of environment variables stay where they belong. */
export const secretsSuite: SandboxSuite = sandboxSuite('errors/secrets', [
  {
    id: 'objects',
    title: 'no value of the environment is in getInfo(), JSON or inspect output of a sandbox or a handle [P8] [BR-122]',
    check: async (bench) => {
      const secret = bench.canary()
      const sandbox = await bench.create({ env: { TOKEN: secret } })
      const shown = [everythingAbout(sandbox), everythingAbout(await sandbox.getInfo())]
      await sandbox.start()
      const handle = await sandbox.processes.spawn('sleep 60', { env: { CALL_TOKEN: `${secret}call` } })
      shown.push(everythingAbout(sandbox), everythingAbout(await sandbox.getInfo()), everythingAbout(handle))
      shown.push(everythingAbout(await sandbox.processes.list()), sandbox.getInstructions())
      await handle.kill()
      shown.push(everythingAbout(handle), everythingAbout(await handle.wait()))
      expect(shown.filter((text) => text.includes(secret))).toEqual([])
    },
  },
  {
    id: 'reaches-commands',
    title: 'the values still reach the commands [P8]',
    check: async (bench) => {
      const secret = bench.canary()
      const sandbox = await bench.running({ env: { TOKEN: secret } })
      expect(await bench.shell(sandbox, 'echo "$TOKEN"')).toBe(`${secret}\n`)
    },
  },
  {
    id: 'info-names',
    title: 'getInfo() tells the names of the variables, not their values [P8]',
    check: async (bench) => {
      const secret = bench.canary()
      const sandbox = await bench.create({ env: { TOKEN: secret, EMPTY: '', GONE: undefined } })
      const { metadata } = await sandbox.getInfo()
      expect(metadata?.['envNames']).toEqual(['TOKEN', 'EMPTY'])
    },
  },
  {
    id: 'command-lines',
    title: 'no value is in the command line of any process in the machine [P8]',
    check: async (bench) => {
      const secret = bench.canary()
      const sandbox = await bench.running({ env: { TOKEN: secret } })
      const command = `for f in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < $f 2>/dev/null; echo; done; echo scanned`
      const result = await sandbox.executeCommand(command, [], { env: { CALL_TOKEN: `${secret}call` } })
      expect(result.stdout).toContain('scanned')
      expect(result.stdout).not.toContain(secret)
    },
  },
  {
    id: 'logs',
    title: 'no value is in a log record of a whole life, failures included [P8] [BR-122]',
    needs: ['driver'],
    check: async (bench) => {
      const secret = bench.canary()
      const { sandbox, tap } = await bench.tapped({
        env: { TOKEN: secret },
        onStop: () => {
          throw new ConformanceError('stop hook broke')
        },
      })
      tap.fail('create', new ConformanceError('refused'))
      await rejectionOf(sandbox.start())
      await sandbox.start()
      await sandbox.executeCommand('exit 3', [], { env: { CALL_TOKEN: secret }, timeout: 5000 })
      await sandbox.executeCommand('sleep 60', [], { env: { CALL_TOKEN: secret }, timeout: 2000 })
      tap.fail('spawn', new ConformanceError('refused'))
      await rejectionOf(sandbox.executeCommand('true', [], { env: { CALL_TOKEN: secret } }))
      await sandbox.stop()
      await sandbox.destroy()
      expect(bench.logger.records.length).toBeGreaterThan(0)
      expect(bench.logger.text()).not.toContain(secret)
    },
  },
  {
    id: 'errors',
    title: 'no value is in an error, its details, its JSON or its causes [P8] [BR-123]',
    needs: ['driver'],
    check: async (bench) => {
      const secret = bench.canary()
      const { sandbox, tap } = await bench.tapped({ env: { TOKEN: secret } })
      const env = { CALL_TOKEN: secret }
      const errors: unknown[] = []
      tap.fail('find', new ConformanceError('refused'))
      errors.push(await rejectionOf(sandbox.start()))
      await sandbox.start()
      tap.fail('spawn', new ConformanceError('refused'))
      errors.push(await rejectionOf(sandbox.processes.spawn('true', { env })))
      errors.push(await rejectionOf(sandbox.executeCommand('true', [], { env, timeout: -1 })))
      errors.push(await rejectionOf(sandbox.executeCommand('true', [], { env: { ...env, 'A=B': secret } })))
      errors.push(await rejectionOf(sandbox.executeCommand('true', [], { env: { TOKEN: `${secret}\0` } })))
      errors.push(
        await sandbox.executeCommand('ls', [], { env, cwd: '/no/such/directory' }).catch((error: unknown) => error),
      )
      await sandbox.destroy()
      errors.push(await rejectionOf(sandbox.executeCommand('true', [], { env })))
      expect(errors.map(everythingAbout).filter((text) => text.includes(secret))).toEqual([])
    },
  },
  {
    id: 'bad-options',
    title: 'an environment with a bad value is refused at construction without showing the value [P8]',
    check: async (bench) => {
      const secret = bench.canary()
      const calls = [{ TOKEN: `${secret}\0` }, { 'A=B': secret }, { TOKEN: { secret } as never }]
      for (const env of calls) {
        const error = await rejectionOf(Promise.resolve().then(() => bench.create({ env })))
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
        expect(everythingAbout(error)).not.toContain(secret)
      }
    },
  },
])

import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LinesBench } from './support/lines-bench.js'
import { until } from './support/relay-bench.js'

const canHide = spawnSync('unshare', ['-m', 'mount', '--bind', '/dev/null', '/usr/bin/bash']).status === 0

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-bare-test-'))
  await copyFile('/usr/bin/setsid', path.join(directory, 'real-setsid'))
  const old = `#!/bin/sh\ncase $1 in -*) exit 1 ;; esac\nexec ${directory}/real-setsid "$@"\n`
  await writeFile(path.join(directory, 'setsid'), old)
  for (const name of ['setsid', 'real-setsid']) await chmod(path.join(directory, name), 0o755)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Something else stands in the place of a program, for what is started by these words. */
function covered(...mounts: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const steps = mounts.map(([from, to]) => `mount --bind ${from} ${to}`)
  return ['unshare', '-m', '/bin/sh', '-c', `${steps.join(' && ')} && exec "$@"`, 'sh']
}

describe.skipIf(!canHide)('a machine that has little', () => {
  it.each([
    ['no bash', () => covered(['/dev/null', '/usr/bin/bash']), { exitCode: 143 }],
    ['an old setsid', () => covered([`${directory}/setsid`, '/usr/bin/setsid']), { signal: 'SIGTERM' }],
    [
      'no bash and an old setsid',
      () => covered(['/dev/null', '/usr/bin/bash'], [`${directory}/setsid`, '/usr/bin/setsid']),
      { exitCode: 143 },
    ],
  ])('(%s) runs commands all the same', async (_name, prefix, terminated) => {
    await using bench = await LinesBench.open({}, { prefix: prefix(), shell: 'sh' })
    for (const live of [true, false]) {
      const result = await bench.run(String.raw`printf 'a\000b'; echo err >&2; sleep 0.1; exit 3`, { live })
      expect(result).toMatchObject({ exitCode: 3, out: Buffer.from('a\0b'), err: Buffer.from('err\n') })
      const { process } = await bench.start('sleep 61 & setsid sleep 62 & wait', { live })
      await until(async () => (await bench.programs('sleep')).length >= 2)
      expect(await process.kill('SIGTERM')).toBe(true)
      expect(await process.wait()).toEqual(terminated)
    }
    const { process, output } = await bench.start('cat; echo end', { stdin: 'pipe' })
    await process.writeStdin?.(Buffer.from('some input'))
    await process.closeStdin?.()
    expect(await process.wait()).toEqual({ exitCode: 0 })
    expect(output.out.toString()).toBe('some inputend\n')
  })
})

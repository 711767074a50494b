import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refreshRepoTemplate } from '../../src/index.js'
import { keepingLogger } from './support/keeping-logger.js'
import { useRepositoryBench } from './support/repository-bench.js'

const run = promisify(execFile)
const token = 'ghs-token-of-the-host'
const encoded = Buffer.from(`x-access-token:${token}`).toString('base64')
const secret = 'npm-secret-of-the-build'
const root = await mkdtemp(path.join(tmpdir(), 'caisson-test-secrets-'))
const bench = useRepositoryBench({ token, emulator: { root } })

/** What was uploaded, unpacked, and everything else that the emulator keeps. */
async function countInEmulator(text: string): Promise<{ readonly uploads: number; readonly matches: string }> {
  // Directories of machines that end may go away meanwhile.
  const script = `find "$1" -name '*.tar' > "$1/list" 2> /dev/null; n=0
    while read -r file; do tar -xzOf "$file" | grep -aqF -e "$2" && n=$((n + 1)); done < "$1/list"
    wc -l < "$1/list"; echo "$n"`
  const { stdout } = await run('bash', ['-c', script, 'count', root, text])
  const [uploads = '', matches = ''] = stdout.trim().split('\n')
  return { uploads: Number(uploads), matches }
}

describe('secrets of a template of a repository [T07]', () => {
  const { logger, texts } = keepingLogger()
  const lines: string[] = []
  const temporary = path.join(root, 'of-this-program')
  let ref = ''

  beforeAll(async () => {
    await bench.host.commit('readme', 'read me')
    await run('mkdir', [temporary])
    vi.stubEnv('TMPDIR', temporary)
    const options = bench.options({
      setupCommand: ['printf %s "${#NPM_TOKEN}" > length', 'echo "told $NPM_TOKEN"; env > /tmp/seen; rm /tmp/seen'],
      buildEnv: async () => ({ NPM_TOKEN: secret }),
    })
    const onBuildLog = ({ message }: { message: string }): void => void lines.push(message)
    ref = (await refreshRepoTemplate(options, { ...bench.connection, logger, onBuildLog })).ref
    vi.stubEnv('TMPDIR', undefined)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('have done their work', async () => {
    await using sandbox = bench.make({ template: ref })
    const show =
      'git log --format=%s; git status --short; cat length readme; git remote get-url origin; stat -c %U . .git readme'
    const { stdout } = await sandbox.executeCommand(show, [], { cwd: '/home/user/project' })
    expect(stdout).toBe(`add readme\n?? length\n${secret.length}read me${bench.cloneUrl}\n${'user\n'.repeat(3)}`)
  })

  it('are nowhere in machines', async () => {
    await using sandbox = bench.make({ template: ref })
    const planted = 'found-if-searched'
    await sandbox.writeFiles([{ path: '/home/user/control', content: planted }])
    const places = '/home /tmp /var/tmp /etc /srv /opt /run'
    // Patterns that do not find themselves in the command that looks for them.
    const patterns = [token, encoded, secret, planted]
      .map((text) => `-e "[${text.slice(0, 1)}]${text.slice(1)}"`)
      .join(' ')
    const script = `{ grep -rasl ${patterns} ${places}; cat /proc/[0-9]*/environ | tr "\\0" "\\n"; env; } 2>/dev/null`
    const { stdout } = await sandbox.executeCommand('sudo', ['-n', 'bash', '-c', script])
    expect(stdout).toContain('PATH=')
    for (const text of [token, encoded, secret]) expect(stdout).not.toContain(text)
    expect(stdout.split('\n').filter((line) => line.startsWith('/'))).toEqual(['/home/user/control'])
    const { exitCode } = await sandbox.executeCommand('test -e /home/user/.caisson-build-environment')
    expect(exitCode).toBe(1)
  })

  it('are in no log, and lines of commands that say them are masked', () => {
    expect(lines.join('\n')).toContain('told ***')
    const said = [...lines, ...texts, JSON.stringify(bench.emulator.journal.entries())].join('\n')
    for (const text of [token, encoded, secret]) expect(said).not.toContain(text)
  })

  it('are not uploaded, but the variables of the build are, as is said', async () => {
    expect(await countInEmulator(token)).toEqual({ uploads: 2, matches: '0' })
    expect(await countInEmulator(encoded)).toEqual({ uploads: 2, matches: '0' })
    expect(await countInEmulator(secret)).toEqual({ uploads: 2, matches: '1' })
  })

  it('leave no folder on this computer', async () => {
    expect(await readdir(temporary)).toEqual([])
  })
})

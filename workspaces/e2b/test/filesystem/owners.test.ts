import { beforeAll, expect, test } from 'vitest'
import { E2BDisk } from '../../src/filesystem/index.js'
import { needFullMachine, useMachine } from './support/machine.js'

const machine = useMachine()
needFullMachine(machine)
const root = '/home/user/owners'
let disk: E2BDisk

beforeAll(async () => {
  await machine().sandbox.files.makeDir(root)
  disk = new E2BDisk({ ...machine().access, workingDirectory: root })
})

/** Owner and mode of paths, as the system tells. */
const facts = async (...paths: string[]): Promise<string[]> =>
  (await machine().sh(`cd ${root} && stat -c '%U %a' -- ${paths.join(' ')}`)).trim().split('\n')

test('What is made belongs to the user, parents too', async () => {
  await disk.writeFile('a/b/c', 'x')
  await disk.appendFile('d/e', 'x')
  await disk.mkdir('f/g')
  await disk.mkdir('h', { recursive: false })
  await disk.copyFile('/etc/hostname', 'i/j')
  await disk.copyFile('a', 'k/l', { recursive: true })
  await disk.moveFile('d/e', 'm/n')
  const directories = ['a', 'a/b', 'd', 'f', 'f/g', 'h', 'i', 'k', 'k/l', 'k/l/b', 'm']
  expect(await facts(...directories)).toEqual(directories.map(() => 'user 755'))
  expect(await facts('a/b/c', 'i/j', 'k/l/b/c', 'm/n')).toEqual(Array.from({ length: 4 }, () => 'user 644'))
})

test('A file that is replaced keeps mode and owner, also where only root may write', async () => {
  await machine().sh(`mkdir -m 755 ${root}/closed; cd ${root}/closed && echo old > a && chmod 640 a && chown daemon a`)
  await disk.writeFile('closed/a', 'new')
  await disk.appendFile('closed/a', '+')
  expect(await facts('closed/a')).toEqual(['daemon 640'])
  expect(await disk.readFile('closed/a', { encoding: 'utf8' })).toBe('new+')
  await disk.writeFile('closed/b', 'x')
  expect(await facts('closed/b')).toEqual(['user 644'])
  await disk.deleteFile('closed/a')
  await disk.moveFile('closed/b', 'b')
})

test('Bits beyond permissions are not taken over by new content', async () => {
  await disk.writeFile('program', 'x')
  await machine().sh(`chmod 4755 ${root}/program`)
  await disk.writeFile('program', 'y')
  expect(await facts('program')).toEqual(['user 755'])
})

test('Secret content is never readable by others, not even before it is in place', async () => {
  const { emulator, sandbox } = machine()
  const placing = emulator.faults.next('POST /process.Process/Start', { latencyMs: 2000 })
  const write = disk.writeFile('secret', Buffer.alloc(3_000_000, 's'), { mode: 0o600 })
  await expect.poll(() => placing.hits).toBe(1)
  // What was uploaded lies there now, and the script has not begun.
  const uploaded = "find /root /tmp /home /var -type f -name content -size 3000000c -path '*.caisson*'"
  expect(await machine().sh(uploaded)).not.toBe('')
  const seen = await sandbox.commands.run(`${uploaded} -readable 2>/dev/null; true`, { user: 'user' })
  expect(seen.stdout).toBe('')
  await write
  expect(await facts('secret')).toEqual(['user 600'])
})

test('A copy keeps modes, of directories and of what they hold', async () => {
  await disk.writeFile('modes/run', 'x', { mode: 0o755 })
  await disk.writeFile('modes/open', 'x', { mode: 0o666 })
  await disk.setPermissions('modes', 0o770)
  await disk.copyFile('modes', 'copied', { recursive: true })
  expect(await facts('copied', 'copied/run', 'copied/open')).toEqual(['user 770', 'user 755', 'user 666'])
})

test('Another user owns what is written when one is given', async () => {
  const other = new E2BDisk({ ...machine().access, workingDirectory: '/tmp', user: 'root' })
  await other.writeFile('of-root', 'x')
  await other.mkdir('directory-of-root')
  expect(await facts('/tmp/of-root', '/tmp/directory-of-root')).toEqual(['root 644', 'root 755'])
})

test('Relative paths start where commands start, or at a relative working directory below it', async () => {
  await machine().sandbox.commands.run('mkdir -p deep && echo here > deep/file')
  const plain = new E2BDisk(machine().access)
  expect(await plain.readFile('deep/file', { encoding: 'utf8' })).toBe('here\n')
  expect((await plain.stat('deep/file')).path).toBe('deep/file')
  const below = new E2BDisk({ ...machine().access, workingDirectory: 'deep' })
  expect(await below.readFile('file', { encoding: 'utf8' })).toBe('here\n')
  await expect(below.rmdir('.', { recursive: true, force: true })).rejects.toMatchObject({ code: 'EACCES' })
  await expect(below.readFile('../deep/file')).rejects.toMatchObject({ code: 'EACCES' })
  expect((await below.stat('/home/user/deep/file')).path).toBe('file')
  expect((await below.stat('/etc/passwd')).path).toBe('/etc/passwd')
})

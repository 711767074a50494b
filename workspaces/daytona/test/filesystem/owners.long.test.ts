import { beforeAll, expect, test } from 'vitest'
import { DaytonaDisk } from '../../src/filesystem/index.js'
import { needFullMachine, useMachine } from './support/machine.js'

const machine = useMachine()
needFullMachine(machine)
const root = '/home/daytona/owners'
let disk: DaytonaDisk

beforeAll(async () => {
  await machine().sh(`mkdir ${root}`)
  disk = new DaytonaDisk({ ...machine().access, workingDirectory: root })
})

/** Owner and mode of paths, as the system tells. */
const facts = async (...paths: string[]): Promise<string[]> =>
  (await machine().sh(`cd ${root} && stat -c '%U %a' -- ${paths.join(' ')}`)).trim().split('\n')

test('What is made belongs to the user, parents too', async () => {
  await disk.writeFile('a/b/c', 'x')
  await disk.writeFile('a/b/large', Buffer.alloc(200_000))
  await disk.appendFile('d/e', 'x')
  await disk.mkdir('f/g')
  await disk.mkdir('h', { recursive: false })
  await disk.copyFile('/etc/hostname', 'i/j')
  await disk.copyFile('a', 'k/l', { recursive: true })
  await disk.moveFile('d/e', 'm/n')
  const directories = ['a', 'a/b', 'd', 'f', 'f/g', 'h', 'i', 'k', 'k/l', 'k/l/b', 'm']
  expect(await facts(...directories)).toEqual(directories.map(() => 'daytona 755'))
  const files = ['a/b/c', 'a/b/large', 'i/j', 'k/l/b/c', 'm/n']
  expect(await facts(...files)).toEqual(files.map(() => 'daytona 644'))
})

test('A file that is replaced keeps its mode, without bits beyond permissions', async () => {
  await disk.writeFile('program', 'x', { mode: 0o750 })
  await machine().sh(`chmod u+s ${root}/program`)
  await disk.writeFile('program', 'y')
  expect(await facts('program')).toEqual(['daytona 750'])
  await disk.writeFile('program', Buffer.alloc(200_000))
  expect(await facts('program')).toEqual(['daytona 750'])
})

test('Secret content is never readable by others, not even before it is in place', async () => {
  const { emulator, root: asRoot } = machine()
  await disk.writeFile('ready', Buffer.alloc(200_000))
  const placing = emulator.faults.next('POST /toolbox/process/execute', { latencyMs: 1500 })
  const write = disk.writeFile('secret', Buffer.alloc(3_000_000, 's'), { mode: 0o600 })
  await expect.poll(() => placing.hits).toBe(1)
  // What was uploaded lies there now, and the script has not begun.
  const uploaded = "find /tmp /home -type f -size 3000000c -path '*.caisson*' 2>/dev/null"
  const seen = async (user: string): Promise<string> => asRoot(`runuser -u ${user} -- ${uploaded} -readable; true`)
  expect(await seen('daytona')).toContain('/content')
  expect(await seen('nobody')).toBe('')
  await write
  expect(await facts('secret')).toEqual(['daytona 600'])
})

test('A place for uploads that another user took first is not used', async () => {
  const { access, root: asRoot, sh } = machine()
  await asRoot('rm -rf /tmp/.caisson-files-1000; mkdir -m 777 /tmp/.caisson-files-1000')
  try {
    const other = new DaytonaDisk({ ...access, workingDirectory: root })
    await other.writeFile('large', Buffer.alloc(200_000))
    expect(await facts('large')).toEqual(['daytona 644'])
    expect(await sh('find /tmp/.caisson-files-1000 -mindepth 1')).toBe('')
    expect(await sh("stat -c '%U %a' /tmp/.caisson-????????????")).toBe('daytona 700\n')
  } finally {
    await asRoot('rm -rf /tmp/.caisson-*')
  }
})

test('A copy keeps modes, of directories and of what they hold', async () => {
  await disk.writeFile('modes/run', 'x', { mode: 0o755 })
  await disk.writeFile('modes/open', 'x', { mode: 0o666 })
  await disk.setPermissions('modes', 0o770)
  await disk.copyFile('modes', 'copied', { recursive: true })
  expect(await facts('copied', 'copied/run', 'copied/open')).toEqual(['daytona 770', 'daytona 755', 'daytona 666'])
})

test('Relative paths start where commands start, or at a relative working directory below it', async () => {
  await machine().sh('mkdir -p deep && echo here > deep/file')
  const plain = new DaytonaDisk(machine().access)
  expect(await plain.readFile('deep/file', { encoding: 'utf8' })).toBe('here\n')
  expect((await plain.stat('deep/file')).path).toBe('deep/file')
  const below = new DaytonaDisk({ ...machine().access, workingDirectory: 'deep' })
  expect(await below.readFile('file', { encoding: 'utf8' })).toBe('here\n')
  await expect(below.rmdir('.', { recursive: true, force: true })).rejects.toMatchObject({ code: 'EACCES' })
  await expect(below.readFile('../deep/file')).rejects.toMatchObject({ code: 'EACCES' })
  expect((await below.stat('/home/daytona/deep/file')).path).toBe('file')
  expect((await below.stat('/etc/passwd')).path).toBe('/etc/passwd')
})

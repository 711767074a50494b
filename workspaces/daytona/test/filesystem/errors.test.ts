import { beforeAll, expect, test } from 'vitest'
import { DaytonaDisk } from '../../src/filesystem/index.js'
import { isFullMachine, needFullMachine, useMachine } from './support/machine.js'

const machine = useMachine()
needFullMachine(machine)
let disk: DaytonaDisk

beforeAll(async () => {
  if (!isFullMachine(machine())) return
  const workingDirectory = '/home/daytona/errors'
  await machine().sh(`mkdir '${workingDirectory}'`)
  disk = new DaytonaDisk({ ...machine().access, workingDirectory })
  await disk.writeFile('f', 'x')
  await disk.writeFile('d/a', 'x')
  await disk.mkdir('e')
  await machine().sh(
    `cd ${workingDirectory} && mkfifo pipe && mkdir closed && chmod 0 closed && touch kept && chmod 400 kept`,
  )
  await machine().root('mkdir -p /mnt/small /mnt/fixed')
  await machine().root(
    'mount -t tmpfs -o size=64k,mode=777 small /mnt/small; mount -t tmpfs -o ro,mode=777 fixed /mnt/fixed',
  )
})

const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

const refused: [what: string, code: string, call: () => Promise<unknown>][] = [
  ['read of a directory', 'EISDIR', async () => disk.readFile('d')],
  ['read below a file', 'ENOTDIR', async () => disk.readFile('f/x')],
  ['read of a pipe', 'EINVAL', async () => disk.readFile('pipe')],
  ['stream of a directory', 'EISDIR', async () => disk.readStream('d')],
  ['late stream of a directory', 'EISDIR', async () => disk.readStream('d', { start: 10_000_000 })],
  ['stat below a file', 'ENOTDIR', async () => disk.stat('f/x')],
  ['write onto a pipe', 'EINVAL', async () => disk.writeFile('pipe', 'x')],
  ['append to a pipe', 'EINVAL', async () => disk.appendFile('pipe', 'x')],
  ['append below a file', 'ENOTDIR', async () => disk.appendFile('f/x', 'x')],
  ['write to the root', 'EISDIR', async () => disk.writeFile('/', 'x')],
  ['delete below a file', 'ENOTDIR', async () => disk.deleteFile('f/x')],
  ['delete of the root', 'EACCES', async () => disk.deleteFile('/', { recursive: true })],
  ['move onto a directory', 'EISDIR', async () => disk.moveFile('f', 'd')],
  ['move of a directory onto a file', 'ENOTDIR', async () => disk.moveFile('e', 'f')],
  ['move onto a full directory', 'ENOTEMPTY', async () => disk.moveFile('e', 'd')],
  ['move below a file', 'ENOTDIR', async () => disk.moveFile('e', 'f/x')],
  ['exclusive move onto a directory', 'EEXIST', async () => disk.moveFile('e', 'd', { overwrite: false })],
  ['move of a directory that may not', 'EISDIR', async () => disk.moveFile('d', 'x', { recursive: false })],
  ['copy onto a directory', 'EISDIR', async () => disk.copyFile('f', 'd')],
  ['copy of a directory onto a file', 'ENOTDIR', async () => disk.copyFile('d', 'f', { recursive: true })],
  [
    'exclusive copy of a directory',
    'EEXIST',
    async () => disk.copyFile('d', 'e', { recursive: true, overwrite: false }),
  ],
  ['copy of a pipe', 'EINVAL', async () => disk.copyFile('pipe', 'x')],
  ['mode of something missing', 'ENOENT', async () => disk.setPermissions('none', 0o600)],
  ['a name that is too long', 'EINVAL', async () => disk.stat('n'.repeat(256))],
  ['a path that is too long', 'EINVAL', async () => disk.stat('n/'.repeat(2100))],
  ['write to a full disk', 'ENOSPC', async () => disk.writeFile('/mnt/small/x', Buffer.alloc(200_000))],
  ['copy to a full disk', 'ENOSPC', async () => disk.copyFile('big', '/mnt/small/x')],
  ['large write to a full disk', 'ENOSPC', async () => disk.writeFile('/mnt/small/x', Buffer.alloc(2_000_000))],
  ['read of a file that others keep', 'EACCES', async () => disk.readFile('/etc/shadow')],
  ['late stream of such a file', 'EACCES', async () => disk.readStream('/etc/shadow', { start: 10_000_000 })],
  ['read in a closed directory', 'EACCES', async () => disk.readFile('closed/a')],
  ['stat in a closed directory', 'EACCES', async () => disk.stat('closed/a')],
  ['list of a closed directory', 'EACCES', async () => disk.readdir('closed')],
  ['list below a closed directory', 'EACCES', async () => disk.readdir('/root/a')],
  ['write in a directory of others', 'EACCES', async () => disk.writeFile('/etc/x', 'x')],
  ['large write in a directory of others', 'EACCES', async () => disk.writeFile('/etc/x', Buffer.alloc(200_000))],
  ['append to a file of others', 'EACCES', async () => disk.appendFile('/etc/hostname', 'x')],
  ['append to a closed file', 'EACCES', async () => disk.appendFile('kept', 'x')],
  ['delete in a directory of others', 'EACCES', async () => disk.deleteFile('/etc/hostname')],
  ['move from a directory of others', 'EACCES', async () => disk.moveFile('/etc/hostname', 'x')],
  ['copy of a file that others keep', 'EACCES', async () => disk.copyFile('/etc/shadow', 'x')],
  ['mkdir in a directory of others', 'EACCES', async () => disk.mkdir('/etc/x')],
  ['mode of a file of others', 'EACCES', async () => disk.setPermissions('/etc/hostname', 0o666)],
  ['write to a disk that only reads', 'EROFS', async () => disk.writeFile('/mnt/fixed/x', 'x')],
]

test.each(refused)('%s is %s', async (what, code, call) => {
  if (what === 'copy to a full disk') await disk.writeFile('big', Buffer.alloc(200_000))
  expect(await codeOf(call())).toBe(code)
})

test('What was refused changed nothing and left nothing', async () => {
  expect((await disk.readdir('.', { recursive: true })).map(({ name }) => name)).toEqual([
    'big',
    'closed',
    'd',
    'd/a',
    'e',
    'f',
    'kept',
    'pipe',
  ])
  expect(await disk.readFile('f', { encoding: 'utf8' })).toBe('x')
  expect(await machine().sh('find /mnt/small /tmp/.caisson-files-1000 -mindepth 1')).toBe('')
})

test('An append that does not fit is taken back', async () => {
  await disk.writeFile('/mnt/small/log', 'kept')
  expect(await codeOf(disk.appendFile('/mnt/small/log', Buffer.alloc(200_000, 'x')))).toBe('ENOSPC')
  expect(await disk.readFile('/mnt/small/log', { encoding: 'utf8' })).toBe('kept')
})

test('The path of an error is the one that was refused', async () => {
  await expect(disk.copyFile('none', 'x')).rejects.toMatchObject({ path: 'none' })
  await expect(disk.copyFile('f', 'd')).rejects.toMatchObject({ path: 'd' })
  await expect(disk.moveFile('e', './f')).rejects.toMatchObject({ path: './f' })
})

test('[BR-148] A move between two disks keeps content and mode', async () => {
  await disk.writeFile('/dev/shm/x', 'x', { mode: 0o640 })
  await disk.moveFile('/dev/shm/x', 'moved')
  expect(await disk.stat('moved')).toMatchObject({ mode: 0o640, size: 1 })
  await disk.writeFile('/dev/shm/t/a', 'x')
  await disk.moveFile('/dev/shm/t', 'tree')
  expect(await disk.exists('tree/a')).toBe(true)
  await disk.moveFile('moved', '/dev/shm/back', { overwrite: false })
  expect(await codeOf(disk.moveFile('f', '/dev/shm/back', { overwrite: false }))).toBe('EEXIST')
  expect([await disk.exists('moved'), await disk.exists('f')]).toEqual([false, true])
})

test('A recursive deletion leaves alone what is mounted below', async () => {
  await machine().sh('mkdir -p /home/daytona/errors/holds/mnt')
  await machine().root(
    'mount -t tmpfs other /home/daytona/errors/holds/mnt && chmod 777 /home/daytona/errors/holds/mnt',
  )
  await disk.writeFile('holds/mnt/kept', 'kept')
  await disk.writeFile('holds/gone', 'x')
  expect(await codeOf(disk.rmdir('holds', { recursive: true }))).toBe('EIO')
  expect(await disk.readFile('holds/mnt/kept', { encoding: 'utf8' })).toBe('kept')
  await machine().root('umount /home/daytona/errors/holds/mnt')
})

test('A profile that prints does not get into what scripts say', async () => {
  await machine().root(
    'echo "echo noise; echo more >&2" | tee -a /etc/profile.d/noise.sh /etc/bash.bashrc > /home/daytona/.bashrc',
  )
  try {
    expect(await disk.realpath('f')).toBe('f')
    expect(await disk.readdir('d')).toEqual([{ name: 'a', type: 'file', size: 1 }])
    await expect(disk.writeFile('f', 'y', { expectedMtime: new Date(1000) })).rejects.toMatchObject({ code: 'ESTALE' })
  } finally {
    await machine().root('rm -f /etc/profile.d/noise.sh /home/daytona/.bashrc; : > /etc/bash.bashrc')
  }
})

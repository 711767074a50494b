import { DaytonaFileAccessDeniedError, type Sandbox } from '@daytonaio/sdk'
import { Daytona as OlderDaytona } from 'daytona-sdk-0.143'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DaytonaEmulator, startDaytonaEmulator } from '@caisson/emulators'
import { isPrivate } from '../../e2b/backing.js'
import { connect } from '../start.js'

let emulator: DaytonaEmulator
let sandbox: Sandbox

beforeAll(async () => {
  emulator = await startDaytonaEmulator()
  const daytona = connect(emulator)
  sandbox = await daytona.create()
  await daytona[Symbol.asyncDispose]()
})

afterAll(() => emulator.close())

async function run(command: string): Promise<string> {
  return (await sandbox.process.executeCommand(command)).result
}

test('Commands and files see the same machine', async () => {
  await sandbox.fs.uploadFile(Buffer.from('by file'), 'shared/one')
  expect(await run('cat shared/one')).toBe('by file')
  await run('printf "by command" > shared/two; ln -s two shared/link')
  expect((await sandbox.fs.downloadFile('shared/link')).toString()).toBe('by command')
  const files = await sandbox.fs.listFiles('shared')
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['link', 10],
    ['one', 7],
    ['two', 10],
  ])
})

test.skipIf(!isPrivate)('Files have the rights of the user, as commands have (needs namespaces)', async () => {
  await sandbox.fs.uploadFile(Buffer.from('x'), '/home/daytona/new/file')
  expect(await run('stat -c "%U %G %a" new new/file')).toBe('daytona daytona 755\ndaytona daytona 644\n')
  await expect(sandbox.fs.downloadFile('/etc/shadow')).rejects.toThrow(DaytonaFileAccessDeniedError)
  await expect(sandbox.fs.uploadFile(Buffer.from('x'), '/etc/new')).rejects.toThrow('file access denied')
  await expect(sandbox.fs.createFolder('/root/new', '755')).rejects.toThrow(DaytonaFileAccessDeniedError)
  await run('sudo mkdir -m 700 /srv/closed && echo secret | sudo tee /srv/closed/file > /dev/null')
  await expect(sandbox.fs.findFiles('/srv/closed', 'secret')).rejects.toThrow(DaytonaFileAccessDeniedError)
  expect(await sandbox.fs.findFiles('/srv', 'secret')).toEqual([])
  await run('sudo chown -R daytona /srv/closed')
  expect(await sandbox.fs.findFiles('/srv', 'secret')).toEqual([
    { file: '/srv/closed/file', line: 1, content: 'secret' },
  ])
})

test.skipIf(!isPrivate)("What ends all of the user's programs leaves the daemon alone (needs namespaces)", async () => {
  await run('kill -9 -1')
  await run('pkill -9 node; pkill -9 -f daytona')
  expect(await run('echo alive')).toBe('alive\n')
  expect((await sandbox.fs.getFileDetails('.')).isDir).toBe(true)
})

test.skipIf(!isPrivate)('The image says who the user is, and root has all rights (needs namespaces)', async () => {
  const daytona = connect(emulator)
  onTestFinished(() => daytona[Symbol.asyncDispose]())
  const own = await daytona.create({ user: 'root' })
  expect(await own.getUserHomeDir()).toBe('/root')
  await own.fs.uploadFile(Buffer.from('x'), '/etc/new')
  expect((await own.process.executeCommand('stat -c %U /etc/new')).result).toBe('root\n')
  await own.fs.setFilePermissions('/etc/new', { owner: 'nobody', mode: '600' })
  expect((await own.process.executeCommand('stat -c "%U %a" /etc/new')).result).toBe('nobody 600\n')
})

test('The older client reads and writes files and repositories too', async () => {
  const { DAYTONA_API_KEY, DAYTONA_API_URL, DAYTONA_TARGET } = emulator.env
  const older = new OlderDaytona({ apiKey: DAYTONA_API_KEY, apiUrl: DAYTONA_API_URL, target: DAYTONA_TARGET })
  const { fs, git } = await older.get(sandbox.id)
  await fs.uploadFiles([
    { source: Buffer.from('one ü'), destination: 'older/a "q".txt' },
    { source: Buffer.alloc(0), destination: 'older/empty' },
  ])
  expect((await fs.downloadFile('older/a "q".txt')).toString()).toBe('one ü')
  const results = await fs.downloadFiles([{ source: 'older/empty' }, { source: 'older/nope' }])
  expect(results.map(({ error }) => error)).toEqual([undefined, expect.stringContaining('file not found: older/nope')])
  expect((await fs.searchFiles('older', '*.txt')).files).toHaveLength(1)
  expect(await fs.replaceInFiles(['older/a "q".txt'], 'one', 'two')).toMatchObject([{ success: true }])
  await fs.moveFiles('older/empty', 'older/moved')
  await fs.setFilePermissions('older/moved', { mode: '600' })
  expect(await fs.getFileDetails('older/moved')).toMatchObject({ permissions: '0600' })
  await run('git init -q older')
  await git.add('older', ['moved'])
  expect((await git.commit('older', 'One', 'A', 'a@example.com')).sha).toMatch(/^[0-9a-f]{40}$/)
  expect((await git.status('older')).fileStatus).toMatchObject([{ name: 'a "q".txt', worktree: 'Untracked' }])
  await fs.deleteFile('older', true)
  await expect(fs.listFiles('older')).rejects.toThrow('file not found')
})

import { afterEach, expect, it } from 'vitest'
import { PlatformFilesystem } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

// Of the defects that are known of clients of this platform, those that no test of another file shows by name.

const target = useEmulated()
afterEach(() => target.emulator.reset())

it('[P3] listeners and aborts are of effect for commands in the foreground', async () => {
  const sandbox = target.make()
  const aborter = new AbortController()
  const heard: string[] = []
  const result = await sandbox.executeCommand('echo out; echo err >&2; sleep 60', [], {
    onStdout: (text) => void heard.push(text),
    onStderr: (text) => {
      heard.push(text)
      aborter.abort()
    },
    abortSignal: aborter.signal,
  })
  expect(result).toMatchObject({ killed: true })
  expect(heard.toSorted()).toEqual(['err\n', 'out\n'])
})

it('[P6] processes have input, can be ended, and files are written by one call', async () => {
  const sandbox = target.make()
  await sandbox.writeFiles([{ path: 'a/b', content: 'content' }])
  const process = await sandbox.processes.spawn('read line; echo "got $line"; cat a/b; exec sleep 60')
  await process.sendStdin('input\n')
  await expect.poll(() => process.stdout).toBe('got input\ncontent')
  expect(await process.kill()).toBe(true)
  expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true })
})

it('[P14] a command that never started is told apart from one that may have', async () => {
  const sandbox = target.make()
  await sandbox.start()
  target.emulator.faults.cutExec('beforeOpen', { times: 2 })
  await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ opened: false, retry: 'safe' })
  target.emulator.faults.cutExec('afterOpen')
  await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ opened: true, retry: 'ambiguous' })
})

it('[P21] files of the platform, which cannot be mounted, are refused as such and keep nothing from running', async () => {
  const { environmentId: _environmentId, ...connection } = target.connection
  const filesystem = new PlatformFilesystem({ ...connection, bucketName: 'files' })
  const sandbox = target.make()
  sandbox.mounts?.add({ '/data': filesystem })
  await sandbox.start()
  const [entry] = [...(sandbox.mounts?.entries.values() ?? [])]
  expect(entry).toMatchObject({ state: 'unsupported' })
  expect(await sandbox.executeCommand('echo usable')).toMatchObject({ stdout: 'usable\n' })
})

it('[P22] directories are listed for once, files and what is not there are not', async () => {
  const { environmentId: _environmentId, ...connection } = target.connection
  const filesystem = new PlatformFilesystem({ ...connection, bucketName: 'files' })
  await filesystem.writeFile('dir/file', 'content')
  const { journal } = target.emulator
  const lists = async (work: () => Promise<unknown>): Promise<number> => {
    const after = journal.last
    await work()
    return journal.count({ after, route: 'GET /fs/{bucket}/*' })
  }
  expect(await lists(async () => filesystem.stat('dir/file'))).toBe(0)
  expect(await lists(async () => filesystem.stat('dir'))).toBe(1)
  expect(await filesystem.exists('dir')).toBe(true)
})

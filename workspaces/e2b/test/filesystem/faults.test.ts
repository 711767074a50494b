import { FilesystemError } from '@caisson/core'
import type { FaultOptions } from '@caisson/emulators'
import * as sdk from 'e2b'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { E2BDisk, writeE2BFiles } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
const anyFile = ['GET /files', 'POST /files', 'POST /filesystem.Filesystem/*']
let disk: E2BDisk

beforeAll(async () => {
  const workingDirectory = '/home/user/faults'
  await machine().sandbox.files.makeDir(workingDirectory)
  disk = new E2BDisk({ ...machine().access, workingDirectory })
  await disk.writeFile('a', 'old')
  await disk.writeFile('big', Buffer.alloc(5_000_000, 'x'))
})

afterEach(() => {
  machine().emulator.faults.clear()
})

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  )

/** What the vendor's client makes of an answer: to a read or write of content, and to a look. */
const answers: [status: number, content: unknown, look: unknown][] = [
  [502, sdk.TimeoutError, sdk.TimeoutError],
  [503, sdk.SandboxError, sdk.TimeoutError],
  [429, sdk.RateLimitError, sdk.TimeoutError],
  [401, sdk.AuthenticationError, sdk.AuthenticationError],
  [500, sdk.SandboxError, sdk.SandboxError],
]

test.each(answers)(
  'An answer %i passes as the vendor throws it, so that the machine is judged by it',
  async (status, content, look) => {
    const { faults } = machine().emulator
    faults.next([...anyFile, 'POST /process.Process/Start'], { status, times: Infinity })
    for (const [call, wanted] of [
      [async () => disk.readFile('a'), content],
      [async () => disk.readStream('a'), content],
      [async () => disk.writeFile('a', 'new'), content],
      [async () => disk.appendFile('a', 'new'), content],
      [async () => disk.stat('a'), look],
      [async () => disk.exists('a'), look],
      [async () => disk.mkdir('m'), look],
      [async () => writeE2BFiles(machine().access, [{ path: '/tmp/x', content: 'x' }]), content],
    ] as const) {
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(wanted)
      expect(FilesystemError.isInstance(error)).toBe(false)
    }
    faults.clear()
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
  },
)

test.each([502, 503, 429, 401])(
  'A script that is answered %i passes too, and leaves nothing behind',
  async (status) => {
    machine().emulator.faults.next('POST /process.Process/Start', { status, times: Infinity })
    const calls = [
      async () => disk.writeFile('a', 'new'),
      async () => disk.deleteFile('a'),
      async () => disk.copyFile('a', 'b'),
      async () => disk.readdir('.'),
    ]
    for (const call of calls) {
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(status === 401 ? sdk.AuthenticationError : sdk.SandboxNotFoundError)
    }
    machine().emulator.faults.clear()
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
    expect(await machine().sh('ls -A /root')).not.toContain('.caisson')
  },
)

test.each([403, 409, 500, 503, 504])(
  'An upload that is answered %i once is not explained by the file that it was to make',
  async (status) => {
    const calls = [
      async () => disk.writeFile('unmade', 'new'),
      async () => writeE2BFiles(machine().access, [{ path: '/tmp/unmade', content: 'x' }]),
    ]
    for (const call of calls) {
      machine().emulator.faults.next('POST /files', { status })
      expect(await failureOf(call())).toBeInstanceOf(sdk.SandboxError)
    }
  },
)

test('A full disk is ENOSPC and changes nothing', async () => {
  machine().emulator.faults.next('POST /files', { status: 507, times: Infinity })
  for (const call of [async () => disk.writeFile('a', 'new'), async () => disk.appendFile('a', 'new')]) {
    expect(await failureOf(call())).toMatchObject({ code: 'ENOSPC', path: 'a' })
  }
  expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
})

const cuts: [how: string, fault: FaultOptions][] = [
  ['before the answer', { resetConnection: true }],
  ['in the middle', { cutAfterBytes: 100_000 }],
  ['after the first piece', { cutAfterFirstEvent: true }],
  ['with the answer lost', { loseResponse: true }],
]

test.each(cuts)('A download that is cut %s is an error, never short content', async (_, fault) => {
  const { faults } = machine().emulator
  // Its content is packed to a few bytes on the way.
  const random = await machine().sh('head -c 3000000 /dev/urandom > /home/user/faults/random; echo done')
  expect(random).toBe('done\n')
  faults.next('GET /files', { ...fault, times: Infinity })
  expect(await failureOf(disk.readFile('random'))).toBeInstanceOf(Error)
  const streamed = (async () => {
    let bytes = 0
    for await (const piece of await disk.readStream('random')) bytes += Buffer.from(piece).length
    return bytes
  })()
  expect(await failureOf(streamed)).toBeInstanceOf(Error)
})

test('A stream that is cut after its start ends with EIO', async () => {
  await machine().sh('head -c 3000000 /dev/urandom > /home/user/faults/random')
  machine().emulator.faults.next('GET /files', { cutAfterBytes: 500_000 })
  const reading = (async () => {
    for await (const piece of await disk.readStream('random')) expect(piece).toBeDefined()
  })()
  expect(await failureOf(reading)).toMatchObject({ code: 'EIO', path: 'random' })
})

test.each([{ resetConnection: true }, { loseResponse: true }])(
  'An upload that fails (%o) keeps the old content',
  async (fault) => {
    machine().emulator.faults.next('POST /files', { ...fault, times: Infinity })
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let round = 0; round < 50; round++) yield Buffer.alloc(100_000, 'n')
    }
    const calls = [
      async () => disk.writeFile('a', Buffer.alloc(5_000_000, 'n')),
      async () => disk.writeStream('a', pieces()),
    ]
    for (const call of calls) {
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(Error)
      expect(FilesystemError.isInstance(error)).toBe(false)
    }
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
    expect(await machine().sh('ls -A /root')).not.toContain('.caisson')
  },
)

test('A script whose answer is lost is an error of the machine; nothing is tried again', async () => {
  const { faults, journal } = machine().emulator
  const { last } = journal
  faults.next('POST /process.Process/Start', { loseResponse: true })
  expect(await failureOf(disk.appendFile('log', 'once\n'))).toBeInstanceOf(Error)
  expect(journal.count({ route: 'POST /process.Process/Start', after: last })).toBe(1)
  expect(['once\n', undefined]).toContain(await disk.readFile('log', { encoding: 'utf8' }).catch(() => undefined))
})

test('An abort ends a call that hangs with the abort error', async () => {
  machine().emulator.faults.next([...anyFile, 'POST /process.Process/Start'], { stall: true, times: Infinity })
  const reason = new TypeError('enough')
  const calls = [
    async (abortSignal: AbortSignal) => disk.readFile('a', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.stat('a', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.readdir('.', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.deleteFile('a', { abortSignal }),
  ]
  for (const call of calls) {
    const controller = new AbortController()
    const pending = failureOf(call(controller.signal))
    setTimeout(() => controller.abort(reason), 20)
    expect(await pending).toMatchObject({ code: 'ABORTED', cause: reason })
  }
})

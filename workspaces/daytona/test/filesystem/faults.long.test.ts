import { FilesystemError } from '@caisson/core'
import type { FaultOptions } from '@caisson/emulators'
import { createHash } from 'node:crypto'
import * as sdk from '@daytonaio/sdk'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { DaytonaDisk, writeDaytonaFiles } from '../../src/filesystem/index.js'
import { useMachine } from './support/machine.js'

const machine = useMachine()
const upload = 'POST /toolbox/files/bulk-upload'
const download = 'POST /toolbox/files/bulk-download'
const script = 'POST /toolbox/process/execute'
const large = Buffer.alloc(5_000_000, 'n')
let root = ''
let sum = ''
let disk: DaytonaDisk

beforeAll(async () => {
  root = `${machine().home}/faults`
  disk = new DaytonaDisk({ ...machine().access, workingDirectory: root })
  await disk.writeFile('a', 'old')
  await disk.writeFile('big', large)
  sum = (await machine().sh(`head -c 3000000 /dev/urandom > ${root}/random; sha256sum < ${root}/random`)).slice(0, 64)
})

afterEach(() => {
  machine().emulator.faults.clear()
})

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  )

/** What is left of uploads. */
const leftovers = async (): Promise<string> => machine().sh(`find /tmp ${root} -mindepth 2 -path '*.caisson*'`)

/** The machine may notice the end of an upload after what it has received was removed; that is done once more. */
const expectNothingLeft = async (): Promise<void> => expect.poll(leftovers).toBe('')

const answers: [status: number, thrown: unknown][] = [
  [502, sdk.DaytonaBadGatewayError],
  [503, sdk.DaytonaServiceUnavailableError],
  [429, sdk.DaytonaRateLimitError],
  [401, sdk.DaytonaAuthenticationError],
  [500, sdk.DaytonaInternalServerError],
  [400, sdk.DaytonaBadRequestError],
]

test.each(answers)(
  'An answer %i passes as the vendor throws it, so that the machine is judged by it',
  async (status, thrown) => {
    const { faults } = machine().emulator
    faults.next([upload, download, script], { status, times: Infinity })
    const calls = [
      async () => disk.readFile('a'),
      async () => disk.readStream('a'),
      async () => disk.writeFile('a', 'new'),
      async () => disk.writeFile('a', large),
      async () => disk.appendFile('a', 'new'),
      async () => disk.stat('a'),
      async () => disk.exists('a'),
      async () => disk.mkdir('m'),
      async () => disk.deleteFile('a'),
      async () => writeDaytonaFiles(machine().access, [{ path: '/tmp/x', content: 'x' }]),
    ]
    for (const call of calls) {
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(thrown)
      expect(FilesystemError.isInstance(error)).toBe(false)
    }
    faults.clear()
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
    await machine().sh('rm -rf /tmp/.caisson-files-1000/.caisson*')
  },
)

test.each([400, 403, 500, 503])(
  'An upload that is answered %i once is not explained by the file that it was to make',
  async (status) => {
    machine().emulator.faults.next(upload, { status })
    const error = await failureOf(disk.writeFile('unmade', large))
    expect(error).toBeInstanceOf(sdk.DaytonaError)
    await expectNothingLeft()
  },
)

test.each([502, 503, 429])('A script that is answered %i leaves no upload behind', async (status) => {
  machine().emulator.faults.next(script, { status })
  expect(await failureOf(disk.writeFile('a', large))).toBeInstanceOf(sdk.DaytonaError)
  expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
  await expectNothingLeft()
})

const cuts: [how: string, fault: FaultOptions][] = [
  ['before the answer', { resetConnection: true }],
  ['in the head of its part', { cutAfterBytes: 60 }],
  ['in the middle', { cutAfterBytes: 1_000_000 }],
  ['after the first piece', { cutAfterFirstEvent: true }],
  ['with the answer lost', { loseResponse: true }],
]

test.each(cuts)('[BR-151] A download that is cut %s is an error, never short content', async (_, fault) => {
  machine().emulator.faults.next(download, { ...fault, times: Infinity })
  machine().emulator.faults.next(script, { resetConnection: true, times: Infinity })
  expect(await failureOf(disk.readFile('random'))).toBeInstanceOf(Error)
  const streamed = (async () => {
    let bytes = 0
    for await (const piece of await disk.readStream('random')) bytes += Buffer.from(piece).length
    return bytes
  })()
  expect(await failureOf(streamed)).toBeInstanceOf(Error)
})

test('What a download that is cut in the middle did not bring is asked for by scripts', async () => {
  const { faults, journal } = machine().emulator
  const { last } = journal
  faults.next(download, { cutAfterBytes: 1_000_000 })
  const content = Buffer.from(await disk.readFile('random'))
  expect(createHash('sha256').update(content).digest('hex')).toBe(sum)
  expect(journal.count({ route: download, after: last })).toBe(1)
})

test('A file that is replaced by one of another size before the rest is asked for is an error, not a mixture', async () => {
  machine().emulator.faults.next(download, { cutAfterBytes: 1_000_000 })
  await machine().sh(`cp ${root}/random ${root}/changing`)
  const reading = (async () => {
    for await (const piece of await disk.readStream('changing')) {
      expect(piece).toBeDefined()
      await machine().sh(`cp ${root}/big ${root}/changing`)
    }
  })()
  expect(await failureOf(reading)).toMatchObject({ code: 'EIO', path: 'changing' })
})

test('A file that holds the separator of the answer is read whole, as content and as a stream', async () => {
  const separator = '\r\n--DAYTONA-FILE-BOUNDARY'
  for (const [name, text] of Object.entries({
    middle: `before${separator}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nafter`,
    end: `before${separator}--\r\nafter`,
    start: `${separator}--\r\n`,
    // As if it were a part of its own, with the name that was asked for, which stands for the rest.
    again: `before${separator}\r\nContent-Disposition: form-data; name="file"; filename="${root}/again"\r\n\r\nafter`,
    empty: `${separator}\r\nContent-Disposition: form-data; name="file"; filename="${root}/empty"\r\n\r\n`,
    many: `${`${separator}x`.repeat(1000)}end`,
  })) {
    await disk.writeFile(name, text)
    expect({ [name]: await disk.readFile(name, { encoding: 'utf8' }) }).toEqual({ [name]: text })
    const pieces: Buffer[] = []
    for await (const piece of await disk.readStream(name)) pieces.push(Buffer.from(piece))
    expect({ [name]: Buffer.concat(pieces).toString() }).toEqual({ [name]: text })
  }
})

test.each([{ resetConnection: true }, { loseResponse: true }])(
  'An upload that fails (%o) keeps the old content',
  async (fault) => {
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let round = 0; round < 50; round++) yield Buffer.alloc(100_000, 'n')
    }
    const calls = [async () => disk.writeFile('a', large), async () => disk.writeStream('a', pieces())]
    for (const call of calls) {
      machine().emulator.faults.next(upload, fault)
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(sdk.DaytonaConnectionError)
    }
    expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
    await expectNothingLeft()
  },
)

test('A source that fails or ends an upload is the reason, and nothing of it is kept', async () => {
  const reason = new TypeError('no more')
  async function* failing(): AsyncGenerator<Buffer> {
    for (let round = 0; round < 20; round++) yield Buffer.alloc(100_000, 'n')
    throw reason
  }
  expect(await failureOf(disk.writeStream('a', failing()))).toBe(reason)
  expect(await disk.readFile('a', { encoding: 'utf8' })).toBe('old')
  await expectNothingLeft()
})

test('A script whose answer is lost is an error of the machine; nothing is tried again', async () => {
  const { faults, journal } = machine().emulator
  const { last } = journal
  faults.next(script, { loseResponse: true })
  expect(await failureOf(disk.appendFile('log', 'once\n'))).toBeInstanceOf(Error)
  expect(journal.count({ route: script, after: last })).toBe(1)
  expect(await machine().sh(`cat ${root}/log`)).toBe('once\n')
})

test('An abort ends a call that hangs with the abort error', async () => {
  const reason = new TypeError('enough')
  const calls = [
    async (abortSignal: AbortSignal) => disk.readFile('a', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.writeFile('a', large, { abortSignal }),
    async (abortSignal: AbortSignal) => disk.stat('a', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.readdir('.', { abortSignal }),
    async (abortSignal: AbortSignal) => disk.deleteFile('a', { abortSignal }),
  ]
  for (const call of calls) {
    machine().emulator.faults.next([download, upload, script], { stall: true })
    const controller = new AbortController()
    const pending = failureOf(call(controller.signal))
    setTimeout(() => controller.abort(reason), 50)
    expect(await pending).toMatchObject({ code: 'ABORTED', cause: reason })
    machine().emulator.faults.clear()
  }
})

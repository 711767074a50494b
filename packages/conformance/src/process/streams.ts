import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { sandboxSuite, type SandboxSuite } from '../sandbox/sandbox-case.js'
import { untilTrue, within } from '../sandbox/waiting.js'

/** Prints all 256 byte values once. */
const allBytesCommand = `i=0; while [ $i -lt 256 ]; do printf "\\\\$(printf %03o $i)"; i=$((i+1)); done`
const allBytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

/** Bytes, characters, and the Node streams of a handle. */
export const streamsSuite: SandboxSuite = sandboxSuite('process/streams', [
  {
    id: 'exact-bytes',
    title: 'stdoutBytes and stderrBytes hold what was written, NUL and invalid UTF-8 included [BR-012] [P3]',
    needs: ['exactBytes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(`${allBytesCommand}; printf 'a\\000\\377b' >&2`)
      await handle.wait()
      expect(Buffer.from(handle.stdoutBytes).equals(allBytes)).toBe(true)
      expect([...handle.stderrBytes]).toEqual([97, 0, 255, 98])
    },
  },
  {
    id: 'invalid-utf8-as-text',
    title: 'invalid UTF-8 becomes replacement characters in text, and nothing around it is lost',
    check: async (bench) => {
      const sandbox = await bench.running()
      const result = await sandbox.executeCommand(String.raw`printf 'a\377b\303'`)
      expect(result.exitCode).toBe(0)
      expect(result.stdout).toBe('a\uFFFDb\uFFFD')
    },
  },
  {
    id: 'nul-as-text',
    title: 'NUL bytes in output neither end nor shorten the text [BR-012]',
    needs: ['exactBytes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      expect((await sandbox.executeCommand(String.raw`printf 'a\000b\000c'`)).stdout).toBe('a\0b\0c')
    },
  },
  {
    id: 'split-characters',
    title: 'a character written in two pieces is one character to listeners, on each stream alone [BR-008] [P5]',
    needs: ['streaming'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const heard = { out: '', err: '' }
      const pieces = [String.raw`printf '\360\237'`, String.raw`printf '\342\202' >&2`, String.raw`printf '\230\200'`]
      const command = [...pieces, String.raw`printf '\254' >&2`].join('; sleep 0.3; ')
      const handle = await sandbox.processes.spawn(command, {
        onStdout: (data) => void (heard.out += data),
        onStderr: (data) => void (heard.err += data),
      })
      const result = await handle.wait()
      expect(heard).toEqual({ out: '😀', err: '€' })
      expect([result.stdout, result.stderr]).toEqual(['😀', '€'])
    },
  },
  {
    id: 'joining-inside-a-character',
    title: 'a listener that joins in the middle of a character hears it whole [P5]',
    needs: ['streaming', 'exactBytes', 'stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const command = String.raw`printf '\360\237'; read line; printf '\230\200.'`
      const handle = await sandbox.processes.spawn(command)
      await untilTrue('half of the character is there', () => handle.stdoutBytes.length === 2)
      let heard = ''
      const waiting = handle.wait({ onStdout: (data) => void (heard += data) })
      await handle.sendStdin('go\n')
      await waiting
      expect(heard).toBe('😀.')
    },
  },
  {
    id: 'byte-by-byte',
    title: 'text written one byte at a time arrives as the text it is [BR-008]',
    check: async (bench) => {
      const sandbox = await bench.running()
      let heard = ''
      const text = 'é€😀'
      const bytes = [...Buffer.from(text)].map((byte) => `printf '\\${byte.toString(8).padStart(3, '0')}'`)
      const handle = await sandbox.processes.spawn(bytes.join('; sleep 0.05; '), {
        onStdout: (data) => void (heard += data),
      })
      expect((await handle.wait()).stdout).toBe(text)
      expect(heard).toBe(text)
    },
  },
  {
    id: 'reader',
    title: 'reader is stdout as a stream, byte for byte, and ends with the process [C07]',
    needs: ['exactBytes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn(`sleep 0.2; ${allBytesCommand}; echo hidden >&2`)
      expect(handle.reader).toBe(handle.reader)
      const bytes = await within(20_000, 'the reader', collect(handle.reader))
      expect(bytes.equals(allBytes)).toBe(true)
    },
  },
  {
    id: 'reader-replays',
    title: 'a reader that is asked for late begins with what is retained, also after the end [C07]',
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('echo early; sleep 0.5; echo late')
      await untilTrue('the first line is there', () => handle.stdout !== '')
      expect((await within(20_000, 'the reader', collect(handle.reader))).toString()).toBe('early\nlate\n')
      const ended = await sandbox.processes.spawn('echo over')
      await ended.wait()
      expect((await within(20_000, 'the reader', collect(ended.reader))).toString()).toBe('over\n')
    },
  },
  {
    id: 'writer',
    title: 'writer is stdin as a stream, byte for byte, and its end is the end of input [C08]',
    needs: ['stdin', 'closeStdin', 'exactBytes'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('cat')
      expect(handle.writer).toBe(handle.writer)
      handle.writer.write(allBytes.subarray(0, 100))
      handle.writer.end(allBytes.subarray(100))
      await within(20_000, 'the process', handle.wait())
      expect(Buffer.from(handle.stdoutBytes).equals(allBytes)).toBe(true)
    },
  },
  {
    id: 'writer-after-the-end',
    title: 'writing to the writer of an ended process is an error of the stream, never of the host [BR-031]',
    needs: ['stdin'],
    check: async (bench) => {
      const sandbox = await bench.running()
      const handle = await sandbox.processes.spawn('true')
      await handle.wait()
      const { writer } = handle
      const failed = new Promise<Error>((resolve) => writer.once('error', resolve))
      writer.write('too late')
      expect(await within(10_000, 'the error of the stream', failed)).toMatchObject({ code: 'INVALID_STATE' })
    },
  },
])

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { Duplex, type Readable, type Writable } from 'node:stream'

const enterNamespace = 'nsenter'

/** Joins its input and output with a port; started in the network of a machine. */
const program = `
const socket = require('node:net').connect({ port: Number(process.argv[1]), host: '127.0.0.1', allowHalfOpen: true })
socket.on('error', () => process.exit(1))
process.stdin.pipe(socket).pipe(process.stdout)
process.stdout.on('error', () => process.exit(0))
`

/** The input and output of a process as one stream, as HTTP wants it. */
class ProcessStream extends Duplex {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>

  constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    super()
    this.#child = child
    child.on('error', (error) => this.destroy(error))
    // A process that has ended takes no more input; the end of its output says the rest.
    child.stdin.on('error', () => this.destroy())
    child.stdout.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) child.stdout.pause()
    })
    child.stdout.on('end', () => this.push(null))
  }

  override _read(): void {
    this.#child.stdout.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#child.stdin.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#child.stdin.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#child.kill('SIGKILL')
    done(error)
  }
}

/**
 * A connection to a port of a machine that has a network of its own, which cannot be reached from outside: a process that has entered that
 * network stands in between. It ends with the connection, and with this process, whose end closes its input.
 */
export function connectInside(initPid: number, port: number): Duplex {
  const namespaces = `/proc/${initPid}/ns`
  // A user's network belongs to a user namespace, which must be entered first.
  const owner = process.getuid?.() === 0 ? [] : [`--user=${namespaces}/user`, '--preserve-credentials']
  const command = [...owner, `--net=${namespaces}/net`, '--', process.execPath, '--eval', program, String(port)]
  return new ProcessStream(spawn(enterNamespace, command, { stdio: ['pipe', 'pipe', 'ignore'], env: {} }))
}

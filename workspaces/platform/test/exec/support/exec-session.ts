import { spawn, type ChildProcess } from 'node:child_process'

interface Piece {
  readonly stream: number
  readonly bytes: Buffer
}

const streamBytes = { stdout: 1, stderr: 3 } as const

/** A command of the test server, with all that it has printed. */
export class ExecSession {
  readonly name: string
  readonly pieces: Piece[] = []
  exit: { exit_code: number; reason?: string } | undefined
  /** How much of the output was sent to a client. */
  delivered = 0
  onMore: () => void = () => undefined
  readonly #child: ChildProcess

  constructor(name: string, { command, cwd, env }: { command: string; cwd?: string; env?: Record<string, string> }) {
    this.name = name
    this.#child = spawn('bash', ['-c', command], { cwd, env: { ...process.env, ...env }, detached: true })
    for (const stream of ['stdout', 'stderr'] as const) {
      this.#child[stream]?.on('data', (bytes: Buffer) => {
        this.pieces.push({ stream: streamBytes[stream], bytes })
        this.onMore()
      })
    }
    this.#child.stdin?.on('error', () => undefined)
    this.#child.on('close', (code, signal) => {
      this.exit = signal === null ? { exit_code: code ?? -1 } : { exit_code: -1, reason: `signal: ${signal}` }
      this.onMore()
    })
  }

  /** What comes after a position, in order: of at most so many bytes, of one stream. */
  next(from: number, mostBytes: number): Piece | undefined {
    let at = 0
    for (const { stream, bytes } of this.pieces) {
      if (from < at + bytes.length) {
        return { stream, bytes: bytes.subarray(from - at, from - at + mostBytes) }
      }
      at += bytes.length
    }
    return undefined
  }

  write(bytes: Buffer): void {
    this.#child.stdin?.write(bytes)
  }

  closeInput(): void {
    this.#child.stdin?.end()
  }

  signal(name: string): void {
    if (this.exit === undefined && this.#child.pid !== undefined) process.kill(-this.#child.pid, `SIG${name}`)
  }
}

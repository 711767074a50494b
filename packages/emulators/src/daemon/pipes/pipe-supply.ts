import type { ChildProcessByStdio, SpawnOptionsWithStdioTuple, StdioNull, StdioPipe } from 'node:child_process'
import { spawn } from 'node:child_process'
import { close, constants, open } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'

/** Both ends of a pipe, as descriptors; whoever takes them closes them. */
export interface Pipe {
  readonly readEnd: number
  readonly writeEnd: number
}

const batchSize = 48
/** A command takes three at most. */
const lowStock = 9

/** Makes pipes, writes the numbers of their ends and stays until its input ends. */
const perlProgram = `
my @ends; $| = 1;
for (1 .. ${batchSize}) { pipe(my $read, my $write) or exit 1; push @ends, $read, $write; }
print join(' ', map { fileno($_) } @ends), "\\n"; <STDIN>;
`
const pythonProgram = `
import os, sys
print(*[end for _ in range(${batchSize}) for end in os.pipe()], flush=True); sys.stdin.read()
`
const programs: readonly (readonly [file: string, ...args: string[]])[] = [
  ['/usr/bin/perl', '-e', perlProgram],
  ['/usr/bin/python3', '-S', '-E', '-c', pythonProgram],
]

type PipeMakerOptions = SpawnOptionsWithStdioTuple<StdioPipe, StdioPipe, StdioNull>

/** Starts the program that makes pipes; they belong to whom it runs as. */
export type StartPipeMaker = (
  file: string,
  args: readonly string[],
  options: PipeMakerOptions,
) => ChildProcessByStdio<Writable, Readable, null>

const openDescriptor = promisify(open)
const closeDescriptor = promisify(close)

export async function closePipes(pipes: readonly Pipe[]): Promise<void> {
  await Promise.all(pipes.flatMap(({ readEnd, writeEnd }) => [closeDescriptor(readEnd), closeDescriptor(writeEnd)]))
}

/** The pipes that a program made, opened here through its entry in /proc. None where it could not be started. */
async function pipesOf([file, ...args]: (typeof programs)[number], start: StartPipeMaker): Promise<Pipe[]> {
  const child = start(file, args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  // The end of its output says it too.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  const pipes: Pipe[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const numbers = line.split(' ')
      for (let index = 0; index < numbers.length; index += 2) {
        const [read, write] = [0, 1].map((offset) => `/proc/${child.pid}/fd/${numbers[index + offset]}`)
        if (read === undefined || write === undefined) continue
        const readEnd = await openDescriptor(read, constants.O_RDONLY)
        pipes.push({ readEnd, writeEnd: await openDescriptor(write, constants.O_WRONLY) })
      }
      break
    }
  } catch (error) {
    await closePipes(pipes)
    throw error
  } finally {
    child.stdin.end()
  }
  return pipes
}

/**
 * Pipes for commands. Node would give them sockets, which cannot be opened by name: `echo > /dev/stderr` would fail. It
 * has no call for pipes, so another program makes them. Those that a program of root makes cannot be opened by name by
 * other users.
 */
export class PipeSupply {
  readonly #start: StartPipeMaker
  readonly #stock: Pipe[] = []
  #refill: Promise<void> | undefined
  #isClosed = false

  constructor(start: StartPipeMaker = spawn) {
    this.#start = start
  }

  /** Takes `count` pipes; none where this system cannot make them. */
  async take(count: number): Promise<Pipe[]> {
    if (this.#stock.length < count) await this.fill()
    const taken = this.#stock.length < count ? [] : this.#stock.splice(0, count)
    if (this.#stock.length < lowStock) void this.fill()
    return taken
  }

  /** Makes some for later. */
  async fill(): Promise<void> {
    this.#refill ??= this.#make().finally(() => {
      this.#refill = undefined
    })
    await this.#refill
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#refill
    await closePipes(this.#stock.splice(0))
  }

  async #make(): Promise<void> {
    for (const program of this.#isClosed || process.platform !== 'linux' ? [] : programs) {
      // What fails here leaves commands with what Node gives them.
      const pipes = await pipesOf(program, this.#start).catch((): Pipe[] => [])
      this.#stock.push(...pipes)
      if (pipes.length > 0) return
    }
  }
}

import { request, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { text } from 'node:stream/consumers'
import type { DiskHold } from '../disks/layer-store.js'
import { mostProcesses } from '../machine-launch/most-processes.js'
import { isErrno } from '../machine/files/is-errno.js'
import { type Machine, MachineError, type MachineHost, type MachineUser, type SharedPath } from '../machine/index.js'

export interface BuildMachineOptions {
  readonly host: MachineHost
  /** Names the machine. */
  readonly id: string
  /** The program inside; see `buildAgentSource`. */
  readonly agentFile: string
  /** Who commands can belong to beside root. */
  readonly user: MachineUser
  /** Must stay held as long as the machine exists. */
  readonly disk: DiskHold
  readonly shared: readonly SharedPath[]
}

export interface BuildCommand {
  readonly argv: readonly string[]
  /** A name or a number, with or without a group behind a colon. */
  readonly user: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Called for each piece of output, both streams in one. */
  readonly onOutput: (text: string) => void
}

/** `refused`: it could not be started, and why. */
export type BuildCommandResult = { readonly exitCode: number } | { readonly refused: string }

interface Facts {
  readonly root: string
  readonly hasUsers: boolean
}

interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string | Readable | undefined
}

/** A machine that the steps of one build run in. */
export class BuildMachine {
  readonly machine: Machine
  /** The directory that stands for `/`; empty where it is the real one. */
  readonly root: string
  /** Files and commands can belong to whom they are to belong. */
  readonly hasUsers: boolean

  private constructor(machine: Machine, { root, hasUsers }: Facts) {
    this.machine = machine
    this.root = root
    this.hasUsers = hasUsers
  }

  static async launch({ host, id, agentFile, user, disk, shared }: BuildMachineOptions): Promise<BuildMachine> {
    const machine = await host.create({
      id,
      hostname: 'buildkitsandbox',
      user,
      layers: disk.directories,
      pidsLimit: mostProcesses,
      shared,
      daemon: { file: agentFile },
    })
    try {
      const answer = await ask(machine, { method: 'GET', path: '/' })
      return new BuildMachine(machine, JSON.parse(await text(answer)) as Facts)
    } catch (error) {
      await machine.kill()
      throw error
    }
  }

  async run({ onOutput, ...command }: BuildCommand): Promise<BuildCommandResult> {
    const answer = await ask(this.machine, { method: 'POST', path: '/run', body: JSON.stringify(command) })
    const decoder = new StringDecoder('utf8')
    try {
      for await (const chunk of answer) onOutput(decoder.write(Buffer.from(chunk)))
    } catch (error) {
      // The connection was cut; without its trailers the answer says as much.
      if (!isErrno(error, 'ECONNRESET')) throw error
    }
    onOutput(decoder.end())
    const { 'x-refused': refused, 'x-exit-code': exitCode } = answer.trailers
    if (refused !== undefined) return { refused: decodeURIComponent(refused) }
    if (exitCode === undefined) return { refused: 'the machine of the build has ended' }
    return { exitCode: Number(exitCode) }
  }

  /** The content of a file. */
  async read(path: string): Promise<Readable> {
    const query = new URLSearchParams({ path: this.root + path })
    return ask(this.machine, { method: 'GET', path: `/file?${query.toString()}` })
  }

  /** Writes a file as root, in place of one that may be there. */
  async write(path: string, content: string | Readable): Promise<void> {
    const query = new URLSearchParams({ path: this.root + path })
    await text(await ask(this.machine, { method: 'POST', path: `/file?${query.toString()}`, body: content }))
  }
}

async function ask({ socketPath }: Machine, { method, path, body }: Question): Promise<IncomingMessage> {
  const outgoing = request({ socketPath, method, path, headers: { Host: 'localhost' } })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  if (body === undefined || typeof body === 'string') outgoing.end(body)
  else await pipeline(body, outgoing)
  const answer = await answered
  if (answer.statusCode === 200) return answer
  throw new MachineError('START_FAILED', `the machine of a build answered ${answer.statusCode}: ${await text(answer)}`)
}

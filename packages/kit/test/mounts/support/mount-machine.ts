import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DriverRunOptions, MountHost, ShellCommand } from '@caisson/core/driver'
import { openMachineHost, type Machine, type MachineHost } from '@caisson/emulators'

const daemonFile = fileURLToPath(new URL('command-daemon.cjs', import.meta.url))

export interface CommandResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** As the machine's user instead of root. */
  readonly asUser?: boolean | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly stdin?: string | undefined
  readonly shell?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** A private machine that has FUSE, and what scripts of ours were run in it. */
export class MountMachine {
  /** Texts of all scripts that were sent. */
  readonly sent: string[] = []
  readonly logged: string[] = []
  /** Shell that the vendor would run commands with. */
  shell = '/bin/sh'
  /** Variables that the vendor would give to commands. */
  variables: Readonly<Record<string, string>> = {}

  private constructor(
    readonly machine: Machine,
    readonly host: MachineHost,
    readonly root: string,
  ) {}

  static async start(): Promise<MountMachine> {
    const root = await mkdtemp(path.join(tmpdir(), 'caisson-mount-test-'))
    try {
      const host = await openMachineHost({ prefix: 'caisson-mount-test', root, backing: 'namespaces' })
      const user = { name: 'user', uid: 1000, gid: 1000 }
      const machine = await host.create({ id: 'machine', user, daemon: { file: daemonFile } })
      return new MountMachine(machine, host, root)
    } catch (error) {
      await rm(root, { recursive: true, force: true })
      throw error
    }
  }

  async run(command: string, options: CommandOptions = {}): Promise<CommandResult> {
    const socket = connect(this.machine.socketPath)
    await once(socket, 'connect')
    socket.end(JSON.stringify({ command, ...options }))
    return JSON.parse(await text(socket)) as CommandResult
  }

  /** What a command prints, without the end of the line; fails when the command does. */
  async output(command: string, options: CommandOptions = {}): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(command, options)
    if (exitCode !== 0) throw new Error(`${command}: exit ${exitCode}: ${stderr}${stdout}`)
    return stdout.trimEnd()
  }

  /** What a mounter gets of the machine. */
  mountHost(options: { asUser?: boolean; wanted?: readonly string[] } = {}): MountHost {
    const log = (message: string): void => void this.logged.push(message)
    return {
      handle: this.machine,
      provider: 'test',
      sandboxId: 'test-sandbox',
      logger: { debug: log, info: log, warn: log, error: log },
      ...(options.wanted === undefined ? {} : { wanted: options.wanted }),
      run: async (command: ShellCommand, { env, stdin, timeoutMs }: DriverRunOptions = {}) => {
        this.sent.push(command.text)
        const input = stdin === undefined ? undefined : Buffer.from(stdin).toString()
        const more = {
          env: { ...this.variables, ...env },
          stdin: input,
          timeoutMs,
          asUser: options.asUser !== false,
          shell: this.shell,
        }
        const { exitCode, stdout, stderr } = await this.run(command.text, more)
        return { exitCode, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) }
      },
    }
  }

  async close(): Promise<void> {
    await this.host.close()
    await rm(this.root, { recursive: true, force: true })
  }
}

/** Why machines of this computer cannot mount; `undefined` where they can. */
export async function whyNoMounts(programs: readonly string[]): Promise<string | undefined> {
  const missing = programs.filter((program) => !existsSync(program))
  if (missing.length > 0) return `missing: ${missing.join(', ')}`
  const root = await mkdtemp(path.join(tmpdir(), 'caisson-mount-probe-'))
  try {
    const host = await openMachineHost({ prefix: 'caisson-mount-test', root, backing: 'namespaces' })
    const { fuse } = host.describe()
    await host.close()
    return fuse ? undefined : 'no FUSE here'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

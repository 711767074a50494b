import { spawn } from 'node:child_process'
import { mkdirSync, chownSync, existsSync } from 'node:fs'
import path from 'node:path'
import { type Located, locate } from '../../../daemon/paths.js'
import { systemCode } from '../../../daemon/system-error.js'
import { PipeSupply } from '../../../daemon/pipes/pipe-supply.js'
import { type AgentSettings, defaultSearchPath } from '../settings.js'

/** What is answered where only some directories can be written to. */
const readOnlyCodes = ['EROFS', 'EACCES', 'EPERM', 'ENOENT']

/** Whom a program is started as; empty where this process can be nobody else. */
export interface StartIdentity {
  readonly uid?: number
  readonly gid?: number
}

/** A command that runs. */
export interface Endable {
  /** Ends it and what belongs to it. */
  destroy(): void
}

/** Where commands run, and as whom. */
export class CommandPlace {
  readonly settings: AgentSettings
  /** `/` or the folder that stands for it, without a slash at its end. */
  readonly root: string
  readonly identity: StartIdentity
  readonly pipes: PipeSupply
  /** The commands that run, whoever asked for them. */
  readonly commands: Set<Endable> = new Set<Endable>()
  #canHaveWorkDir = true

  constructor(settings: AgentSettings) {
    const { uid, gid } = settings.user
    this.settings = settings
    this.root = settings.root === undefined ? '/' : settings.root.replace(/(?<=.)\/+$/, '')
    this.identity = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : {}
    // Those that a program of root makes cannot be opened by name by other users.
    this.pipes = new PipeSupply((file, args, options) => spawn(file, [...args], { ...options, ...this.identity }))
  }

  /** Where commands start, as requests name it: at home where the machine does not let that be made. */
  get workDir(): string {
    return this.#canHaveWorkDir ? (this.settings.workDir ?? this.settings.user.home) : this.settings.user.home
  }

  /** Where a directory of a request is for this process and its programs. */
  locate(directory: string = this.workDir): Promise<Located> {
    return locate(path.posix.resolve(this.workDir, directory), this.root, 'followed')
  }

  /** The variables of a command. It sees none of the agent's own. */
  async variables(more: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const { user, env } = this.settings
    const { actual: home } = await locate(user.home, this.root)
    return {
      PATH: defaultSearchPath,
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      HOME: home,
      USER: user.name,
      LOGNAME: user.name,
      ...env,
      ...more,
    }
  }

  /** Makes the directory that commands start in. */
  async prepare(): Promise<void> {
    const { actual } = await this.locate()
    if (existsSync(actual)) return
    try {
      mkdirSync(actual, { recursive: true, mode: 0o755 })
    } catch (error) {
      if (!this.#canHaveWorkDir || !readOnlyCodes.includes(systemCode(error) ?? '')) throw error
      this.#canHaveWorkDir = false
      return this.prepare()
    }
    const { uid, gid } = this.identity
    if (uid !== undefined && gid !== undefined) chownSync(actual, uid, gid)
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    for (const command of this.commands) command.destroy()
    await this.pipes.close()
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { LogFile } from '../output/log-file.js'
import { makeFifos } from '../pipes/make-fifos.js'
import { quote } from '../system/quote.js'
import type { ToolboxState } from '../../toolbox-state.js'

/** The files of one command of a session: its text, its pipes and its log. */
export class CommandFolder {
  readonly id: string
  readonly output: string
  readonly errors: string
  readonly input: string
  readonly #script: string
  readonly #log: string

  private constructor(id: string, directory: string) {
    this.id = id
    this.output = path.join(directory, 'stdout')
    this.errors = path.join(directory, 'stderr')
    this.input = path.join(directory, 'stdin')
    this.#script = path.join(directory, 'command')
    this.#log = path.join(directory, 'output.log')
  }

  static async make(state: ToolboxState, sessionDirectory: string, id: string): Promise<CommandFolder> {
    const directory = path.join(sessionDirectory, id)
    mkdirSync(directory, { mode: 0o700 })
    const folder = new CommandFolder(id, directory)
    await makeFifos(state, [folder.output, folder.errors, folder.input])
    return folder
  }

  openLog(): LogFile {
    return new LogFile(this.#log)
  }

  writeScript(text: string): void {
    writeFileSync(this.#script, `${text}\n`, { mode: 0o600, flag: 'wx' })
  }

  /** The line for the session's shell: it runs the text in the shell itself and tells the exit code to `status`. */
  line(hasInput: boolean, status: string): string {
    const input = hasInput ? quote(this.input) : '/dev/null'
    const streams = `<${input} >${quote(this.output)} 2>${quote(this.errors)}`
    return `{ . ${quote(this.#script)}; } ${streams}; echo "${this.id} $?" >${quote(status)}\n`
  }

  /** Removes all but the log. */
  async tidy(): Promise<void> {
    const files = [this.output, this.errors, this.input, this.#script]
    await Promise.all(files.map((file) => rm(file, { force: true })))
  }
}

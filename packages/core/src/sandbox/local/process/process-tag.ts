import { createId } from '../../../util/ids.js'
import { readProcFile } from './process-table.js'

/**
 * The variable by which a process of ours, and all it starts, can be recognised on Linux even after it moved to a session
 * of its own and lost its parent.
 */
export const processTagName = 'CAISSON_PROCESS'

/** Ends a tag, so that the tag of process 1 is not found in that of process 10. */
const end = ';'

/**
 * Tags of everything this host process starts. They are nested names: `<host>.<machine>.<process>;`, and a part of a tag
 * is recognised as well as a whole one.
 */
export class ProcessTag {
  static readonly #host = createId(String(process.pid))
  static #machines = 0
  readonly #prefix: string
  #processes = 0

  /** The tag of one more machine of this host. */
  constructor() {
    ProcessTag.#machines += 1
    this.#prefix = `${ProcessTag.#host}.${ProcessTag.#machines}.`
  }

  /** Is in the tag of every process that this host process started. */
  static get host(): string {
    return `${ProcessTag.#host}.`
  }

  /** Is in the tag of every process of this machine. */
  get machine(): string {
    return this.#prefix
  }

  /** The tag of one more process of this machine. */
  next(): string {
    this.#processes += 1
    return `${this.#prefix}${this.#processes}${end}`
  }
}

/** Value of the variable for a child. A host that runs in a sandbox itself passes on the tag it carries. */
export function processTagValue(tag: string, carried: string | undefined): string {
  return (carried ?? '') + tag
}

/** Whether a process was started with this tag, or one that begins with it. Never true where the system hides it. */
export function carriesTag(pid: number, tag: string): boolean {
  if (process.platform !== 'linux') return false
  return readProcFile(pid, 'environ')?.includes(tag) ?? false
}

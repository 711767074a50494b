import { closeSync } from 'node:fs'
import { join } from 'node:path'
import type { DescriptorPaths } from './descriptor-paths.js'

/** An open directory that was checked. Paths made by `at` start at it, not at its name. */
export class DirectoryAnchor {
  #isOpen = true

  constructor(
    /** Where it was when it was opened. For locks and messages, not for opening files. */
    readonly realPath: string,
    private readonly descriptor: number | undefined,
    private readonly descriptors: DescriptorPaths | undefined,
  ) {}

  /** A path to a name in this directory, or to the directory itself. Valid until `close`. */
  at(name?: string): string {
    if (this.descriptor !== undefined && this.descriptors) return this.descriptors.at(this.descriptor, name)
    return name === undefined ? this.realPath : join(this.realPath, name)
  }

  /** Like `at`, for a name that is no valid text. */
  atBytes(name: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${this.at()}/`), name])
  }

  close(): void {
    if (this.#isOpen && this.descriptor !== undefined) closeSync(this.descriptor)
    this.#isOpen = false
  }
}

import type { Readable } from 'node:stream'
import { BrokenFormError, readForm } from '../../../daemon/files/read-form.js'
import { EnvdError } from '../envd-error.js'
import type { Exchange } from '../http/exchange.js'
import { expandPath } from '../paths.js'
import type { UploadTarget, WrittenFile } from './write-file.js'
import { writeFile } from './write-file.js'

/** A part without a file name is text that the parser collects, so it has a limit. */
const longestTextBytes = 64 * 1024 * 1024

/** Writes the parts of one form, in their order. */
class FormWriter {
  readonly #exchange: Exchange
  readonly #target: Omit<UploadTarget, 'path'>
  readonly #paths = new Set<string>()
  readonly #written: Promise<WrittenFile>[] = []

  constructor(exchange: Exchange, target: Omit<UploadTarget, 'path'>) {
    this.#exchange = exchange
    this.#target = target
  }

  /** Starts to write a part; what fails is told by `finish`. */
  add(name: string, fileName: string | undefined, content: Readable): Promise<void> {
    const writing = name === 'file' ? this.#write(fileName, content) : undefined
    if (writing === undefined) {
      content.resume()
      return Promise.resolve()
    }
    this.#written.push(writing)
    return writing.then(() => undefined)
  }

  async finish(): Promise<WrittenFile[]> {
    return Promise.all(this.#written)
  }

  async #write(fileName: string | undefined, content: Readable): Promise<WrittenFile> {
    const { url, state } = this.#exchange
    const given = url.searchParams.get('path')
    const path = given === null || given === '' ? fileName : given
    if (path === undefined || path === '') throw new EnvdError('invalidArgument', 'a part has no file name')
    const shown = expandPath(path, this.#target.account, state.defaultWorkdir)
    if (this.#paths.has(shown)) {
      throw new EnvdError(
        'invalidArgument',
        `you cannot upload multiple files to the same path '${shown}' in one upload request`,
      )
    }
    this.#paths.add(shown)
    return writeFile(this.#exchange, { ...this.#target, path }, content)
  }
}

/** Reads a form while it arrives and writes each part as it comes. */
export async function writeMultipart(
  exchange: Exchange,
  body: Readable,
  target: Omit<UploadTarget, 'path'>,
): Promise<WrittenFile[]> {
  const form = new FormWriter(exchange, target)
  const { headers } = exchange.request
  try {
    await readForm({ headers, body, longestTextBytes }, ({ name, filename, content }) =>
      form.add(name, filename, content),
    )
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error
    throw new EnvdError('invalidArgument', 'error parsing multipart form', { cause: error })
  }
  return form.finish()
}

import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { BrokenFormError, type FormPart, readForm } from '../../../daemon/files/read-form.js'
import { requiredQuery } from '../http/query.js'
import type { ToolboxExchange } from '../http/route.js'
import { sendJson } from '../http/send.js'
import { ToolboxError } from '../http/toolbox-error.js'
import type { ToolboxState } from '../toolbox-state.js'
import { writeUpload } from './write-upload.js'

/** What comes as text: paths, and files whose name is empty. */
const longestTextBytes = 1024 * 1024
const partName = /^files\[(\d+)\]\.(path|file)$/

interface Written {
  readonly path: string
  readonly bytes: number
}

async function readUpload(request: IncomingMessage, take: (part: FormPart) => void): Promise<void> {
  try {
    await readForm({ headers: request.headers, body: request, longestTextBytes }, take)
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error
    throw new ToolboxError(400, `bad request: ${error.message}`, { cause: error })
  }
}

/** Writes the parts of one form one after another. What fails does not keep the others from being written. */
class BulkUpload {
  readonly errors: string[] = []
  readonly files: Written[] = []
  readonly #state: ToolboxState
  readonly #paths = new Map<string, string>()
  #last: Promise<void> = Promise.resolve()

  constructor(state: ToolboxState) {
    this.#state = state
  }

  add({ name, text, content }: FormPart): void {
    const [, index, kind] = partName.exec(name) ?? []
    if (index === undefined || kind === 'path') {
      if (index !== undefined && text !== undefined) this.#paths.set(index, text)
      content.resume()
      return
    }
    const before = this.#last
    this.#last = this.#write(before, index, content)
  }

  finish(): Promise<void> {
    return this.#last
  }

  async #write(before: Promise<void>, index: string, content: Readable): Promise<void> {
    const target = this.#paths.get(index)
    await before
    if (target === undefined) {
      this.errors.push(`file[${index}]: missing .path metadata before file`)
      content.resume()
      return
    }
    try {
      this.files.push({ path: target, bytes: await writeUpload(this.#state, target, content) })
    } catch (error) {
      this.errors.push(`${target}: ${error instanceof Error ? error.message : String(error)}`)
      content.resume()
    }
  }
}

/** `POST /files/bulk-upload`: writes several files. */
export async function bulkUpload({ request, response, state }: ToolboxExchange): Promise<void> {
  const upload = new BulkUpload(state)
  await readUpload(request, (part) => upload.add(part))
  await upload.finish()
  const { errors, files } = upload
  if (errors.length > 0) sendJson(response, 400, { errors, files })
  else sendJson(response, 200, { files })
}

/** `POST /files/upload-v2`, and `/files/upload` of older clients: writes the form's part `file`. */
export async function uploadFile({ request, response, url, state }: ToolboxExchange): Promise<void> {
  const shown = requiredQuery(url, 'path')
  let writing: Promise<number> | undefined
  await readUpload(request, ({ name, content }) => {
    if (name !== 'file' || writing !== undefined) {
      content.resume()
      return
    }
    writing = writeUpload(state, shown, content)
    // The form is read on to its end; the failure is told after that.
    writing.catch(() => content.resume())
  })
  if (writing === undefined) throw new ToolboxError(400, 'bad request: no file in the form')
  await writing
  sendJson(response, 200, { name: path.basename(shown), path: shown, type: 'file' })
}

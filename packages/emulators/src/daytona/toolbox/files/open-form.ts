import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { ToolboxError } from '../http/toolbox-error.js'

/** A text part is collected, so it has a limit: it is a path. */
const longestTextBytes = 1024 * 1024

/** What is done with the parts of a form, in their order. A part's content must be read to its end. */
export interface FormReader {
  onText(name: string, value: string): void
  onFile(name: string, content: Readable): void
}

function broken(cause: unknown): ToolboxError {
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  return new ToolboxError(400, `bad request: invalid multipart form${reason}`, { cause })
}

function openParser(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { fieldSize: longestTextBytes },
    })
  } catch (error) {
    throw broken(error)
  }
}

/** Reads a form while it arrives. Fails for what is no form, or is cut. */
export async function readForm(request: IncomingMessage, reader: FormReader): Promise<void> {
  const parser = openParser(request)
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown): void => {
      request.unpipe(parser)
      parser.destroy()
      reject(broken(cause))
    }
    parser.on('file', (name, content) => {
      // Whoever reads it is told; before and after that nobody is.
      content.on('error', () => undefined)
      reader.onFile(name, content)
    })
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) fail(new RangeError(`a text part is longer than ${longestTextBytes} bytes`))
      else reader.onText(name, value)
    })
    parser.on('error', fail)
    parser.on('close', resolve)
    request.on('error', fail)
    request.on('close', () => (request.readableEnded ? undefined : fail(undefined)))
    request.pipe(parser)
  })
}

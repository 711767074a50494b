import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import busboy from 'busboy'

/** A body that should be a form is none, or was cut. */
export class BrokenFormError extends Error {
  override readonly name = 'BrokenFormError'

  constructor(cause: unknown) {
    super(`invalid multipart form${cause instanceof Error ? `: ${cause.message}` : ''}`, { cause })
  }
}

/** One part of a form. */
export interface FormPart {
  readonly name: string
  readonly filename: string | undefined
  /** The whole text of a part without a file name; `undefined` for files. */
  readonly text: string | undefined
  /** To be read to its end, whatever becomes of it. */
  readonly content: Readable
}

export interface FormSource {
  readonly headers: IncomingHttpHeaders
  readonly body: Readable
  /** Text parts are collected, so they have a limit. */
  readonly longestTextBytes: number
}

function openParser({ headers, longestTextBytes }: FormSource): busboy.Busboy {
  try {
    // Names of files may be paths: without `preservePath` their directories are cut off.
    const limits = { fieldSize: longestTextBytes }
    return busboy({ headers, preservePath: true, defParamCharset: 'utf8', limits })
  } catch (error) {
    throw new BrokenFormError(error)
  }
}

/**
 * Reads a form while it arrives and hands over its parts in their order. A part that `take` fails for ends the reading
 * with that failure. Throws a `BrokenFormError` for what is no form.
 */
export async function readForm(source: FormSource, take: (part: FormPart) => Promise<void> | void): Promise<void> {
  const { body, longestTextBytes } = source
  const parser = openParser(source)
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      body.unpipe(parser)
      parser.destroy()
      reject(error)
    }
    const broken = (cause: unknown): void => fail(new BrokenFormError(cause))
    const hand = (part: FormPart): void => {
      // A part may fail before it is read, and after that was given up.
      part.content.on('error', () => undefined)
      Promise.resolve(take(part)).catch(fail)
    }
    parser.on('file', (name, content, { filename }) => hand({ name, filename, text: undefined, content }))
    parser.on('field', (name, text, { valueTruncated }) => {
      if (valueTruncated) broken(new RangeError(`a text part is longer than ${longestTextBytes} bytes`))
      else hand({ name, filename: undefined, text, content: Readable.from([Buffer.from(text)]) })
    })
    parser.on('error', broken)
    parser.on('close', resolve)
    body.on('error', fail)
    body.on('close', () => (body.readableEnded ? undefined : broken(undefined)))
    body.pipe(parser)
  })
}

import { stat } from 'node:fs/promises'
import { EnvdError } from '../envd-error.js'
import { AttributeHelper } from './attribute-helper.js'

/** What a client stored beside a file. */
export type Metadata = Readonly<Record<string, string>>

function fromHex(text: string): string {
  return Buffer.from(text, 'hex').toString('utf8')
}

function parseAnswer(token: string): Metadata {
  if (token === '-') return {}
  return Object.fromEntries(
    token.split(';').map((pair): [string, string] => {
      const [key = '', value = ''] = pair.split('=')
      return [fromHex(key), fromHex(value)]
    }),
  )
}

/**
 * Metadata of files, kept in extended attributes so that it follows a file that is moved or copied with its attributes,
 * and so that commands can read and write it. Without a program that can do so it is kept in memory.
 */
export class MetadataStore {
  readonly #helper = new AttributeHelper()
  readonly #remembered = new Map<string, Metadata>()

  /** The metadata of each path, in their order; none for what is missing. */
  async readAll(paths: readonly string[]): Promise<Metadata[]> {
    if (paths.length === 0) return []
    const answer = await this.#helper.ask('get', paths)
    if (answer !== undefined) return answer.split(' ').map((token) => parseAnswer(token))
    return Promise.all(paths.map(async (path) => this.#remembered.get(await this.#identity(path)) ?? {}))
  }

  async read(path: string): Promise<Metadata> {
    const [metadata = {}] = await this.readAll([path])
    return metadata
  }

  /** Makes `metadata` the whole set of a file. */
  async replace(path: string, metadata: Metadata): Promise<void> {
    const answer = await this.#helper.ask('set', [path, ...Object.entries(metadata).flat()])
    if (answer === undefined) this.#remembered.set(await this.#identity(path), metadata)
    else if (answer !== 'ok') throw new EnvdError('internal', `cannot store the metadata of ${path} (error ${answer})`)
  }

  close(): void {
    this.#helper.close()
  }

  async #identity(path: string): Promise<string> {
    const { dev, ino, birthtimeNs } = await stat(path, { bigint: true })
    return `${dev}:${ino}:${birthtimeNs}`
  }
}

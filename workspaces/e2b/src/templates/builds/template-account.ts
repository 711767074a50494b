import { createHash } from 'node:crypto'
import type { ConnectionOpts } from 'e2b'
import type { E2BSdk } from '../../driver/sdk.js'
import { withSuffix } from '../resolve/template-names.js'

/** Options of requests that belong to no start. */
export type RequestOptions = (signal?: AbortSignal) => ConnectionOpts

/** Is among the headers where a token stands for the key, which is the same for everybody then. */
const keyHeader = 'X-API-KEY'

/** Names that belong to others, by account. */
const foreignNames = new Map<string, Set<string>>()

/**
 * Whose templates are used, and how they are asked for. E2B tells nobody which account a credential is of: two keys of one
 * account are taken for two accounts, and so are two tokens where there is no key.
 */
export class TemplateAccount {
  readonly sdk: E2BSdk
  readonly options: RequestOptions
  /** Tells accounts apart, and nothing about the credentials. */
  readonly key: string
  readonly #suffix: string
  readonly #foreign: Set<string>

  constructor(sdk: E2BSdk, options: RequestOptions) {
    this.sdk = sdk
    this.options = options
    const { apiUrl = '', apiKey = '', apiHeaders = {} } = options()
    const credential = keyHeader in apiHeaders ? Object.values(apiHeaders).join('\n') : apiKey
    this.#suffix = digest(`caisson:${credential}`).slice(0, 8)
    this.key = digest(`${apiUrl}\n${credential}`).slice(0, 16)
    this.#foreign = foreignNames.get(this.key) ?? new Set()
    foreignNames.set(this.key, this.#foreign)
  }

  /** What a template is called here: a name that belongs to somebody else gets a suffix that only this credential has. */
  nameOf(ref: string): string {
    return this.#foreign.has(nameIn(ref)) ? withSuffix(ref, this.#suffix) : ref
  }

  /**
   * Notes that the name that was tried for a ref is another account's. `false`: it had the suffix already, so that the
   * refusal is about something else.
   */
  noteForeign(ref: string, tried: string): boolean {
    if (tried === ref) this.#foreign.add(nameIn(ref))
    else this.#foreign.delete(nameIn(ref))
    return tried === ref
  }
}

function nameIn(ref: string): string {
  return ref.split(':')[0] ?? ref
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

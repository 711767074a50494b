import { createHash, createHmac } from 'node:crypto'

/** Where and when a signature is valid. */
export interface Scope {
  /** For example `20130524`. */
  readonly date: string
  readonly region: string
  readonly service: string
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function sha256Hex(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function nameScope({ date, region, service }: Scope): string {
  return `${date}/${region}/${service}/aws4_request`
}

/** The key for everything that is signed within a scope. */
export class SigningKey {
  readonly #key: Buffer
  readonly #scope: string
  readonly #time: string

  /** `time`: for example `20130524T000000Z`. */
  constructor(secret: string, scope: Scope, time: string) {
    const steps = [scope.date, scope.region, scope.service, 'aws4_request']
    this.#key = steps.reduce<Buffer>((key, step) => hmac(key, step), Buffer.from(`AWS4${secret}`))
    this.#scope = nameScope(scope)
    this.#time = time
  }

  /** `kind`: what is signed. The rest are the lines that follow time and scope. */
  sign(kind: string, ...lines: readonly string[]): string {
    return hmac(this.#key, [kind, this.#time, this.#scope, ...lines].join('\n')).toString('hex')
  }
}

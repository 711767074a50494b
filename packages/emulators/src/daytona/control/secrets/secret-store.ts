import { randomBytes, randomUUID } from 'node:crypto'
import { HttpFailure } from '../../../http/http-failure.js'
import type { SecretValues } from '../images.js'
import type { Secret } from './secret.js'

export type SecretDraft = Pick<Secret, 'name' | 'value' | 'description' | 'hosts'>

/**
 * Secrets by id and by name. A sandbox only ever sees placeholders; the vendor puts the values in their place in requests to the hosts of a
 * secret, on their way out, which the emulator does not.
 */
export class SecretStore implements SecretValues {
  readonly #secrets = new Map<string, Secret>()
  #sequence = 0

  all(): readonly Secret[] {
    return [...this.#secrets.values()]
  }

  /** Throws a 409 when the name is taken. */
  create(draft: SecretDraft): Secret {
    if (this.#named(draft.name) !== undefined) {
      throw new HttpFailure(409, `Secret with name ${draft.name} already exists`)
    }
    this.#sequence += 1
    const now = new Date()
    const placeholder = `dtn_secret_${randomBytes(24).toString('hex')}`
    const secret: Secret = {
      ...draft,
      id: randomUUID(),
      sequence: this.#sequence,
      placeholder,
      createdAt: now,
      updatedAt: now,
    }
    this.#secrets.set(secret.id, secret)
    return secret
  }

  /** By id only; throws a 404 in the vendor's words. */
  requireId(id: string): Secret {
    const secret = this.#secrets.get(id)
    if (secret === undefined) throw new HttpFailure(404, `Secret with ID ${id} not found`)
    return secret
  }

  /** What is `undefined` stays as it is. */
  update(
    secret: Secret,
    change: { readonly [Name in Exclude<keyof SecretDraft, 'name'>]: SecretDraft[Name] | undefined },
  ): void {
    secret.value = change.value ?? secret.value
    secret.description = change.description ?? secret.description
    secret.hosts = change.hosts ?? secret.hosts
    secret.updatedAt = new Date()
  }

  remove(secret: Secret): void {
    this.#secrets.delete(secret.id)
  }

  variables(pairs: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
    const variables = pairs
      .flatMap((pair) => Object.entries(pair))
      .map(([variable, name]): [string, string] => {
        const secret = this.#named(name)
        if (secret === undefined) throw new HttpFailure(400, `Secret ${name} not found`)
        return [variable, secret.placeholder]
      })
    return Object.fromEntries(variables)
  }

  clear(): void {
    this.#secrets.clear()
  }

  #named(name: string): Secret | undefined {
    return this.all().find((secret) => secret.name === name)
  }
}

import type { Daytona, Snapshot } from '@daytonaio/sdk'
import { wrapError } from '@caisson/core/workspace'
import { lookForLost, observeRequests } from '@caisson/kit/http'
import { ask, look } from '../driver/asking.js'
import { daytonaErrorFacts } from '../driver/error-facts.js'
import type { DaytonaSdk } from '../driver/sdk.js'
import type { SnapshotDefinition } from './snapshot-definition.js'

type SnapshotService = Daytona['snapshot']

/** Stops the SDK where it would begin to wait for a snapshot, which is done here. */
class CreationSent extends Error {
  override name = 'CreationSent'
}

/** The snapshots of an account, as far as they are needed. Every failure is one of our errors. */
export class SnapshotApi {
  readonly #sdk: DaytonaSdk
  readonly #service: SnapshotService

  constructor(sdk: DaytonaSdk, service: SnapshotService) {
    this.#sdk = sdk
    this.#service = service
  }

  /** By its name; `undefined` when there is none. One whose id is that name is another one. */
  async find(name: string): Promise<Snapshot | undefined> {
    try {
      const found = await look(async () => this.#service.get(name))
      return found.id === name && found.name !== name ? undefined : found
    } catch (error) {
      if (error instanceof this.#sdk.DaytonaNotFoundError) return undefined
      throw this.#translate(error, 'looking for a snapshot')
    }
  }

  /** Makes a snapshot usable again. One that is not inactive any more is a matter for another look. */
  async activate(snapshot: Snapshot): Promise<void> {
    try {
      await ask(async () => this.#service.activate(snapshot))
    } catch (error) {
      const { DaytonaBadRequestError, DaytonaConflictError } = this.#sdk
      if (error instanceof DaytonaBadRequestError || error instanceof DaytonaConflictError) return
      throw this.#translate(error, 'activating a snapshot')
    }
  }

  /** Removes exactly this one; one that is gone is a success. */
  async remove(snapshot: Snapshot): Promise<void> {
    try {
      await ask(async () => this.#service.delete(snapshot))
    } catch (error) {
      if (error instanceof this.#sdk.DaytonaNotFoundError) return
      throw this.#translate(error, 'removing a snapshot')
    }
  }

  /**
   * Sends a creation and does not wait for what comes of it; `taken` when the name is there already, from somebody who was
   * faster or from this request, whose response was lost. It is not sent twice: names are unique at the vendor, so that what
   * the SDK itself repeats is refused there.
   */
  async create({ name, params }: SnapshotDefinition, signal: AbortSignal): Promise<'sent' | 'taken'> {
    try {
      await observeRequests(async () => withoutWait(this.#service).create(params))
      return 'sent'
    } catch (error) {
      if (error instanceof CreationSent) return 'sent'
      if (error instanceof this.#sdk.DaytonaConflictError) return 'taken'
      if (daytonaErrorFacts(error, this.#sdk).retry === 'ambiguous') {
        const found = await lookForLost({ look: async () => this.find(name), signal })
        if (found) return 'taken'
      }
      throw this.#translate(error, 'creating a snapshot')
    }
  }

  #translate(error: unknown, operation: string): Error {
    return wrapError(error, { ...daytonaErrorFacts(error, this.#sdk), operation, provider: 'daytona' })
  }
}

/**
 * The service, whose `create` ends where it would look at the new snapshot for the first time. Its own wait cannot be ended, is
 * given up at the first failure of a look, and reads the log in a way that ends the process when the connection breaks.
 */
function withoutWait(service: SnapshotService): SnapshotService {
  return new Proxy(service, {
    get: (target, name) =>
      name === 'get' ? () => Promise.reject(new CreationSent()) : (Reflect.get(target, name) as unknown),
  })
}

import { SandboxError } from '../../errors/base-error.js'

/** A value cannot cross between program and host. `place` says which, for example `result.items[2].id`. */
export class SerializationError extends SandboxError {
  override name: string = 'SerializationError'

  constructor(
    readonly place: string,
    problem: string,
  ) {
    super(`${place} ${problem}`, 'INVALID_ARGUMENT', { place })
  }
}

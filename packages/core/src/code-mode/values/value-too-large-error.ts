import { SandboxError } from '../../errors/base-error.js'

/** A value is larger than `maxResultBytes` allows. */
export class ValueTooLargeError extends SandboxError {
  override name: string = 'ValueTooLargeError'

  constructor(
    what: string,
    readonly limitBytes: number,
  ) {
    super(`${what} is larger than the limit of ${limitBytes} bytes`, 'INVALID_ARGUMENT', { limitBytes })
  }
}

import type { ObjectErrorKind } from './object-store-driver.js'

const marker: unique symbol = Symbol.for('caisson.error.object-store') as never

/** What a driver throws where the vendor throws nothing, or nothing that says what happened. */
export class ObjectStoreError extends Error {
  override name: string = 'ObjectStoreError'

  constructor(
    message: string,
    readonly kind: ObjectErrorKind,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for errors made by any copy of this library. */
  static isInstance(value: unknown): value is ObjectStoreError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

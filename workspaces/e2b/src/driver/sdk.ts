import type * as sdkModule from 'e2b'

/** What is used of the vendor's SDK. */
export type E2BSdk = Omit<typeof sdkModule, 'default'>

/** The SDK, loaded on first use: it is heavy, and most programs that import this package start no sandbox at once. */
export class SdkLoader {
  #loaded: E2BSdk | undefined

  async load(): Promise<E2BSdk> {
    const sdk = this.#loaded ?? (await import('e2b'))
    this.#loaded = sdk
    return sdk
  }

  /** The module when it was loaded before; without it no error can be one of its own. */
  get loaded(): E2BSdk | undefined {
    return this.#loaded
  }
}

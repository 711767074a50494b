/** Where a sandbox is in the private network. */
export interface SandboxAddress {
  /** `http://[address]:port`. */
  readonly instanceUrl: string
  /** Shown there as a bearer token. A secret. */
  readonly token?: string | undefined
}

/** Remembers where sandboxes are in the private network, by the platform's id. Each method may be asynchronous. */
export interface SandboxAddressRegistry {
  get(sandboxId: string): SandboxAddress | undefined | Promise<SandboxAddress | undefined>
  set(sandboxId: string, address: SandboxAddress): void | Promise<void>
  delete(sandboxId: string): void | Promise<void>
}

/** A registry for this process. */
export class InProcessSandboxAddressRegistry implements SandboxAddressRegistry {
  readonly #addresses = new Map<string, SandboxAddress>()

  get(sandboxId: string): SandboxAddress | undefined {
    return this.#addresses.get(sandboxId)
  }

  set(sandboxId: string, address: SandboxAddress): void {
    this.#addresses.set(sandboxId, address)
  }

  delete(sandboxId: string): void {
    this.#addresses.delete(sandboxId)
  }
}

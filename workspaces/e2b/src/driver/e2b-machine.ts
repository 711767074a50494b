import type { Sandbox, SandboxInfo } from 'e2b'
import type { TemplateObservations } from '../templates/resolve/template-observations.js'
import type { KeepAlive } from './keep-alive.js'

/** Facts about a machine that the control plane mentioned in passing. */
export interface MachineFacts {
  readonly templateId?: string | undefined
  readonly cpuCount?: number | undefined
  readonly memoryMB?: number | undefined
}

export function factsOf({ templateId, cpuCount, memoryMB }: SandboxInfo): MachineFacts {
  return { templateId, cpuCount, memoryMB }
}

/** A machine this host is attached to. Before its first command it may be exchanged for an older twin. */
export class E2BMachine {
  readonly keepAlive: KeepAlive
  facts: MachineFacts = {}
  /** Names in the environment that it was created with, as far as this host knows: every process in it gets them. */
  environmentNames: readonly string[] = []
  /** What it was made from, where this host made it. */
  template: TemplateObservations = {}
  #sandbox: Sandbox
  readonly #closing = new AbortController()
  #isUsed = false

  constructor(sandbox: Sandbox, makeKeepAlive: (machine: E2BMachine) => KeepAlive) {
    this.#sandbox = sandbox
    this.keepAlive = makeKeepAlive(this)
  }

  get sandboxId(): string {
    return this.#sandbox.sandboxId
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Aborted when this host lets go of the machine: for requests that nobody waits for. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  /** The SDK's sandbox, for a call that makes it ours: from now on it is never exchanged. */
  use(): Sandbox {
    this.#isUsed = true
    return this.#sandbox
  }

  /** The address of a port; does not count as use. */
  hostOf(port: number): string {
    return this.#sandbox.getHost(port)
  }

  /** Puts an older twin in its place; `false` when it is in use. */
  exchange(sandbox: Sandbox): boolean {
    if (this.#isUsed || this.closed.aborted) return false
    this.#sandbox = sandbox
    return true
  }

  /** Drops what this host holds of the machine. */
  close(): void {
    this.#closing.abort()
    this.keepAlive.close()
  }
}

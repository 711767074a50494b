import type { FilesystemInfo, InstructionsOption, RequestScope } from '@caisson/core/workspace'
import { resolveInstructions } from '@caisson/core/driver'
import { ObjectStoreAccess } from './object-store-access.js'
import type { ObjectStoreConfig } from './object-store-config.js'
import type { ObjectStoreDriver } from './object-store-driver.js'
import { storeInstructions } from './store-instructions.js'

export class ObjectStoreFilesystem<
  Driver extends ObjectStoreDriver = ObjectStoreDriver,
> extends ObjectStoreAccess<Driver> {
  readonly #instructions: InstructionsOption | undefined
  readonly #metadata: Readonly<Record<string, unknown>>

  /** @throws SandboxError `INVALID_ARGUMENT` naming the option that is wrong; FilesystemError `EINVAL` for the prefix. */
  constructor(config: ObjectStoreConfig<Driver>) {
    super(config)
    this.#instructions = config.instructions
    this.#metadata = config.metadata ?? {}
  }

  getInstructions(scope?: RequestScope): string {
    return resolveInstructions(this.#instructions, () => storeInstructions(this, this.driver), scope)
  }

  getInfo(): FilesystemInfo {
    const { id, name, provider, status, error, icon, readOnly, prefix } = this
    const metadata = { bucket: this.driver.bucket, ...(prefix === '' ? {} : { prefix }), ...this.#metadata }
    const info = { id, name, provider, status, readOnly, metadata, ...(icon === undefined ? {} : { icon }) }
    return error === undefined ? info : { ...info, error }
  }
}

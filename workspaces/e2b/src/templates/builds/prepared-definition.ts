import { SandboxError } from '@caisson/core/workspace'
import { BuildFailure } from '@caisson/kit/templates'
import type { PreparedTemplate, TemplateDefinition } from '../template-spec.js'

/** A definition that is made when it is first needed, and whose files are kept for as long as it may be sent again. */
export class PreparedDefinition {
  readonly #prepare: () => Promise<PreparedTemplate>
  #made: PreparedTemplate | undefined

  constructor(prepare: () => Promise<PreparedTemplate>) {
    this.#prepare = prepare
  }

  /** Whatever keeps the definition from being made is a failure of this build, not of E2B. */
  async take(): Promise<TemplateDefinition> {
    try {
      this.#made ??= await this.#prepare()
      return this.#made.template
    } catch (error) {
      const isOwn = SandboxError.isInstance(error) && ['EXECUTION_FAILED', 'INVALID_ARGUMENT'].includes(error.code)
      if (isOwn) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new BuildFailure(`its definition could not be made: ${reason}`)
    }
  }

  /** Puts the files away; the next `take` makes them anew. */
  async dispose(): Promise<void> {
    const made = this.#made
    this.#made = undefined
    await made?.dispose?.()
  }
}

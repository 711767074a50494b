import type { Build, BuildLogEntry } from '@caisson/kit/templates'
import { say, type BuildOrder } from './build-order.js'
import { BuildRun } from './build-run.js'
import { knownBuildIds } from './known-builds.js'
import { ForeignNameError } from './request-failure.js'
import type { TemplateAccount } from './template-account.js'

export type { BuildOrder } from './build-order.js'

/** What tells builds apart in this process. */
export function buildKey({ key }: TemplateAccount, ref: string): string {
  return `${key} ${ref}`
}

type Report = (entry: BuildLogEntry) => void

/** A build under a name of an account. One that somebody else makes already is joined, and one that is ready is taken. */
export class TemplateBuild implements Build {
  readonly provider = 'e2b'
  readonly key: string
  readonly title: string
  readonly secrets: readonly string[] | undefined
  readonly #account: TemplateAccount
  readonly #order: BuildOrder

  constructor(account: TemplateAccount, order: BuildOrder) {
    this.#account = account
    this.#order = order
    this.key = buildKey(account, order.ref)
    this.title = `template ${order.ref}`
    this.secrets = order.secrets
  }

  async run(report: Report, signal: AbortSignal): Promise<void> {
    try {
      await this.#runUnderAnyName(report, signal)
    } finally {
      knownBuildIds.forget(this.key)
    }
  }

  async #runUnderAnyName(report: Report, signal: AbortSignal): Promise<void> {
    const { ref } = this.#order
    const tried = this.#account.nameOf(ref)
    try {
      await this.#runAs(tried, report, signal)
    } catch (error) {
      if (!(error instanceof ForeignNameError) || !this.#account.noteForeign(ref, tried)) throw error
      const name = this.#account.nameOf(ref)
      say({ report }, `the name ${ref} belongs to another account; building ${name}`)
      await this.#runAs(name, report, signal)
    }
  }

  async #runAs(name: string, report: Report, signal: AbortSignal): Promise<void> {
    const call = { account: this.#account, order: this.#order, name, report, signal }
    await new BuildRun(call, (ids) => knownBuildIds.tell(this.key, ids, this.secrets)).toEnd()
  }
}

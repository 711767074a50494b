import type { Mounter, MounterResult, MountHost, MountProfile, MountRequest } from '@caisson/core/driver'
import { failures, type Failure } from './failures.js'
import { makePlans } from './plan/make-plans.js'
import type { MountPlan } from './plan/mount-plan.js'
import { secretLines } from './plan/secret-lines.js'
import type { ScriptAnswer } from './read-answers.js'
import { redact } from './redact.js'
import { runMountScript } from './run-mount-script.js'
import { mountScript } from './scripts/mount-script.js'
import { unmountScript } from './scripts/unmount-script.js'
import type { ToolName } from './tools/tool-facts.js'

/** How long scripts may take, all their waits together; they end earlier by themselves. */
const limits = { lockMs: 120_000, mountMs: 330_000, unmountMs: 300_000, installMs: 420_000 } as const

type Answers = ReadonlyMap<number, ScriptAnswer>

/**
 * Mounts buckets by FUSE: one script for all mounts of a batch, a second one only when a tool has to be installed. What a
 * machine cannot do, or a machine that is lost, becomes the result of the mounts; nothing is thrown.
 */
export class FuseMounter implements Mounter {
  /** A destroyed machine takes its mounts with it, and what was closed before is in the bucket. */
  readonly outlivesMachine = false
  readonly #profile: MountProfile

  constructor(profile: MountProfile) {
    this.#profile = profile
  }

  async mount(
    host: MountHost,
    requests: readonly MountRequest[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    const { plans, failed } = await makePlans(requests, signal)
    if (plans.length === 0 && host.wanted === undefined) return failed
    for (const plan of plans) this.#tellAnonymous(host, plan)
    const results = new Map(failed.map((result) => [result.mountPath, result]))
    const answers = await this.#runMounts(host, plans, signal)
    for (const plan of plans) results.set(plan.mountPath, this.#resultOf(plan, answers))
    return requests.map(({ mountPath }) => results.get(mountPath) ?? { success: false, mountPath })
  }

  async unmount(
    host: MountHost,
    mountPaths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly MounterResult[]> {
    const script = (mark: string) => unmountScript({ mark, mountPaths, lockMs: limits.lockMs })
    const run = { host, profile: this.#profile, script, timeoutMs: limits.unmountMs, signal }
    const answers = await answersOf(runMountScript(run))
    return mountPaths.map((mountPath, position) => {
      const { state, detail, text } = answerFor(answers, position + 1)
      if (state === 'gone') return { success: true, mountPath }
      if (state === 'unmounted') return { success: true, mountPath, ...(detail === 'yes' ? { busy: true } : {}) }
      return { success: false, mountPath, error: this.#explain(`Could not unmount ${mountPath}`, detail, text) }
    })
  }

  async #runMounts(host: MountHost, plans: readonly MountPlan[], signal: AbortSignal): Promise<Answers> {
    const first = await this.#runOnce(host, plans, [], signal)
    const missing = plans.filter(({ index }) => answerFor(first, index).state === 'missing')
    const tools = missing
      .filter(({ index }) => answerFor(first, index).detail === 'apt')
      .map(({ recipe }) => recipe.tool)
    if (!this.#profile.mayInstall || tools.length === 0) return first
    const names = [...new Set(tools)]
    host.logger.info(`Installing ${names.join(', ')} in sandbox ${host.sandboxId} to mount storage`)
    const { wanted: _, ...rest } = host
    const second = await this.#runOnce(rest, missing, names, signal)
    host.logger.info(`Installing ${names.join(', ')} in sandbox ${host.sandboxId} has ended`)
    return new Map([...first, ...second])
  }

  async #runOnce(
    host: MountHost,
    plans: readonly MountPlan[],
    install: readonly ToolName[],
    signal: AbortSignal,
  ): Promise<Answers> {
    const { visibleTo } = this.#profile
    const known = new Set(plans.map(({ index }) => index))
    const placed = plans.map((plan) =>
      plan.above !== undefined && known.has(plan.above) ? plan : { ...plan, above: undefined },
    )
    return answersOf(
      runMountScript({
        host,
        profile: this.#profile,
        script: (mark) =>
          mountScript({ mark, plans: placed, visibleTo, lockMs: limits.lockMs, wanted: host.wanted, install }),
        secrets: secretLines(plans),
        timeoutMs: limits.mountMs + (install.length > 0 ? limits.installMs : 0),
        signal,
      }),
    )
  }

  #resultOf(plan: MountPlan, answers: Answers): MounterResult {
    const { mountPath, recipe } = plan
    const { state, detail, text } = answerFor(answers, plan.index)
    if (state === 'mounted' || state === 'kept') {
      const expiresAtMs = Number(detail)
      return { success: true, mountPath, ...(Number.isFinite(expiresAtMs) ? { expiresAtMs } : {}) }
    }
    const beginning = `Could not mount at ${mountPath}`
    if (state === 'missing' && detail !== 'above') {
      const error = `${beginning}: ${recipe.tool} is not installed in the machine; ${this.#profile.installHint}`
      return { success: false, mountPath, unavailable: true, error }
    }
    const { unavailable, unsupported, busy } = failures[detail] ?? {}
    return {
      success: false,
      mountPath,
      error: redact(this.#explain(beginning, detail, text), recipe.secrets),
      ...(unavailable === true ? { unavailable } : {}),
      ...(unsupported === true ? { unsupported } : {}),
      ...(busy === true ? { busy } : {}),
    }
  }

  #explain(beginning: string, detail: string, text: string): string {
    const { message = detail, network = false, install = false }: Partial<Failure> = failures[detail] ?? {}
    const { networkHint, installHint } = this.#profile
    const hints = [network ? networkHint : undefined, install ? installHint : undefined]
    const said = hints.filter((hint) => hint !== undefined).map((hint) => `; ${hint}`)
    return `${beginning}: ${message}${text === '' ? '' : ` (${text})`}${said.join('')}`
  }

  #tellAnonymous(host: MountHost, { mountPath, recipe }: MountPlan): void {
    if (!recipe.anonymous) return
    host.logger.warn(`No credentials for the bucket at ${mountPath}: it is mounted anonymously and read-only`)
  }
}

/** A run that failed is an answer about all mounts. */
async function answersOf(run: Promise<Answers>): Promise<Answers> {
  try {
    return await run
  } catch (error) {
    return new Map([[0, { state: 'failed', detail: error instanceof Error ? error.message : String(error), text: '' }]])
  }
}

function answerFor(answers: Answers, index: number): ScriptAnswer {
  const none = { state: 'failed', detail: 'the script gave no answer', text: '' }
  return answers.get(index) ?? answers.get(0) ?? none
}

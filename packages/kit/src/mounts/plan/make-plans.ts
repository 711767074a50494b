import type { MounterResult, MountRequest } from '@caisson/core/driver'
import { MountError, SandboxAbortError } from '@caisson/core/workspace'
import type { ResolvedMountConfig, ResolvesMountConfig } from '../mount-config.js'
import { makeRecipe } from '../recipes/make-recipe.js'
import type { MountRecipe } from '../recipes/mount-recipe.js'
import { raceAbort } from '../race-abort.js'
import { checkConfig } from '../rules/check-config.js'
import type { MountPlan } from './mount-plan.js'
import { placeInTree } from './place-in-tree.js'

interface Prepared {
  readonly request: MountRequest
  readonly recipe: MountRecipe
  readonly expiresAtMs?: number | undefined
}

/** What can be tried, and the results of what cannot. */
export interface Plans {
  readonly plans: readonly MountPlan[]
  readonly failed: readonly MounterResult[]
}

/** How long whoever has the credentials may take. */
const credentialsMs = 60_000

const mountPathPattern = /^(?!.*\/\.{1,2}(?:\/|$))(?:\/[a-zA-Z0-9_.-]+)+$/

/** Asks for credentials where they have to be asked for, all at once, and checks every value before anything is sent. */
export async function makePlans(requests: readonly MountRequest[], signal: AbortSignal): Promise<Plans> {
  const outcomes = await Promise.all(requests.map((request) => prepareOne(request, signal)))
  const prepared = outcomes.filter((outcome): outcome is Prepared => 'recipe' in outcome)
  const places = placeInTree(prepared.map(({ request }) => request.mountPath))
  const plans = prepared.map(({ request, recipe, expiresAtMs }, position): MountPlan => {
    const { above, depth } = places[position] ?? { above: undefined, depth: 0 }
    return {
      index: position + 1,
      mountPath: request.mountPath,
      configHash: request.configHash,
      recipe,
      refresh: request.refresh === true,
      expiresAtMs,
      above: above === undefined ? undefined : above + 1,
      depth,
    }
  })
  return { plans, failed: outcomes.filter((outcome): outcome is MounterResult => 'success' in outcome) }
}

async function prepareOne(request: MountRequest, signal: AbortSignal): Promise<Prepared | MounterResult> {
  const { mountPath, filesystem } = request
  try {
    if (!mountPathPattern.test(mountPath) || !/^[\w-]{1,128}$/.test(request.configHash)) {
      throw new MountError('Invalid mount path', mountPath)
    }
    const resolved = resolves(filesystem) ? await ask(filesystem, mountPath, signal) : { config: request.config }
    const { config, expiresAtMs }: Omit<ResolvedMountConfig, 'config'> & { config: MountRequest['config'] } = resolved
    return { request, recipe: makeRecipe(checkConfig(config, mountPath)), expiresAtMs }
  } catch (error) {
    return { success: false, mountPath, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Whoever is asked may know nothing of signals. */
async function ask(
  filesystem: ResolvesMountConfig,
  mountPath: string,
  signal: AbortSignal,
): Promise<ResolvedMountConfig> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(credentialsMs)])
  const seconds = credentialsMs / 1000
  return raceAbort(filesystem.resolveMountConfig(limit), limit, () =>
    signal.aborted
      ? new SandboxAbortError('mount', signal.reason)
      : new MountError(`No credentials were given within ${seconds} seconds`, mountPath),
  )
}

function resolves(filesystem: MountRequest['filesystem']): filesystem is ResolvesMountConfig {
  return 'resolveMountConfig' in filesystem && typeof filesystem.resolveMountConfig === 'function'
}

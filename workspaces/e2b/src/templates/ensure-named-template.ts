import type { BuildWatch } from '@caisson/kit/templates'
import { ControlRequests } from '../driver/requests.js'
import { SdkLoader } from '../driver/sdk.js'
import type { ConnectionSource } from '@caisson/kit/options'
import type { E2BConnection } from '../options/resolved-e2b-options.js'
import { findBuilds, isRefReady } from './builds/find-builds.js'
import { buildRequestError, ForeignNameError } from './builds/request-failure.js'
import { TemplateAccount } from './builds/template-account.js'
import { TemplateBuild } from './builds/template-build.js'
import { templateBuilds } from './builds/template-builds.js'
import { checkNamedSpec, namedOrder } from './resolve/named-order.js'
import type { NamedTemplateSpec } from './template-spec.js'

/**
 * Has a named template built unless a ready build of its `ref` exists, and waits for it; a build that is under way, here or
 * in another program, is joined. `staleRef` and `fallbackTemplate` do not count.
 *
 * Throws what the build, or the question for it, failed with: EXECUTION_FAILED with the last lines of the log,
 * `SandboxTimeoutError`, INVALID_ARGUMENT for names that E2B does not take, UNAUTHENTICATED and the like.
 */
export async function ensureNamedTemplate(
  spec: NamedTemplateSpec,
  connection: ConnectionSource<E2BConnection>,
  watch: BuildWatch,
): Promise<'reused' | 'built'> {
  checkNamedSpec(spec)
  const sdk = await new SdkLoader().load()
  const requests = new ControlRequests(connection, watch.limitMs)
  const account = new TemplateAccount(sdk, (signal) => requests.single(signal))
  if (await isThere(account, spec.ref, watch.signal)) return 'reused'
  await templateBuilds.ensure(new TemplateBuild(account, namedOrder(sdk, spec)), watch)
  return 'built'
}

async function isThere(account: TemplateAccount, ref: string, signal?: AbortSignal): Promise<boolean> {
  const used = signal ?? new AbortController().signal
  const name = account.nameOf(ref)
  try {
    return await isRefReady(account, name, await findBuilds(account, name, used), used)
  } catch (error) {
    // The build tries another name then.
    if (error instanceof ForeignNameError) return false
    throw buildRequestError(error, account.sdk, name)
  }
}

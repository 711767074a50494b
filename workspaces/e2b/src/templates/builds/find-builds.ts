import type { components, TemplateTag } from 'e2b'
import { currentTimeMs } from '@caisson/core/driver'
import { statusOf } from '../../driver/error-status.js'
import { splitRef } from '../resolve/template-names.js'
import { backgroundPause } from './background-pause.js'
import { givenUpBuilds } from './given-up-builds.js'
import { repeatRead } from './repeat-read.js'
import { ForeignNameError } from './request-failure.js'
import type { TemplateAccount } from './template-account.js'

type ListedBuild = components['schemas']['TemplateBuild']

/** A build at E2B. */
export interface BuildIds {
  readonly templateId: string
  readonly buildId: string
}

/** What E2B tells of the builds under a name. */
export interface KnownBuilds {
  /** `undefined`: there is no such template. */
  readonly templateId: string | undefined
  /** Newest first. */
  readonly builds: readonly ListedBuild[]
}

/** A build that was asked for but got no definition within this time will not get one any more. */
const longestPreparationMs = 60_000
/** After that long everything that became ready is seen everywhere. */
const longestLagMs = 60_000
/** Pauses between looks for the tags of a build that became ready a short while ago. */
const lagPausesMs = [250, 750, 1500, 2500]
/** What is answered about templates of others, and by servers that do not tell of builds. */
const unseen: ReadonlySet<number> = new Set([401, 403, 404])
/** So many builds are listed at once; older ones are left out. */
const pageLength = 100

/**
 * Looks for builds by two requests, or by one where there is no such template. Throws `ForeignNameError` for a name of
 * another account, else the SDK's errors, those that may pass only after some more tries.
 */
export async function findBuilds(account: TemplateAccount, ref: string, signal: AbortSignal): Promise<KnownBuilds> {
  const { sdk } = account
  const templateId = await repeatRead({ sdk, signal, read: async () => findTemplate(account, ref, signal) })
  if (templateId === undefined) return { templateId, builds: [] }
  return repeatRead({ sdk, signal, read: async () => listBuilds(account, templateId, signal) })
}

async function findTemplate(account: TemplateAccount, ref: string, signal: AbortSignal): Promise<string | undefined> {
  const { sdk } = account
  const config = new sdk.ConnectionConfig(account.options(signal))
  const known = await new sdk.ApiClient(config).api.GET('/templates/aliases/{alias}', {
    params: { path: { alias: splitRef(ref).name } },
    signal: config.getSignal(undefined, signal) ?? signal,
  })
  if (known.response.status === 403) throw new ForeignNameError(ref, undefined)
  return known.response.status === 404 ? undefined : valueOf(sdk, known).templateID
}

async function listBuilds(account: TemplateAccount, templateId: string, signal: AbortSignal): Promise<KnownBuilds> {
  const { sdk } = account
  const config = new sdk.ConnectionConfig(account.options(signal))
  const listed = await new sdk.ApiClient(config).api.GET('/templates/{templateID}', {
    params: { path: { templateID: templateId }, query: { limit: pageLength } },
    signal: config.getSignal(undefined, signal) ?? signal,
  })
  // A public template of somebody else has an alias that can be seen, and nothing else.
  if (unseen.has(listed.response.status)) return { templateId: undefined, builds: [] }
  const { builds } = valueOf(sdk, listed)
  return { templateId, builds: builds.toSorted((one, other) => (one.createdAt > other.createdAt ? -1 : 1)) }
}

/**
 * The newest build that somebody is making, if there is one that is wanted. One that this process asked for and could not
 * start is none.
 */
export function findUnderWay(
  { templateId, builds }: KnownBuilds,
  isWanted: (buildId: string) => boolean,
): BuildIds | undefined {
  const isUnderWay = (build: ListedBuild): boolean => build.status === 'building' || isBeingPrepared(build)
  const found = builds.find((build) => isUnderWay(build) && isWanted(build.buildID))
  return found && templateId !== undefined ? { templateId, buildId: found.buildID } : undefined
}

function isBeingPrepared({ status, createdAt, buildID }: ListedBuild): boolean {
  const isYoung = currentTimeMs() - Date.parse(createdAt) < longestPreparationMs
  return status === 'waiting' && isYoung && !givenUpBuilds.has(buildID)
}

/**
 * Whether the ref means a build that is ready. One request, none where no build can be ready, and one more where the build is
 * older than those that are listed; some more while a build is ready whose tags are not told yet.
 */
export async function isRefReady(
  account: TemplateAccount,
  ref: string,
  known: KnownBuilds,
  signal: AbortSignal,
): Promise<boolean> {
  const { templateId, builds } = known
  const ready = builds.filter(({ status }) => status === 'ready')
  if (templateId === undefined || (ready.length === 0 && builds.length < pageLength)) return false
  for (const pauseMs of [...lagPausesMs, undefined]) {
    const tags = await listTags(account, templateId, signal)
    const buildId = tags?.find(({ tag }) => tag === splitRef(ref).tag)?.buildId
    if (buildId !== undefined) return isBuildReady(account, { templateId, buildId }, builds, signal)
    const isLate = ready.some((build) => isNotSeenYet(build, tags ?? []))
    // All builds of a name without tags are the same; with tags it has to be seen which one it is.
    if (!isLate || !ref.includes(':')) return isLate
    if (tags === undefined || pauseMs === undefined) return false
    await backgroundPause(pauseMs, signal)
  }
  return false
}

async function isBuildReady(
  { sdk, options }: TemplateAccount,
  ids: BuildIds,
  builds: readonly ListedBuild[],
  signal: AbortSignal,
): Promise<boolean> {
  const read = async (): Promise<{ readonly status: string }> => sdk.Template.getBuildStatus(ids, options(signal))
  const listed = builds.find(({ buildID }) => buildID === ids.buildId)
  const { status } = listed ?? (await repeatRead({ sdk, signal, read }))
  return status === 'ready'
}

/** `undefined` where the server has no such list. */
async function listTags(
  { sdk, options }: TemplateAccount,
  templateId: string,
  signal: AbortSignal,
): Promise<readonly TemplateTag[] | undefined> {
  try {
    return await repeatRead({ sdk, signal, read: async () => sdk.Template.getTags(templateId, options(signal)) })
  } catch (error) {
    if (error instanceof sdk.SandboxError && unseen.has(statusOf(error) ?? 0)) return undefined
    throw error
  }
}

/** Lists of tags may be late; a build that was given another tag is in them a moment later. */
function isNotSeenYet({ buildID, finishedAt, updatedAt }: ListedBuild, tags: readonly TemplateTag[]): boolean {
  const ageMs = currentTimeMs() - Date.parse(finishedAt ?? updatedAt)
  return ageMs < longestLagMs && tags.every(({ buildId }) => buildId !== buildID)
}

interface Answer<Data> {
  readonly response: Response
  readonly data?: Data | undefined
  readonly error?: { readonly message?: string | undefined } | undefined
}

function valueOf<Data>(sdk: TemplateAccount['sdk'], { response, data, error }: Answer<Data>): Data {
  if (response.ok && data !== undefined) return data
  const message = error?.message ?? response.statusText
  if (response.status === 401) throw new sdk.AuthenticationError(message)
  if (response.status === 429) throw new sdk.RateLimitError(message)
  const failure = new sdk.SandboxError(`${response.status}: ${message}`)
  failure.statusCode = response.status
  throw failure
}

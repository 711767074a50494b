import type { Sandbox } from 'e2b'
import type { BuildOrder } from '../builds/template-build.js'
import { isAboutTemplate } from './is-about-template.js'
import type { NamedTemplateSpec } from '../template-spec.js'
import { definitionOrder } from './definition-order.js'
import { fromBuild, fromOrder } from './from-order.js'
import { namedOrder } from './named-order.js'
import type { TemplateStart } from './template-start.js'

/** Where a machine comes from when what was asked for cannot be had. */
export interface Fallbacks {
  /** Tells that it is not what was asked for. */
  note(wanted: string, error: unknown): void
  /** From the default template, of at least this size. */
  fromDefault(resources: NamedTemplateSpec['buildResources']): Promise<Sandbox>
}

/**
 * From a named template: from its `ref`; from its older build, while `ref` is built for later machines; from a build that is
 * waited for, but only once; from what it names as a fallback; from the default. Whatever fails about a build leads on, but wrong credentials. What
 * fails when a machine is asked for is the caller's to know of: limits, the network, a refusal.
 */
export async function fromNamed(start: TemplateStart, spec: NamedTemplateSpec, fallbacks: Fallbacks): Promise<Sandbox> {
  try {
    return await withoutFallback(start, spec)
  } catch (error) {
    if (!isAboutTemplate(error, start.account.sdk)) throw error
    start.signal.throwIfAborted()
    fallbacks.note(spec.ref, error)
  }
  const { fallbackTemplate, buildResources } = spec
  if (fallbackTemplate === undefined) return fallbacks.fromDefault(buildResources)
  try {
    return await fromFallback(start, fallbackTemplate, buildResources)
  } catch (error) {
    if (!isAboutTemplate(error, start.account.sdk)) throw error
    start.signal.throwIfAborted()
    fallbacks.note(nameOf(fallbackTemplate), error)
    return fallbacks.fromDefault(buildResources)
  }
}

async function withoutFallback(start: TemplateStart, spec: NamedTemplateSpec): Promise<Sandbox> {
  const { ref, staleRef } = spec
  const order = namedOrder(start.account.sdk, spec)
  const sandbox = start.isBuilding(ref) ? undefined : await start.tryFrom(ref)
  if (sandbox !== undefined) return sandbox
  const stale = staleRef === undefined || staleRef === ref ? undefined : await start.tryFrom(staleRef)
  if (stale === undefined) return fromFirstBuild(start, order)
  start.logger.info(`e2b: template ${ref} is not there yet; the machine is made from ${staleRef}`)
  start.buildInBackground(order)
  return stale
}

/**
 * A build that failed is not waited for again: it is tried anew for later machines, after a pause. One that E2B was not there for has not failed
 * yet.
 */
async function fromFirstBuild(start: TemplateStart, order: BuildOrder): Promise<Sandbox> {
  const failure = start.failureOf(order.ref)
  const hasFailed = failure !== undefined && failure.code !== 'UNAVAILABLE'
  if (!hasFailed || !isAboutTemplate(failure, start.account.sdk)) return fromBuild(start, order)
  start.buildInBackground(order)
  throw failure
}

/** It is of the size that was asked for, unless it has one of its own. */
async function fromFallback(
  start: TemplateStart,
  fallback: NonNullable<NamedTemplateSpec['fallbackTemplate']>,
  resources: NamedTemplateSpec['buildResources'] = {},
): Promise<Sandbox> {
  const { sdk } = start.account
  if (typeof fallback === 'string') return start.makeFrom(fallback)
  if (!('ref' in fallback)) return fromOrder(start, await definitionOrder(sdk, fallback, resources))
  const { cpuCount = resources.cpuCount, memoryMB = resources.memoryMB } = fallback.buildResources ?? {}
  return withoutFallback(start, { ...fallback, buildResources: { cpuCount, memoryMB } })
}

function nameOf(fallback: NonNullable<NamedTemplateSpec['fallbackTemplate']>): string {
  if (typeof fallback === 'string') return fallback
  return 'ref' in fallback ? fallback.ref : 'the definition that was to stand in'
}

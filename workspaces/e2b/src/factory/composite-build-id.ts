import type { BuildIds } from '../templates/builds/find-builds.js'
import { isTemplateRef } from '../templates/resolve/template-names.js'

/** In the place of the id of a build that was there already. */
const existing = 'existing'
const idPattern = /^[\w-]{1,256}$/

/** A build by its ids, or whatever is ready under a ref. */
export type WantedBuild = { readonly ids: BuildIds } | { readonly ref: string }

/** `<template>:<build>`. */
export function compositeBuildId({ templateId, buildId }: BuildIds): string {
  return `${templateId}:${buildId}`
}

/** `<ref>:existing`. */
export function existingBuildId(ref: string): string {
  return `${ref}:${existing}`
}

/** Takes one apart, at the last colon, since a ref has one itself; `undefined` for what is no id of ours. */
export function readCompositeBuildId(text: unknown): WantedBuild | undefined {
  if (typeof text !== 'string') return undefined
  const at = text.lastIndexOf(':')
  const [before, buildId] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (buildId === existing) return isTemplateRef(before) ? { ref: before } : undefined
  return idPattern.test(before) && idPattern.test(buildId) ? { ids: { templateId: before, buildId } } : undefined
}

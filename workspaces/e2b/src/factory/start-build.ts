import type { Build, BuildWatch } from '@caisson/kit/templates'
import type { BuildIds } from '../templates/builds/find-builds.js'
import { knownBuildIds } from '../templates/builds/known-builds.js'
import { templateBuilds } from '../templates/builds/template-builds.js'

/**
 * Has a template built, and waits no longer than until E2B knows of the build: then it goes on without this process. `undefined`: it is there
 * already. One that failed a short while ago is tried again.
 *
 * Rejects with what keeps the build from being asked for, and when that takes longer than the limit.
 */
export async function startBuild(build: Build, watch: Omit<BuildWatch, 'signal'>): Promise<BuildIds | undefined> {
  const { logger, onBuildLog } = watch
  const isNew = templateBuilds.failureOf(build.key) === undefined
  // It hears of the build to its end.
  if (isNew) templateBuilds.inBackground(build, { logger, onBuildLog })
  const enough = new AbortController()
  const ended = templateBuilds.ensure(build, {
    ...watch,
    onBuildLog: isNew ? undefined : onBuildLog,
    signal: enough.signal,
  })
  try {
    return await Promise.race([knownBuildIds.of(build.key), ended.then(() => undefined)])
  } finally {
    ended.catch(() => undefined)
    enough.abort()
  }
}
